import type { BlockWithTransactions, Transaction as TransactionJson } from '@lectern/spec'
import * as fc from 'fast-check'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { failure } from '../../test/faulty.ts'
import { chosen, truths } from '../../test/lies.ts'
import { blob, blobs, creation, plain, report, whole, withUncles } from '../../test/report.ts'
import { origin, sampleProofs, sampleTransport, truthOf } from '../../test/sample-node.ts'
import {
  bigints,
  ClientError,
  type ClientEvent,
  createClient,
  failover,
  type Proven,
  type Transport,
} from '../index.ts'
import { readHeader } from './block.ts'
import { families } from './family/index.ts'
import { type Level, type Report, serverProofs, tracePath, verifier } from './index.ts'
import { sender } from './sender.ts'

/** The members of a block before London. */
const london = new Set(Object.keys(truthOf('eth_getBlockByNumber', ['0x0', true]) as object))

/** Each member of an answer, as a report names it. */
function membersOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((part) => membersOf(part, `${path}/*`)))]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    [`${path}/${name}`].concat(membersOf(member, `${path}/${name}`)),
  )
}

test.each(['hash', 'block', 'full'] as const)(
  'at %s each member of each true answer is in exactly one of proven and unproven, and nothing else is',
  async (level) => {
    for (const { method, params, result } of truths) {
      if (level === 'hash' && method === blob.method) continue // refused
      const { proven, unproven } = await report({ level, blobs }, method, params)
      const listed = [...proven, ...unproven]
      expect(new Set(listed).size).toBe(listed.length)
      const members = membersOf(result)
      expect(listed.filter((member) => !members.includes(member))).toEqual([])
      // what is not named itself is under a member that is unproven
      const rest = members.filter((member) => !listed.includes(member))
      expect(rest.filter((member) => !unproven.some((other) => member.startsWith(`${other}/`)))).toEqual([])
    }
  },
)

test('what each level leaves unproven', async () => {
  const left: Record<string, string> = {}
  for (const level of ['hash', 'block', 'full'] as const) {
    for (const [name, { method, params }] of Object.entries({ plain, blob, whole, withUncles })) {
      if (level === 'hash' && method === blob.method) continue // refused
      const { unproven } = await report({ level, blobs }, method, params)
      left[`${level} ${name}`] = unproven.join(' ')
    }
  }
  expect(left).toMatchInlineSnapshot(`
    {
      "block blob": "/from /cumulativeGasUsed /gasUsed /logs /logsBloom /status",
      "block plain": "/from",
      "block whole": "/transactions/*/from",
      "block withUncles": "/size /uncles",
      "full blob": "/from",
      "full plain": "/from",
      "full whole": "/transactions/*/from",
      "full withUncles": "",
      "hash plain": "/from /blockHash /blockNumber /blockTimestamp /gasPrice /transactionIndex",
      "hash whole": "/size /transactions /uncles /withdrawals",
      "hash withUncles": "/size /transactions /uncles",
    }
  `)
})

test('with the sender, the blob schedule and the server’s proofs nothing is left unproven', async () => {
  const options = { level: 'full', blobs, sender, proofs: serverProofs({ fetch: sampleProofs() }) } as const
  for (const { method, params } of [plain, blob, creation, whole, withUncles])
    expect(await report(options, method, params)).toMatchObject({ unproven: [], unsupported: [] })
})

test('a report has the call, the level, the block and that nothing vouches for it', async () => {
  const all = await report({ level: 'block', trace: tracePath }, plain.method, plain.params)
  const { proven, unproven, grounds, path, ...rest } = all
  expect(rest).toEqual({
    method: plain.method,
    params: plain.params,
    level: 'block',
    unsupported: [],
    block: { number: BigInt(plain.result['blockNumber'] as string), hash: plain.result['blockHash'] },
    trust: 'self-consistent',
    anchor: undefined,
  })
  expect(proven).toContain('/value')
  expect(unproven).toEqual(['/from'])
  expect(grounds.map(({ reason }) => reason)).toEqual([
    'signed',
    'transaction-hash',
    'inclusion',
    'header',
    'price',
  ])
  expect(path).toMatchObject({ root: 'transactionsRoot', index: Number(plain.result['transactionIndex']) })
})

test('each proven member of each answer has exactly one ground, its own or that of the member above it', async () => {
  for (const { method, params } of chosen) {
    const { proven, grounds } = await report({ level: 'full', sender, blobs }, method, params)
    const listed = grounds.flatMap(({ members }) => members)
    expect(new Set(listed).size).toBe(listed.length)
    const isGrounded = (member: string) =>
      listed.some((one) => member === one || member.startsWith(`${one}/`))
    expect(proven.filter((member) => !isGrounded(member))).toEqual([])
    expect(listed.filter((member) => !proven.includes(member))).toEqual([])
  }
})

test('the way to a receipt is the same by the server’s proofs and by the whole block, and ends at its leaf', async () => {
  for (const { method, params } of chosen.filter(({ method }) => method === 'eth_getTransactionReceipt')) {
    const proofs = serverProofs({ fetch: sampleProofs() })
    const [own, whole] = await Promise.all([
      report({ level: 'full', proofs }, method, params),
      report({ level: 'full', trace: tracePath }, method, params),
    ])
    expect(own.path).toEqual(whole.path)
    expect(own.path!.root).toBe('receiptsRoot')
    expect(own.path!.steps.at(-1)!.kind).toBe('leaf')
  }
})

test('a refuted result lists every member that differs, and what holds beside them', async () => {
  const { method, params, result } = chosen.find(({ method }) => method === 'eth_getTransactionReceipt')!
  const lie = { ...result, gasUsed: '0x1', status: '0x9', cumulativeGasUsed: '0x2' }
  const client = createClient({
    transport: sampleTransport((asked, [hash]) =>
      asked === method && hash === params[0] ? { lie } : undefined,
    ),
    verify: verifier({ level: 'full', trust: 'none', proofs: serverProofs({ fetch: sampleProofs() }) }),
  })
  const error = await client.getReceipt(params[0] as `0x${string}`).catch((error: ClientError) => error)
  const { mismatches, report, check } = error as ClientError
  expect(mismatches!.map(({ path }) => path).toSorted()).toEqual([
    '/cumulativeGasUsed',
    '/gasUsed',
    '/status',
  ])
  expect(check).toBe(mismatches![0]!.path.slice(1))
  const { proven } = report as Report
  expect(proven).toContain('/transactionHash')
  expect(proven).not.toContain('/gasUsed')
})

test('of a refuted result neither what holds the refuted value is proven, nor what it holds', async () => {
  const { method, params, result } = chosen.find(
    ({ method, result }) =>
      method === 'eth_getTransactionReceipt' && (result as { logs: unknown[] }).logs.length > 0,
  )!
  const [log, ...logs] = (result as { logs: { data: string }[] }).logs
  const lie = { ...result, logs: [{ ...log, data: '0x1234' }, ...logs] }
  const client = createClient({
    transport: sampleTransport((asked, [hash]) =>
      asked === method && hash === params[0] ? { lie } : undefined,
    ),
    verify: verifier({ level: 'full', trust: 'none', proofs: serverProofs({ fetch: sampleProofs() }) }),
  })
  const error = await client.getReceipt(params[0] as `0x${string}`).catch((error: ClientError) => error)
  const { proven, grounds } = (error as ClientError).report as Report
  const grounded = grounds.flatMap(({ members }) => members)
  for (const members of [proven, grounded]) {
    expect(members).not.toContain('/logs')
    expect(members).not.toContain('/logs/*/data')
  }
  expect(proven).toContain('/logs/*/address')
  expect(grounded).toContain('/logs/*/address')
})

test('a report is returned by proven and by the event, and a copy keeps it', async () => {
  const events: ClientEvent[] = []
  const client = createClient({
    transport: sampleTransport(),
    verify: verifier({ level: 'full', trust: 'none' }),
    onEvent: (event) => events.push(event),
  })
  const hash = plain.params[0] as `0x${string}`
  const found = await client.proven.getTransaction(hash)
  expectTypeOf(found).toEqualTypeOf<Proven<TransactionJson, Report>>()
  expect(found.result).toEqual(plain.result)
  expect(found.report).toMatchObject({ method: plain.method, params: [hash], level: 'full' })
  expect(events.find(({ type }) => type === 'verified')).toMatchObject({ report: found.report })
  expect(structuredClone({ ...found })).toEqual(found)
  const { result, report } = await client.proven.getBlock(7, { transactions: true })
  expectTypeOf(result).toEqualTypeOf<BlockWithTransactions>()
  expect(report.block).toEqual({ number: 7n, hash: result.hash })
  expect((await client.proven.getReceipt(hash)).report.method).toBe('eth_getTransactionReceipt')
})

test('a report comes with a result that is shared with another call, or decoded', async () => {
  const hash = plain.params[0] as `0x${string}`
  for (const decode of [undefined, bigints]) {
    const verify = verifier({ level: 'full', trust: 'none' })
    const client = createClient({ transport: sampleTransport(), verify, ...(decode && { decode }) })
    const found = await Promise.all([1, 2, 3].map(() => client.proven.getTransaction(hash)))
    expect(new Set(found.map(({ result }) => result)).size).toBe(3)
    for (const { result, report } of found) {
      expect(result.hash).toBe(hash)
      expect(report).toMatchObject({ method: plain.method, params: [hash], level: 'full' })
    }
  }
})

test('proven throws for what is not found, and on a client without a verifier', async () => {
  const nothing = createClient({
    transport: async () => ({ result: null }),
    verify: verifier({ level: 'hash', trust: 'none' }),
  })
  const hash = plain.params[0] as `0x${string}`
  expect(await failure(nothing.proven.getTransaction(hash))).toMatchObject({ code: 'NOT_FOUND' })
  const unproven = createClient(sampleTransport())
  expect(await failure(unproven.proven.getBlock(7))).toMatchObject({
    code: 'INVALID_OPTION',
    message: 'eth_getBlockByNumber: proven needs a client with `verify`.',
  })
})

test('a receipt is refused at the level hash, before anything is sent', async () => {
  const transport = vi.fn(sampleTransport())
  const verify = verifier({ level: 'hash', trust: 'none' })
  const client = createClient({ transport, verify })
  const hash = plain.params[0] as `0x${string}`
  expect(await failure(client.getReceipt(hash))).toMatchObject({
    code: 'INVALID_OPTION',
    message:
      'eth_getTransactionReceipt: level must be block or full for a receipt: no hash commits to one alone.',
  })
  expect(transport).not.toHaveBeenCalled()
  await expect(report({ level: 'hash' }, blob.method, blob.params)).rejects.toThrow('level must be block')
})

test('a request of the proof that fails is no mismatch', async () => {
  const events: ClientEvent[] = []
  const sample = sampleTransport()
  const transport: Transport = async (call, bounds) => {
    if (call.method === plain.method) return await sample(call, bounds)
    const error = new ClientError('NETWORK', 'connection reset')
    bounds.emit?.({ type: 'failed', error })
    throw error
  }
  const onEvent = (event: ClientEvent) => events.push(event)
  const client = createClient({ transport, verify: verifier({ level: 'block', trust: 'none' }), onEvent })
  expect(await failure(client.getTransaction(plain.params[0] as `0x${string}`))).toMatchObject({
    code: 'NETWORK',
  })
  expect(events.map(({ type }) => type)).toEqual(['failed'])
})

test('endpoints without a URL share no calls of proofs, and one of them shares its own', async () => {
  const asked = [0, 0, 0]
  const nodes = asked.map((_, node): Transport => async (call, bounds) => {
    const { result } = await sampleTransport()(call, bounds)
    if (call.method !== 'eth_getBlockByNumber') return { result }
    asked[node]! += 1
    return { result: node === 0 ? { ...(result as object), stateRoot: `0x${'11'.repeat(32)}` } : result }
  })
  const client = createClient({
    transport: failover(nodes, { quorum: 2 }),
    verify: verifier({ level: 'block', trust: 'none', members: 'tolerant', family: families.ethereum }),
  })
  const transactions = truths.filter(
    ({ method, result }: any) =>
      method === plain.method && result.blockNumber === plain.result['blockNumber'],
  )
  expect(transactions.length).toBeGreaterThan(1)
  const calls = transactions.map(({ params }) => client.orThrow.getTransaction(params[0] as `0x${string}`))
  expect(await Promise.all(calls)).toEqual(transactions.map(({ result }) => result))
  expect(asked).toEqual([1, 1, 1])
})

test('a member of one kind of transaction that is unproven is not called proven for the block', async () => {
  const lie = structuredClone(whole.result) as any
  lie.transactions[0].l1Fee = '0x1'
  const { proven, unproven } = await report(
    { level: 'full', members: 'tolerant', sender },
    whole.method,
    whole.params,
    lie,
  )
  expect(unproven).toEqual(['/transactions/*/l1Fee'])
  expect(proven).toContain('/transactions/*/gasPrice')
})

/** Returns the error for the blob transaction's receipt with some members changed. */
const refusalOf = async (change: object, level: Level = 'full') => {
  const lie = { ...structuredClone(blob.result), ...change }
  const transport = sampleTransport((method) => (method === blob.method ? { lie } : undefined))
  const error = await failure(
    createClient({
      transport,
      verify: verifier({ level, trust: 'none', proofs: serverProofs({ fetch: sampleProofs() }) }),
    }).eth_getTransactionReceipt(blob.params[0] as `0x${string}`),
  )
  const { code, check, expected, actual, message, url } = error
  expect({ code, url }).toEqual({ code: 'UNVERIFIED', url: origin })
  return [check, expected, actual, message]
}

test('an answer that is refuted says which check refutes it, and both values', async () => {
  expect(await refusalOf({ status: '0x0' })).toEqual([
    'status',
    '0x1',
    '0x0',
    'eth_getTransactionReceipt: status is "0x0", not "0x1".',
  ])
  expect((await refusalOf({ gasUsed: 21000 })).slice(0, 3)).toEqual([
    'gasUsed',
    blob.result['gasUsed'],
    21000,
  ])
  expect(await refusalOf({ l1Fee: '0x1' })).toEqual([
    'l1Fee',
    undefined,
    '0x1',
    'eth_getTransactionReceipt: l1Fee is "0x1", not absent.',
  ])
  expect((await refusalOf({ to: undefined })).slice(0, 3)).toEqual(['to', blob.result['to'], undefined])
  expect(await refusalOf({ logsBloom: '0x00' }, 'block')).toEqual([
    'json',
    undefined,
    undefined,
    'eth_getTransactionReceipt: receipt: logsBloom must be 0x and 256 bytes, not "0x00".',
  ])
})

test('below full, hex in upper case is the same answer', async () => {
  const { method, params, result } = plain
  const from = `0x${String(result['from']).slice(2).toUpperCase()}`
  const blockHash = `0x${String(result['blockHash']).slice(2).toUpperCase()}`
  expect(
    await report({ level: 'block', sender }, method, params, { ...result, from, blockHash }),
  ).toMatchObject({
    unproven: [],
  })
})

test('what cannot be checked is given, and the report says why', async () => {
  const cases: [string, readonly unknown[], unknown, string][] = [
    [
      plain.method,
      plain.params,
      { ...plain.result, type: '0x7e', mint: '0x1', gas: '0x1' },
      'transaction: the type 0x7e is not known: a newer Lectern is needed.',
    ],
    [
      plain.method,
      plain.params,
      { ...plain.result, blockHash: null, blockNumber: null, transactionIndex: null, blockTimestamp: null },
      'no block holds it yet.',
    ],
    ['eth_getBlockByNumber', ['pending', true], { ...whole.result, hash: null }, 'no block holds it yet.'],
    [
      whole.method,
      whole.params,
      { ...whole.result, hash: `0x${'12'.repeat(32)}`, newRoot: `0x${'34'.repeat(32)}` },
      'header: newRoot may be of a fork that is not known: a newer Lectern is needed.',
    ],
  ]
  for (const [method, params, result, reason] of cases)
    for (const level of ['block', 'full'] as const) {
      const { unsupported, unproven } = await report({ level, sender }, method, params, result)
      expect(unsupported).toEqual([{ path: '', reason }])
      expect(unproven).toContain('/number' in (result as object) ? '/number' : unproven[0])
      await expect(report({ level, unsupported: 'refuse' }, method, params, result)).rejects.toThrow(reason)
    }
})

test('a block with a transaction of an unknown type has a proven header and no proven transaction', async () => {
  const block = structuredClone(whole.result) as any
  Object.assign(block.transactions[0], { type: '0x7e', sourceHash: `0x${'12'.repeat(32)}`, gas: '0x0' })
  const { proven, unproven, unsupported } = await report({ level: 'full' }, whole.method, whole.params, block)
  expect(unsupported).toEqual([
    {
      path: '/transactions/0',
      reason: 'transaction: the type 0x7e is not known: a newer Lectern is needed.',
    },
  ])
  expect(proven).toContain('/stateRoot')
  expect(proven).toContain('/withdrawals')
  expect(unproven).toEqual(['/size', '/transactions'])
})

test('a transaction beside one of an unknown type has its signed fields proven, and not its context', async () => {
  const block = structuredClone(truthOf('eth_getBlockByNumber', [plain.result['blockNumber'], true])) as any
  block.transactions.push({ ...plain.result, type: '0x7e', hash: `0x${'12'.repeat(32)}` })
  const reportOn = async (method: string, result: unknown) =>
    await verifier({ level: 'full', trust: 'none' })(
      { method, params: plain.params } as never,
      { result },
      async () => block,
    )
  const listed = await reportOn(plain.method, plain.result)
  const reason =
    'its block cannot be checked: transaction: the type 0x7e is not known: a newer Lectern is needed.'
  expect(listed.unsupported).toEqual([{ path: '', reason }])
  expect(listed.proven).toContain('/value')
  expect(listed.unproven).toEqual(expect.arrayContaining(['/blockHash', '/transactionIndex', '/gasPrice']))
  const receipt = await reportOn(
    'eth_getTransactionReceipt',
    truthOf('eth_getTransactionReceipt', plain.params),
  )
  expect([receipt.proven, receipt.unsupported]).toEqual([[], [{ path: '', reason }]])
})

test('a transaction that hides its type is found out by its hash', async () => {
  await expect(
    report({ level: 'hash' }, plain.method, plain.params, { ...plain.result, type: '0x7e' }),
  ).rejects.toThrow('type is "0x7e", not "0x2".')
})

test('older nodes’ answers are taken where members may differ', async () => {
  const { method, params } = plain
  const { blockTimestamp: _, yParity: _parity, ...older } = plain.result
  const { unproven } = await report({ level: 'full', members: 'tolerant', sender }, method, params, {
    ...older,
    l1Fee: '0x1',
  })
  expect(unproven).toEqual(['/l1Fee'])
  await expect(report({ level: 'full', sender }, method, params, older)).rejects.toThrow(
    /^(blockTimestamp|yParity) is absent, not "0x/,
  )
})

test('what a transport throws is left as it is', async () => {
  const broken = new TypeError('no transport')
  const question = { method: plain.method, params: plain.params } as never
  const call = verifier({ level: 'block', trust: 'none' })(question, { result: plain.result }, () =>
    Promise.reject(broken),
  )
  await expect(call).rejects.toBe(broken)
})

test('the price of a transaction is left open where the block has no base fee', async () => {
  const block = structuredClone(truthOf('eth_getBlockByNumber', [plain.result['blockNumber'], true])) as any
  for (const name of Object.keys(block).filter((name) => !london.has(name))) delete block[name]
  const { hash } = readHeader(block)
  for (const transaction of block.transactions) transaction.blockHash = hash
  const changed = block.transactions[Number(plain.result['transactionIndex'])]
  const question = { method: plain.method, params: plain.params } as never
  const { unproven } = await verifier({ level: 'full', trust: 'none' })(
    question,
    { result: changed },
    async () => ({
      ...block,
      hash,
    }),
  )
  expect(unproven).toEqual(['/from', '/gasPrice'])
})

test('a level that is none is refused, and so is a trust that is none', () => {
  expect(() => verifier({ level: 'all' as never, trust: 'none' })).toThrow(
    'level must be hash, block or full, not all.',
  )
  expect(() => verifier({ level: 'full' } as never)).toThrow(
    "trust must be a function or 'none', not undefined.",
  )
})

test('whatever a node sends is proven, reported or refused with UNVERIFIED', async () => {
  const anything = fc.anything({ withNullPrototype: true })
  const members = [...new Set(truths.flatMap(({ result }) => Object.keys(result)))]
  const nearly = fc
    .tuple(
      fc.constantFrom(...truths),
      fc.array(fc.tuple(fc.constantFrom(...members), anything), { maxLength: 3 }),
    )
    .map(([{ method, params, result }, changes]) => ({
      method,
      params,
      result: { ...result, ...Object.fromEntries(changes) },
    }))
  const level = fc.constantFrom<Level>('hash', 'block', 'full')
  await fc.assert(
    fc.asyncProperty(level, nearly, async (level, { method, params, result }) => {
      fc.pre(level !== 'hash' || method !== blob.method)
      const json: unknown = JSON.parse(JSON.stringify(result))
      try {
        await report({ level }, method, params, json)
      } catch (error) {
        expect(error).toBeInstanceOf(ClientError)
        expect((error as ClientError).code).toBe('UNVERIFIED')
      }
    }),
    { numRuns: 500 },
  )
})

test('answers of one block that are proven at once are proven by the same further answers', async () => {
  const transport = sampleTransport()
  const client = createClient({ transport, verify: verifier({ level: 'full', trust: 'none' }) })
  const { hash, transactions } = truths
    .filter(({ method, params }) => method === 'eth_getBlockByNumber' && params[1] === false)
    .map(({ result }) => result as { hash: string; transactions: `0x${string}`[] })
    .toSorted((a, b) => b.transactions.length - a.transactions.length)[0]!
  expect(transactions.length, hash).toBeGreaterThan(4)
  await Promise.all(transactions.map((each) => client.orThrow.getReceipt(each)))
  expect(transport.asked.length).toBeLessThan(2 * transactions.length + 3)
})

test('one that is given up takes nothing from the others that wait for the same', async () => {
  const honest = sampleTransport()
  const opened = Promise.withResolvers<void>()
  const transport: Transport = async (call, bounds) => {
    if (call.method === 'eth_getBlockByNumber')
      await Promise.race([
        opened.promise,
        new Promise((_, reject) =>
          bounds.signal.addEventListener('abort', () => reject(bounds.signal.reason)),
        ),
      ])
    return await honest(call, bounds)
  }
  const client = createClient({ transport, verify: verifier({ level: 'full', trust: 'none' }) })
  const controller = new AbortController()
  const hash = plain.params[0] as `0x${string}`
  const left = client.getReceipt(hash, { signal: controller.signal }).catch((error: unknown) => error)
  const other = client.orThrow.getTransaction(hash, { signal: new AbortController().signal })
  await new Promise((resolve) => setTimeout(resolve, 20))
  controller.abort('gone')
  expect(await left).toBe('gone')
  opened.resolve()
  expect(await other).toMatchObject({ hash })
})

test('when the deadline is over, so is the proof', async () => {
  const signals: AbortSignal[] = []
  const client = createClient({
    transport: sampleTransport(),
    deadline: 50,
    verify: (_question, _reply, _ask, signal) => (signals.push(signal), new Promise(() => {})),
  })
  expect((await failure(client.getTransaction(plain.params[0] as `0x${string}`))).code).toBe('TIMEOUT')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})
