/** A Markdown table: its head, and its rows of as many cells. */
export function writeTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The same table, given by its columns, the head of each first; all of the same length. */
export function writeColumns(columns: readonly (readonly string[])[]): string {
  const [head, ...rows] = columns[0]!.map((_, row) => columns.map((cells) => cells[row]!))
  return writeTable(head!, rows)
}

/** A figure as people read it: 16,298, 4.71 and 0.062; three digits where there are fewer before the point. */
export function toText(figure: number): string {
  return figure.toLocaleString(
    'en',
    figure >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 },
  )
}
