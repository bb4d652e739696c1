/** A count as a person reads it. */
export const number = (value: number): string => value.toLocaleString('en-US')

/** Columns as wide as their widest entry, two spaces apart; nothing in a text can disturb the terminal. */
export function table(header: string[], rows: string[][]): string {
  const cells = [header, ...rows].map((row) =>
    row.map((cell) => cell.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')),
  )
  const widths = header.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  )
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
