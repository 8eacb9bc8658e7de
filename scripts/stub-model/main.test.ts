import { expect, test } from 'bun:test'
import { join } from 'node:path'

const main = join(import.meta.dir, 'main.ts')

test('the process says its address, then what ended, and ends when told to', async () => {
  const child = Bun.spawn([process.execPath, main], { stdout: 'pipe', stderr: 'pipe' })
  try {
    const { value } = await child.stdout.getReader().read()
    const url = /^stub-model (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(new TextDecoder().decode(value))?.[1]
    const messages = [{ role: 'user', content: '[[say hi]]' }]
    const response = await fetch(`${url}/v1/messages`, { method: 'POST', body: JSON.stringify({ messages }) })
    expect(await response.json()).toMatchObject({ content: [{ text: 'hi' }] })
  } finally {
    child.kill('SIGTERM')
  }
  expect(await child.exited).toBe(0)
  expect(JSON.parse(await new Response(child.stderr).text())).toMatchObject({ decided: 'say', ended: 'done' })
})

test('anything but a port is refused with the usage', async () => {
  const child = Bun.spawn([process.execPath, main, '99999'], { stdout: 'ignore', stderr: 'pipe' })
  expect(await child.exited).toBe(2)
  expect(await new Response(child.stderr).text()).toContain('usage:')
})
