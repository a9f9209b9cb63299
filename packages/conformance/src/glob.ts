/** Whether a text is what a glob says; `*` stands for any text. */
export function matches(glob: string, text: string): boolean {
  const parts = glob.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text)
}
