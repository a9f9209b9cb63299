import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** The characters of the page: ASCII, and the signs of its words, arrows and numbers. */
const text = `${ascii(32, 126)} ·–—‘’“”…←→↑↓×≤≥≠✓éäöüñ§†`
const hexadecimal = `${ascii(32, 126)}…·`

/** Each font that the page is set in: from a package that carries its licence, without what the page never writes. */
const fonts = [
  {
    name: 'literata',
    from: 'literata',
    file: 'literata-latin-wght-normal',
    text,
    weights: { min: 400, max: 600 },
  },
  { name: 'literata-italic', from: 'literata', file: 'literata-latin-wght-italic', text, weights: 400 },
  {
    name: 'jetbrains-mono',
    from: 'jetbrains-mono',
    file: 'jetbrains-mono-latin-wght-normal',
    text: hexadecimal,
    weights: 400,
  },
] as const

for (const { name, from, file, text, weights } of fonts) {
  const folder = fileURLToPath(new URL('.', import.meta.resolve(`@fontsource-variable/${from}/package.json`)))
  const font = await subsetFont(readFileSync(`${folder}files/${file}.woff2`), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  })
  writeFileSync(new URL(`../fonts/${name}.woff2`, import.meta.url), font)
  copyFileSync(`${folder}LICENSE`, new URL(`../fonts/${from}-LICENSE.txt`, import.meta.url))
  console.log(`${name}.woff2: ${font.length} bytes`)
}

function ascii(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, index) => from + index))
}
