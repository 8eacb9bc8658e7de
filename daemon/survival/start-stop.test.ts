import { expect, test } from 'bun:test'
import { data, until } from '../testing/rig.ts'
import { createLives } from './testing/lives.ts'
import { privateMemory } from './testing/private-memory.ts'

test('twenty sessions started and deleted, after five to warm up: the daemon has not grown by a tenth', async () => {
  // Interpreted: code that is compiled while it warms up is no memory of a session's, and more than all of that.
  await using lives = await createLives({
    env: () => ({ BUN_JSC_useJIT: '0' }),
    limits: { createBurst: 1_000 },
  })
  const rig = await lives.start()
  const cycles = async (count: number): Promise<number> => {
    for (let n = 0; n < count; n++) {
      const { id } = data(
        await rig.api.v1.sessions.post({ agent: 'demo', cwd: lives.home, text: 'say: hello' }),
      )
      await until(rig, id, (event) => event.type === 'turn_result')
      data(await rig.api.v1.sessions({ session: id }).delete())
    }
    return privateMemory(rig)
  }
  const before = await cycles(5)
  expect(await cycles(20)).toBeLessThanOrEqual(before * 1.1)
}, 120_000)
