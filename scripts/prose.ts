// Checks the language of markdown and of comments in TypeScript: short sentences, plain words. Code, generated parts and changelogs are left out.
// `node scripts/prose.ts` checks the repository but for `pending`; `node scripts/prose.ts packages/chain README.md` checks these paths.
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Files and folders that do not pass yet. Remove a line once `node scripts/prose.ts <path>` is silent. */
const pending: readonly string[] = []

/** A paragraph, list item, heading, table cell or comment. Inline code is masked, so that positions and words stay. */
interface Block {
  readonly kind: 'text' | 'heading' | 'cell' | 'comment'
  readonly line: number
  readonly text: string
  readonly masked: string
}

interface Rule {
  readonly pattern: RegExp
  readonly advice: string
  readonly kinds?: readonly Block['kind'][]
}

/** The most words, and the most quantities, of a sentence or a cell. A comment may compare three figures. */
const WORDS = { text: 25, heading: 25, comment: 25, cell: 15 }
const NUMBERS = { text: 2, heading: 2, comment: 3, cell: 4 }

const rules: readonly Rule[] = [
  {
    pattern: /^(?!.*\*\*$)(What|Whatever|Who|Whoever|Whose)\b(?!.*\?)/s,
    advice: 'begin with the subject, or with a verb such as "Returns"',
    kinds: ['text', 'comment'],
  },
  { pattern: /\bof (ours|yours|its own|their own|our own|your own)\b/i, advice: 'use a possessive' },
  { pattern: /\b(gives|gave)\b(?! (up|way)\b)/i, advice: 'say "returns", "throws", "writes" or "has"' },
  { pattern: /\bbeside\b/i, advice: 'say "as well as", "compared with" or "next to"' },
  {
    pattern: /(?<!\bas a )\bwhole(?=[.,;:)]|$| (blocks?|bodies|responses?|replies|files?|stores?)\b)/i,
    advice: 'say "full" or "complete"',
  },
  { pattern: /\b(stands?|comes?|lies|stood) behind\b/i, advice: 'say "after", "under" or "uses"' },
  { pattern: /\bbehind (it|them|this|that|which)\b/i, advice: 'say "after it" or name the relation' },
  { pattern: /\bnobody\b/i, advice: 'say "no client", "no node", or name who' },
  { pattern: /\b(a|any|each|another) person\b|\bpeople\b/i, advice: 'say "operator", "user" or "developer"' },
  { pattern: /\bno longer\b(?! than)/i, advice: 'say how it is today: history is in git' },
  { pattern: /\b(it|they|we|this|that|which|clients|nodes) used to\b/i, advice: 'say how it is today' },
  {
    pattern: /\bpreviously\b|\bbefore, (it|they|this)\b|\bin earlier versions?\b|\btook\b/i,
    advice: 'say how it is today',
  },
  {
    pattern:
      /\b(blocks|bytes|requests|calls|times|ms|[kMGT]i?B|transactions|answers|replies) an? (block|second|minute|hour|day|request|call|transaction|batch|node)\b/,
    advice: 'say "per"',
  },
  {
    pattern: /\b(judges?|seals?|grounds|companions?|lanes?)\b/i,
    advice: 'no private word in a heading: checker, reason, helper method',
    kinds: ['heading'],
  },
]

/** Blanks text, but for its line breaks and its length. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')
const mask = (text: string): string =>
  text
    .replaceAll(/\\\|/g, 'XX')
    .replaceAll(/(`+)(?!`).*?[^`]\1(?!`)|\{@link[^}]*\}/gs, (code) => code.replaceAll(/[^\n]/g, 'X'))
    .replaceAll(/\]\([^()\s]*(?:\([^()]*\))?[^()]*\)/g, (target) => `]${blank(target.slice(1))}`)
    .replaceAll(/https?:\/\/\S+[\w/]/g, (url) => 'X'.repeat(url.length))

/** The blocks of lines of prose: blank lines, list items, headings and tables separate them. */
function readBlocks(lines: readonly string[], first: number, kind: 'text' | 'comment'): Block[] {
  const blocks: Block[] = []
  let start = -1
  const add = (of: Block['kind'], line: number, text: string) =>
    blocks.push({ kind: of, line: first + line, text, masked: mask(text) })
  const end = (line: number) => {
    if (start >= 0) add(kind, start, lines.slice(start, line).join('\n'))
    start = -1
  }
  for (const [index, line] of lines.entries()) {
    const own = /^\s*(#|\||<|$|-{3,}$)/.exec(line)?.[1]
    if (own !== undefined || /^\s*([-*+]|\d+\.|@\w+)(\s|$)/.test(line)) end(index)
    if (own === '#') add('heading', index, line)
    if (own === '|' && !/^[\s|:-]*$/.test(line))
      for (const cell of mask(line).matchAll(/[^|]+/g))
        add('cell', index, line.slice(cell.index, cell.index + cell[0].length))
    if (own === undefined && start < 0) start = index
  }
  end(lines.length)
  return blocks
}

/** The prose of a markdown file. A part between `<!-- name -->` and `<!-- /name -->` or `<!-- name end -->` is generated. */
function readMarkdown(text: string): Block[] {
  const prose = text
    .replace(/^---\n.*?\n---\n/s, blank)
    .replaceAll(/^( *)(`{3,}|~{3,})[^\n]*\n.*?^\1\2 *$/gms, blank)
    .replaceAll(/<!-- ([\w-]+)[^>]* -->.*?<!-- (?:\/\1|\1 end) -->/gs, blank)
    .replaceAll(/<!--.*?-->/gs, blank)
    .replaceAll(/^\[[^\]\n]+\]: \S+$/gm, blank)
  return readBlocks(
    prose.split('\n').map((line) => line.replace(/^>/, ' ')),
    1,
    'text',
  )
}

/** The comments of a TypeScript file, without examples and directives. */
function readComments(text: string): Block[] {
  const pattern =
    /^[ \t]*\/\*\*?(?<doc>.*?)\*\/|^(?<indent>[ \t]*)\/\/[^\n]*(?:\n\k<indent>\/\/[^\n]*)*|^[^'"`/\n]+ (?<end>\/\/ [^\n]*)/gms
  return text
    .matchAll(pattern)
    .flatMap(({ 0: all, index, groups }) => {
      const comment = groups!['end'] ?? all
      const first = text.slice(0, index).split('\n').length
      const lines = comment
        .replaceAll(/^([ \t]*)(\/\*\*?|\/\/|\*(?!\/))/gm, (mark) => blank(mark))
        .replace(/\*\/$/, '  ')
        .replaceAll(/^ *```.*?^ *```/gms, blank)
        .replaceAll(/^ *@(example|default|see)\b.*?(?=^ *@|(?![^]))/gms, blank)
        .replaceAll(/^ *@param \S+( -)?/gm, (tag) =>
          `  @param ${'X'.repeat(tag.length)}`.slice(0, tag.length),
        )
        .replaceAll(/^ *(oxlint|oxfmt|@ts-|eslint|#|<reference).*$/gm, blank)
        .split('\n')
      return readBlocks(lines, first, 'comment')
    })
    .toArray()
}

/** The sentences of a block, with the line where each begins. */
function sentencesOf({ masked, text, line }: Block): { line: number; text: string; masked: string }[] {
  const ends = masked.matchAll(
    /(?<!\b(?:e\.g|i\.e|vs|cf|etc|No|St))[.!?]["')*_\]]*\s+(?=["'(*_[]*[A-Z\d])|\s·\s/g,
  )
  const edges = [0, ...ends.map(({ 0: mark, index }) => index + mark.length), masked.length]
  return edges.slice(1).map((to, index) => {
    const from = edges[index]!
    const start =
      from + /^[\s#>]*(?:[-*+]\s|\d+\.\s|@\w+\s)?[\s*_"'(]*/.exec(masked.slice(from, to))![0].length
    return {
      line: line + masked.slice(0, start).split('\n').length - 1,
      text: text.slice(start, to).replaceAll(/\s+/g, ' ').trim(),
      masked: masked.slice(start, to).replaceAll(/\s+/g, ' ').trim(),
    }
  })
}

/** The problems of a block: each with its line, what to do, and the sentence. */
function check(block: Block): string[] {
  const { kind } = block
  return sentencesOf(block).flatMap(({ line, text, masked }) => {
    const words = masked.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    // Years, versions, status codes and names such as EIP-155 are no quantities.
    const numbers = masked.match(/(?<![\w.,:/#§^-]|\b[A-Z]\w* |\bv)(?!(?:19|20)\d\d\b|0x)\d[\d,.]*/g) ?? []
    const advice = rules
      .filter(({ pattern, kinds }) => (kinds?.includes(kind) ?? true) && pattern.test(masked))
      .map(({ pattern, advice }) => `"${pattern.exec(masked)![0].trim()}": ${advice}`)
    if (words > WORDS[kind])
      advice.push(`${words} words, at most ${WORDS[kind]} in a ${kind === 'cell' ? 'cell' : 'sentence'}`)
    if (numbers.length > NUMBERS[kind])
      advice.push(`${numbers.length} numbers, at most ${NUMBERS[kind]}: use a table`)
    return advice.map((problem) => `:${line}: ${problem}.\n    ${text}`)
  })
}

const root = process.cwd()
const left =
  /^(node_modules|dist|\.lectern|\.snippets|\.git|\.turbo|api|target|CHANGELOG\.md|LICENSE)$|\.gen\.ts$/
const listFiles = (path: string): string[] =>
  statSync(path).isFile()
    ? [path]
    : globSync('**/*.{md,ts,tsx}', { cwd: path, exclude: (name) => left.test(name.split('/').at(-1)!) }).map(
        (name) => join(path, name),
      )

const given = process.argv.slice(2)
const files = (given.length > 0 ? given : [root])
  .flatMap(listFiles)
  .map((file) => relative(root, file))
  .filter((file) => given.length > 0 || !pending.some((path) => file === path || file.startsWith(`${path}/`)))
  .toSorted()
const problems = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const blocks = file.endsWith('.md') ? readMarkdown(text) : readComments(text)
  return blocks.flatMap(check).map((problem) => file + problem)
})
for (const problem of problems) console.error(problem)
console.log(`${problems.length} problems of prose in ${files.length} files.`)
if (problems.length > 0) process.exitCode = 1
