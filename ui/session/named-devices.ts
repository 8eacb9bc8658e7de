/** Answers say which device they came from by its id; a reader knows it by its name. Pure. */
import type { Row } from '../transcript/row.ts'

export type DeviceNames = ReadonlyMap<string, string>

export const noNames: DeviceNames = new Map()

const named = new WeakMap<DeviceNames, WeakMap<Row, Row>>()

/** A device that nobody here knows stays out: "answered elsewhere" says more than an id. */
export function withDeviceNames(rows: readonly Row[], names: DeviceNames): Row[] {
  const known = named.get(names) ?? new WeakMap<Row, Row>()
  named.set(names, known)
  return rows.map((row) => {
    if (row.kind !== 'ask_settled' || row.settled.by?.device === undefined) return row
    const drawn = known.get(row) ?? withName(row, names)
    known.set(row, drawn)
    return drawn
  })
}

function withName(row: Row & { kind: 'ask_settled' }, names: DeviceNames): Row {
  const { device, ...by } = row.settled.by ?? { door: 'device' }
  const name = device === undefined ? undefined : names.get(device)
  return { ...row, settled: { ...row.settled, by: { ...by, ...(name !== undefined && { device: name }) } } }
}
