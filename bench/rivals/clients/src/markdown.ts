/** A Markdown table, given by its columns, the head of each first; all of the same length. */
export function writeTable(columns: readonly (readonly string[])[]): string {
  const rows = columns[0]!.map((_, row) => columns.map((cells) => cells[row]!))
  return [rows[0]!, rows[0]!.map(() => '---'), ...rows.slice(1)].map(writeRow).join('')
}

const writeRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`

/** A count as people read it: 16,298. */
export const toText = (count: number): string => count.toLocaleString('en')
