import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createRandom } from '@lectern/fixtures'
import { needs } from '@lectern/fixtures/needs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Content, losePower } from './power-loss.ts'
import { canRecord, record } from './recording.ts'
import { recover, type Recovery } from './recovery.ts'

const strace = 'strace, which records the writes and must be allowed to trace: apt-get install strace'

describe('when the power goes', needs(strace, canRecord), () => {
  test('a store is at the commit that was acknowledged last, or at the next one', async () => {
    const counts = new Map<Recovery['outcome'], number>()
    for await (const { outcome, note } of recover('reorgs 2', { times: 40, seed: 7 })) {
      expect(['last', 'next', 'none'], note).toContain(outcome)
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    }
    expect(counts.get('last')).toBeGreaterThan(20)
    expect(counts.get('next')).toBeGreaterThan(3)
  })

  test('files that are exported, downloaded or small are whole where they have their names, and have them once it is said', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-power-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const written = join(folder, 'written')
    await mkdir(written)
    const steps = await record('recorded-files-child.ts', [join(folder, 'history'), written], written)
    const promises = steps
      .filter((step) => step.kind === 'say')
      .map(({ text }) => JSON.parse(text) as Record<string, string>)
    expect(promises).toHaveLength(5)
    const random = createRandom(7)
    for (const { files, said, at } of losePower(steps, { folder: written, times: 300, random })) {
      const left = new Map(
        [...files].flatMap(([path, content]) => nameAndSum(relative(written, path), content)),
      )
      const [last, next] = [promises[said - 1] ?? {}, promises[said] ?? promises[said - 1]!]
      const where = `at step ${at}, ${steps[at]!.kind}, after ${said}`
      const listed = files.get(join(written, LIST))
      const sums = listed && listed !== 'folder' ? listed.bytes.toString() : ''
      for (const [name, sum] of left) {
        if (name.startsWith('eras/') && name !== LIST) expect(sums, `${name} ${where}`).toContain(sum)
        if (name === LIST && last[name] !== next[name]) continue // it grows before a file comes
        expect([last[name], next[name]], `${name} ${where}`).toContain(sum)
      }
      for (const name of Object.keys(last).filter((name) => name in next))
        expect([...left.keys()], where).toContain(name)
    }
  })
})

const LIST = join('eras', 'checksums.txt')

/** An unfinished file has another name, and no sum. */
function nameAndSum(name: string, content: Content | 'folder'): [string, string][] {
  if (content === 'folder' || name.endsWith('.part')) return []
  const bytes = Buffer.concat([content.bytes], content.size)
  return [[name, createHash('sha256').update(bytes).digest('hex')]]
}
