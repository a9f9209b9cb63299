import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readChangesets } from '@changesets/read'
import { parseOverlays, readOverlays } from '../document/files.ts'
import { applyOverlay } from '../src/family/overlay.ts'
import type { OpenRpc } from '../src/open-rpc.ts'
import { lintAll } from '../lint/overlay.ts'
import { higher, type Grade } from './rules.ts'

/** The prefix of a release's tag, and the packages that share its version. */
const [tagged, packages] = ['@lectern/spec@', ['@lectern/spec', '@lectern/client']] as const

/** A document, and that of each family of chains: with its overlay applied. */
export interface Release {
  readonly document: OpenRpc
  readonly families: Readonly<Record<string, OpenRpc>>
}

/** Reads the document in a file or a git revision, and its overlays there. Throws an Error for none, or one that breaks a rule. */
export function readRelease(root: string, source: string): Release {
  const isFile = existsSync(source)
  const text = isFile ? readFileSync(source, 'utf8') : git(root, 'show', `${source}:openrpc.json`)
  if (text === undefined)
    throw new Error(`${source} is neither a file nor a git revision that has an openrpc.json.`)
  const document = parsed(text, source)
  const overlays = isFile
    ? readOverlays(source)
    : parseOverlays(git(root, 'ls-tree', '--name-only', source)!.split('\n'), 'openrpc.json', (file) =>
        git(root, 'show', `${source}:${file}`)!,
      )
  try {
    lintAll(document, overlays, document?.info?.version)
  } catch (error) {
    throw new Error(`${source} is refused:\n${(error as Error).message}`, { cause: error })
  }
  const families = Object.entries(overlays).map(([name, overlay]) => [
    name,
    applyOverlay(document, overlay).document,
  ])
  return { document, families: Object.fromEntries(families) as Release['families'] }
}

function parsed(text: string, source: string): OpenRpc {
  try {
    return JSON.parse(text) as OpenRpc
  } catch (error) {
    throw new Error(`${source} is no JSON: ${(error as Error).message}`, { cause: error })
  }
}

/** The tag of the last release of the document, or undefined before the first one. Throws an Error where tags are missing. */
export function lastRelease(root: string): string | undefined {
  const [tag] = git(root, 'tag', '--list', `${tagged}*`, '--sort=-version:refname')?.split('\n') ?? []
  if (tag) return tag
  const log = `${root}packages/spec/CHANGELOG.md`
  const versions = existsSync(log) ? readFileSync(log, 'utf8').match(/^## \d+\.\d+\.\d+/gm) : null
  // With one version, its release is being made; with more, one was made and its tag must exist.
  if ((versions?.length ?? 0) > 1)
    throw new Error(
      `The changelog has ${versions!.length} versions, but git has no tag ${tagged}*: fetch the tags.`,
    )
  return undefined
}

/** The least step of the version that a change needs: below 1.0.0 a minor step may break, as npm's ranges have it. */
export function neededStep(released: string, grade: Grade | undefined): Grade | undefined {
  return grade === 'major' && released.startsWith('0.') ? 'minor' : grade
}

/** The step that is made from a release: of the version, where it was raised since, and of the pending changesets. */
export async function madeStep(root: string, released: string): Promise<Grade | undefined> {
  const { version } = JSON.parse(readFileSync(`${root}packages/spec/package.json`, 'utf8')) as {
    version: string
  }
  const [old, now] = [released, version].map((text) => text.split(/[.-]/).map(Number))
  const part = old!.findIndex((number, index) => number !== now![index])
  const raised = (['major', 'minor', 'patch'] as const).filter((_, index) => index === part)
  const changesets = await readChangesets(root)
  const pending = changesets
    .flatMap(({ releases }) => releases)
    .filter(({ name }) => packages.some((each) => each === name))
    .flatMap(({ type }) => (type === 'none' ? [] : [type]))
  const steps: Grade[] = [...raised, ...pending]
  return steps.length === 0 ? undefined : steps.reduce(higher)
}

function git(root: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 26,
    })
  } catch {
    return undefined // no such revision, or no repository
  }
}
