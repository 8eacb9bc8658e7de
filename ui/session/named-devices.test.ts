import { expect, test } from 'bun:test'
import type { Row } from '../transcript/row.ts'
import { withDeviceNames } from './named-devices.ts'

const answered = (device: string): Row => ({
  kind: 'ask_settled',
  key: device,
  at: 0,
  settled: { kind: 'question', ask: 'a', what: 'w', outcome: 'accepted', by: { door: 'device', device } },
})

test('a device goes by its name, and by nothing where nobody knows it', () => {
  const names = new Map([['d_1', 'this browser']])
  const rows = [answered('d_1'), answered('d_2')]
  const named = withDeviceNames(rows, names)
  expect(named).toMatchObject([
    { settled: { by: { device: 'this browser' } } },
    { settled: { by: { door: 'device' } } },
  ])
  expect(JSON.stringify(named)).not.toContain('"device":"d_')
  expect(withDeviceNames(rows, names)[0]).toBe(named[0])
})
