import { isRecord, type Json } from '@lectern/conformance/json'
import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useCallback, useEffect } from 'preact/hooks'
import { Document } from '../document/document.tsx'
import type { DocumentKind } from '../document/members.ts'
import { groupDigits, isHash, readQuantity, shorten, showText } from '../document/text.ts'
import { Hex } from '../document/value.tsx'
import { prove, stopProving } from '../proof/prover.ts'
import { Seal } from '../proof/seal.tsx'
import { type Answer, ask, firstStatus } from '../shell/endpoint.ts'
import { lazy } from '../shell/lazy.tsx'
import { linkTo, place } from '../shell/router.ts'
import { Missing } from './missing.tsx'
import { Neighbours } from './neighbours.tsx'

const loadRightPage = () => import('../proof/right-page.tsx')

/** A proof takes longer than its code: the document is read first. */
const RightPage = lazy(
  loadRightPage,
  <aside class="recto" aria-busy="true">
    <div class="apparatus waiting" />
  </aside>,
)

/** A block, a transaction or a receipt: the document on the left page, its proof on the right. */
export function Reading({ rest: [name = ''] }: { rest: readonly string[] }): VNode {
  const kind = place.value[0] as DocumentKind
  const call = readCall(kind, name)
  const answer = useSignal<Answer | undefined>(undefined)
  const failure = useSignal<string | undefined>(undefined)
  const isSlow = useSignal(false)
  useEffect(() => {
    document.title = `${titles[kind]} ${shorten(name)} · Lectern`
    if (!call) return
    void loadRightPage().catch(() => {}) // while the node is asked
    const control = new AbortController()
    const timer = setTimeout(() => (isSlow.value = true), 3_000)
    ask(...call, control.signal)
      .then(async (given) => {
        const block =
          kind === 'tx' && given.result === null ? await findBlock(name, control.signal) : undefined
        if (block !== undefined) return location.replace(linkTo('block', block))
        answer.value = given
        await firstStatus
        if (isRecord(given.result) && !control.signal.aborted) prove(given, kind)
      })
      .catch(({ message }: Error) => {
        if (!control.signal.aborted) failure.value = message
      })
      .finally(() => clearTimeout(timer))
    return () => {
      clearTimeout(timer)
      control.abort()
      stopProving()
    }
  }, [])
  const again = useCallback(() => answer.value && prove(answer.value, kind), [])

  if (!call) return <Missing what={`${titles[kind].toLowerCase()} ${name}`} />
  if (failure.value !== undefined) return <Missing what={titles[kind]} reason={failure.value} />
  if (!answer.value) return <Waiting kind={kind} name={name} isSlow={isSlow.value} />
  const { result } = answer.value
  if (result === null)
    return <Missing what={`${titles[kind].toLowerCase()} ${shorten(name)}`} reason={absence[kind]} />
  if (!isRecord(result))
    return <Missing what={titles[kind]} reason="The answer is no JSON object, so there is nothing to read." />
  const number = readQuantity(result[kind === 'block' ? 'number' : 'blockNumber'])
  const index = readQuantity(result['transactionIndex'])
  return (
    <article class="book">
      <div class="verso">
        <Title kind={kind} name={name} json={result} />
        <Neighbours kind={kind} name={name} number={number} index={index} />
        <Seal />
        <Document kind={kind} json={result} />
      </div>
      <RightPage
        kind={kind}
        title={`${titles[kind].toLowerCase()} ${index ?? ''}`}
        json={result}
        onProve={again}
      />
    </article>
  )
}

const titles = { block: 'Block', tx: 'Transaction', receipt: 'Receipt' } as const
const absence = {
  block: 'The node has no such block.',
  tx: 'The node has no such transaction, and says of no block that it has this hash.',
  receipt: 'The node has no such receipt.',
} as const

/** The number of the block that has a hash, where the node knows one; its page proves it. */
async function findBlock(name: string, signal: AbortSignal): Promise<bigint | undefined> {
  const hash = name.toLowerCase()
  const { result } = await ask('eth_getBlockByHash', [hash, false], signal).catch(() => ({ result: null }))
  return isRecord(result) && result['hash'] === hash ? readQuantity(result['number']) : undefined
}

/** The call that gets what an address names; undefined for what names nothing. */
function readCall(kind: DocumentKind, name: string): [method: string, params: unknown[]] | undefined {
  if (kind !== 'block') {
    const method = kind === 'tx' ? 'eth_getTransactionByHash' : 'eth_getTransactionReceipt'
    return isHash(name) ? [method, [name.toLowerCase()]] : undefined
  }
  if (/^(earliest|latest|safe|finalized|pending)$/.test(name)) return ['eth_getBlockByNumber', [name, true]]
  const number = /^(\d{1,20}|0x[0-9a-f]{1,16})$/i.test(name) ? BigInt(name) : undefined
  return number === undefined || number >= 2n ** 64n
    ? undefined
    : ['eth_getBlockByNumber', [`0x${number.toString(16)}`, true]]
}

function Title({ kind, name, json }: { kind: DocumentKind; name: string; json?: Json }): VNode {
  const number = readQuantity(json?.['number'])
  const isTag = /^[a-z]+$/.test(name)
  return (
    <h1>
      {titles[kind]}{' '}
      {kind === 'block' ? (
        <span class="number">{number === undefined ? showText(name) : groupDigits(number)}</span>
      ) : (
        <Hex hex={name} isShort />
      )}
      {json && isTag && <small class="tag"> {name}</small>}
    </h1>
  )
}

/** The page while the node has not answered: its place is kept, so that nothing jumps. */
function Waiting({ kind, name, isSlow }: { kind: DocumentKind; name: string; isSlow: boolean }): VNode {
  return (
    <article class="book waiting" aria-busy="true">
      <div class="verso">
        <Title kind={kind} name={name} />
        <p class="neighbours">
          <a href={linkTo()}>← back</a>
        </p>
        <section class="seal working" role="status">
          {isSlow ? 'The node has not answered yet. It is given 30 seconds.' : 'Asking the node…'}
        </section>
      </div>
      <aside class="recto" />
    </article>
  )
}
