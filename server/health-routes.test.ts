import { expect, test } from 'bun:test'
import { startRig } from './testing/rig.ts'

test.each(['/health', '/ready'])('%s answers anybody, and says nothing else', async (path) => {
  await using rig = await startRig()
  const answer = await rig.ask(path)
  expect([answer.status, answer.text]).toEqual([200, '{"ok":true}'])
})
