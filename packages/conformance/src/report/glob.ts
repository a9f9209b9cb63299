/** Whether a text is what a glob says; `*` stands for any text. */
export function matches(glob: string, text: string): boolean {
  const pattern = patterns.get(glob) ?? toPattern(glob)
  patterns.set(glob, pattern)
  return pattern.test(text)
}

// A run asks the same few globs of hundreds of ids.
const patterns = new Map<string, RegExp>()

function toPattern(glob: string): RegExp {
  const parts = glob.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}

/** The ids and globs of the text of a list of known failures: one a line, `#` begins a comment. */
export function parseKnownFailing(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*$/, '').trim())
    .filter((line) => line !== '')
}
