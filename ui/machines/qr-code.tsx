import { encode } from 'uqr'

/** A whole number of pixels each, or some would be drawn wider than others. */
const SQUARE_PX = 5

/** A text as a camera reads it: dark on light in either theme, with the quiet border that scanners want. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      data-text={text}
      width={size * SQUARE_PX}
      height={size * SQUARE_PX}
      viewBox={`0 0 ${size} ${size}`}
    >
      <rect class="qr-light" width={size} height={size} />
      <path class="qr-dark" d={data.map(rowPath).join('')} />
    </svg>
  )
}

/** Dark modules side by side are one rectangle, so that no hairline shows between them. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  let from: number | null = null
  for (let x = 0; x <= row.length; x++) {
    if (row[x] && from === null) from = x
    if (row[x] || from === null) continue
    path += `M${from} ${y}h${x - from}v1h${from - x}z`
    from = null
  }
  return path
}
