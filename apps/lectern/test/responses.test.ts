import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import type { BlockProof, ReceiptProof, TransactionProof } from '@lectern/chain'
import type { FollowStatus } from '@lectern/follow'
import { ProofRefusal, proofSchemas } from '@lectern/server'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { afterAll, beforeAll, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { type FollowReport, Liveness, NotReady, Ready, Status } from '../src/observe/schemas.ts'
import { importSample, lectern, serve } from './command.ts'
import { ask } from './questions.ts'

const datadir = mkdtempSync(`${tmpdir()}/lectern-`)
beforeAll(async () => void (await lectern(importSample(datadir))))
afterAll(() => rmSync(datadir, { recursive: true, force: true }))

/** Fails with the errors of a value that its schema refuses. */
function keep(schema: TSchema, value: unknown): void {
  expect(Compile(schema).Errors(value)[1]).toEqual([])
}

test('responses of health routes and of proofs are what their schemas say', async () => {
  const { url } = await serve(['--datadir', datadir, '--workers', '2', '--ready.age', '0'])
  const late = await serve(['--datadir', datadir, '--workers', '1', '--ready.age', '60'])
  const block = (await (await ask(url, 'eth_getBlockByNumber', ['0x5', false])).json()) as {
    result: { transactions: string[] }
  }
  const [hash] = block.result.transactions
  const none = `0x${'0'.repeat(64)}`
  const responses: [schema: TSchema, path: string, status: number][] = [
    [Liveness, `${url}/livez`, 200],
    [Ready, `${url}/readyz`, 200],
    [NotReady, `${late.url}/readyz`, 503],
    [Status, `${url}/status`, 200],
    [proofSchemas.transaction, `${url}/proof/transaction/${hash}`, 200],
    [proofSchemas.receipt, `${url}/proof/receipt/${hash}`, 200],
    [proofSchemas.block, `${url}/proof/block/0x5`, 200],
    [proofSchemas.history, `${url}/proof/history/0x5?to=0x9`, 200],
    [ProofRefusal, `${url}/proof/receipt/${none}`, 404],
    [ProofRefusal, `${url}/proof/receipt/0x1`, 400],
  ]
  for (const [schema, path, status] of responses) {
    const response = await fetch(path)
    expect(response.status).toBe(status)
    keep(schema, await response.json())
  }
})

test('types of the code are the static types of the schemas', () => {
  type Proof<Kind extends keyof typeof proofSchemas> = Static<(typeof proofSchemas)[Kind]>
  expectTypeOf<Proof<'block'>>().toExtend<BlockProof>()
  expectTypeOf<BlockProof>().toExtend<Proof<'block'>>()
  expectTypeOf<Proof<'transaction'>>().toExtend<TransactionProof>()
  expectTypeOf<TransactionProof>().toExtend<Proof<'transaction'>>()
  expectTypeOf<Proof<'receipt'>>().toExtend<ReceiptProof>()
  expectTypeOf<ReceiptProof>().toExtend<Proof<'receipt'>>()
  expectTypeOf<FollowReport>().toExtend<FollowStatus>()
  expectTypeOf<FollowStatus>().toExtend<FollowReport>()
  // A serializer drops members that its schema lacks.
  type Names<T extends FollowStatus | FollowReport> =
    | keyof T
    | keyof T['sources'][number]
    | keyof NonNullable<T['beacon']>
    | keyof NonNullable<NonNullable<T['beacon']>['finalized']>
    | keyof NonNullable<T['beacon']>['apis'][number]
  expectTypeOf<Names<FollowReport>>().toEqualTypeOf<Names<FollowStatus>>()
})

test('docs/proofs-format.md lists the members of each proof', () => {
  const page = readFileSync(new URL('../../../docs/proofs-format.md', import.meta.url), 'utf8')
  /** The items of the list after a sentence: names in code, and what is in parentheses after them. */
  const items = (sentence: string) => {
    const [, list] = page.slice(page.indexOf(sentence)).split('\n\n') as [string, string]
    return Array.from(list.matchAll(/^- (?:\d+ )?`([\w-]+)`(?: \((.*?)\))?: /gm), ([, name, of = '']) => ({
      name: name!,
      of: of.split(', '),
    }))
  }
  const names = (sentence: string) => items(sentence).map(({ name }) => name)
  const { block, transaction, receipt, history } = proofSchemas
  for (const [kind, schema] of Object.entries({ block, transaction, receipt })) {
    const listed = items('Numbers are quantities').filter(({ of }) => of.includes('all') || of.includes(kind))
    expect(listed.map(({ name }) => name).toSorted()).toEqual(Object.keys(schema.properties).toSorted())
  }
  const ofHistory = history.anyOf.flatMap((form) => Object.keys(form.properties))
  expect(names('A proof between near blocks')).toEqual([...new Set(ofHistory)])
  const kinds = history.anyOf.flatMap((form) => ('kind' in form.properties ? form.properties.kind.enum : []))
  expect(names('Each kind has')).toEqual(kinds)
  expect(names('Errors have a `code`')).toEqual(
    ProofRefusal.properties.code.enum.filter((code) => code !== 'refused'),
  )
})

test('lectern health wants the readiness of a Lectern, not any 200', async () => {
  const other = createServer((_, response) => response.end('<p>Welcome</p>')).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  expect(await lectern(['health', url])).toMatchObject({
    code: 1,
    stdout: `${url} is not ready: HTTP 200 <p>Welcome</p>\n`,
  })
})
