/** Formats a Markdown table. Numbers are written by `toText`. */
export function writeTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? toText(cell) : cell)))
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** Formats a figure with three digits, or with all digits before the point: 16,298, 4.71, 0.062. */
export function toText(figure: number): string {
  const digits = Math.abs(figure) >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 }
  return figure.toLocaleString('en', digits)
}

/** Formats a ratio. */
export const toRatio = (figure: number): string => `**${toText(figure)}×**`
