import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gradeOf, type Change } from './diff.ts'
import { diffReleases } from './families.ts'
import { lastRelease, madeStep, neededStep, readRelease } from './release.ts'
import { higher } from './rules.ts'

const usage = `spec-diff [OLD] [NEW] [--changesets] [--json]
Prints which step of the version a change of openrpc.json or of an overlay needs, with a value that shows it.
OLD and NEW are files or git revisions; the last release and this openrpc.json by default.
--changesets  also checks that the step of the version is large enough, the pending changesets included
Exit codes: 0 nothing breaks (or the step is large enough), 1 something does (or it is not), 2 no comparison could be made.`

const unreleased = `Nothing is released yet, so nothing can break.
Two documents, files or git revisions, are compared by: npm run -s spec-diff -- OLD NEW`

/** Runs the command in a folder with arguments, prints lines, and returns the exit code. */
export async function specDiff(root: string, args: string[], print: (line: string) => void): Promise<number> {
  try {
    return await compare(root, args, print)
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 2
  }
}

const flag = { type: 'boolean' } as const

async function compare(root: string, args: string[], print: (line: string) => void): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { changesets: flag, json: flag, help: flag },
  })
  if (values.help || positionals.length > 2) {
    print(usage)
    return values.help ? 0 : 2
  }
  const [old = lastRelease(root), young = `${root}openrpc.json`] = positionals
  const current = readRelease(root, young)
  if (old === undefined) {
    print(values.json ? '{"changes":[]}' : unreleased)
    return 0
  }
  const released = readRelease(root, old)
  const { version } = released.document.info
  const changes = await diffReleases(released, current)
  const grade = gradeOf(changes)
  const needed = neededStep(version, grade)
  const made = values.changesets ? await madeStep(root, version) : undefined
  const enough = needed === undefined || (made !== undefined && higher(made, needed) === made)
  if (values.json) print(JSON.stringify({ old, grade, ...(values.changesets && { needed, made }), changes }))
  else {
    for (const change of changes) print(textOf(change))
    print(`Since ${old}: ${changes.length} changes, ${grade ?? 'none'}.`)
    if (values.changesets)
      print(
        enough
          ? `The step is ${made ?? 'none'}, which is enough.`
          : `The document needs a ${needed} step, but the changesets and the version make ${made ?? 'none'}: npx changeset.`,
      )
  }
  return values.changesets ? Number(!enough) : Number(grade === 'major')
}

function textOf({ grade, rule, pointer, sentence, witness, policy }: Change): string {
  const lines = [`${grade}  ${pointer} ${sentence} (${rule})`]
  if (policy) lines.push(`       by policy: ${policy}`)
  if (witness) {
    const value = JSON.stringify(witness.value)
    const text = value.length > 160 ? `${value.slice(0, 160)}… (${value.length} characters)` : value
    lines.push(
      `       ${witness.name} ${witness.kind} ${text}`,
      `       ${labels[witness.proof]}: ${witness.issue}`,
    )
  }
  return lines.join('\n')
}

const labels = {
  allowed: 'refused before',
  refused: 'refused now',
  unexpected: 'a client of the old document refuses it',
  tolerated: 'refused before, even by a tolerant client',
  untolerated: 'refused now, even by a tolerant client',
}

if (import.meta.main)
  process.exitCode = await specDiff(
    fileURLToPath(new URL('../../..', import.meta.url)),
    process.argv.slice(2),
    console.log,
  )
