const UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const

/** Bytes in the largest unit that is at least one, with one decimal below ten. */
export function byteCount(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024
    unit++
  }
  const digits = unit > 0 && value < 10 ? 1 : 0
  return `${value.toFixed(digits)} ${UNITS[unit] ?? 'B'}`
}
