/** Rows as aligned columns. Cells are one line already; the last column is never padded. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => Bun.stringWidth(row[column] ?? ''))),
  )
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => {
        const missing = (widths[column] ?? 0) - Bun.stringWidth(cell)
        return column === row.length - 1 ? cell : cell + ' '.repeat(Math.max(0, missing))
      })
      .join('  ')
      .trimEnd(),
  )
}
