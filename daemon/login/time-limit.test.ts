import { expect, test } from 'bun:test'
import { tempHome } from '../../shared/testing/temp-home.ts'
import { fakeClaude } from '../testing/fake-claude.ts'
import { data, mustStart } from '../testing/rig.ts'

test('a sign-in that nobody finishes is ended', async () => {
  await using home = await tempHome()
  const env = { PATH: fakeClaude(home.path) }
  const rig = await mustStart({ home: home.path, limits: { loginMs: 300 }, env })
  try {
    const { login } = rig.api.v1.agents({ agent: 'claude' })
    data(await login.post())
    for (;;) {
      const now = data(await login.get())
      if (now.state !== 'ended') await Bun.sleep(20)
      else {
        expect(now).toMatchObject({ end: 'timed_out', signedIn: false })
        break
      }
    }
  } finally {
    await rig.stop('all')
  }
}, 60_000)
