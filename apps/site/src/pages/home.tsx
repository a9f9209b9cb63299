import { isRecord, type Json } from '@lectern/conformance/json'
import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { groupDigits, readQuantity, showAge, showText } from '../document/text.ts'
import { Hex } from '../document/value.tsx'
import { Mark } from '../proof/mark.tsx'
import { ask, host, status } from '../shell/endpoint.ts'
import { Fact } from '../shell/parts.tsx'
import { linkTo } from '../shell/router.ts'

/** The most new blocks that are listed. */
const newest = 12

/** The first page: what this is, what is stored, the newest blocks. */
export function Home(): VNode {
  const blocks = useSignal<readonly Json[] | undefined>(undefined)
  const failure = useSignal('')
  useEffect(() => {
    document.title = 'Lectern'
    const control = new AbortController()
    readNewest(control.signal)
      .then((found) => (blocks.value = found))
      .catch(({ message }: Error) => {
        if (!control.signal.aborted) failure.value = message
      })
    return () => control.abort()
  }, [])
  return (
    <div class="book home">
      <div class="verso">
        <h1>Lectern</h1>
        <p class="lead">
          A stand that holds one chain open for reading. Look up a block, a transaction or a receipt; each is
          proven here, in your browser, from the hashes that commit to it.
        </p>
        <Stored />
        <section class="group" aria-labelledby="marks">
          <h2 id="marks">The marks</h2>
          <ul class="marks">
            {marks.map(([state, isHollow, name, meaning]) => (
              <li key={name}>
                <Mark state={state} isHollow={isHollow} />
                <p>
                  {name}: <span>{meaning}</span>
                </p>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section class="recto" aria-labelledby="newest">
        <h2 id="newest">Newest blocks</h2>
        {failure.value && <p class="complaint">{showText(failure.value)}</p>}
        <ol class="contents" aria-busy={!blocks.value && !failure.value}>
          {(blocks.value ?? []).map((block) => (
            <Line key={String(block['number'])} block={block} />
          ))}
        </ol>
      </section>
    </div>
  )
}

const marks = [
  [
    'proven',
    true,
    'it follows from a block hash',
    'the seal of an answer that fits together, on whatever chain it is',
  ],
  [
    'proven',
    false,
    'it is proven',
    'a member; or a whole answer, of a block that you trust or an ancestor of it',
  ],
  ['open', false, 'it is not proven', 'no hash commits to it, or what it follows from is not known here'],
  ['refuted', false, 'it is refuted', 'a hash says otherwise; the value is struck'],
] as const

/** A block as a line of a table of contents. */
function Line({ block }: { block: Json }): VNode | null {
  const number = readQuantity(block['number'])
  const time = readQuantity(block['timestamp'])
  const { transactions } = block
  if (number === undefined) return null
  const count = Array.isArray(transactions) ? transactions.length : 0
  return (
    <li>
      <a href={linkTo('block', number)}>{groupDigits(number)}</a>
      <span class="leader" aria-hidden="true" />
      <span class="count">{count === 0 ? 'empty' : `${groupDigits(count)} tx`}</span>
      <time>{time === undefined ? '' : showAge(Number(time))}</time>
    </li>
  )
}

async function readNewest(signal: AbortSignal): Promise<Json[]> {
  const { result: head } = await ask('eth_getBlockByNumber', ['latest', false], signal)
  const top = readQuantity((Object(head) as Json)['number'])
  if (top === undefined) return []
  const others = Array.from({ length: newest - 1 }, (_, index) => top - BigInt(index + 1)).filter(
    (number) => number >= 0n,
  )
  const answers = await Promise.all(
    others.map((number) => ask('eth_getBlockByNumber', [`0x${number.toString(16)}`, false], signal)),
  )
  return [head, ...answers.map(({ result }) => result)].filter(isRecord)
}

/** The chain that the server claims to store. */
function Stored(): VNode {
  const { chainId, lowest, head, anchor } = (status.value ?? {}) as Record<string, unknown>
  const top = Object(head) as Json
  const vouched = Object(anchor) as Json
  return (
    <section class="group stored">
      <h2>What is stored</h2>
      <dl class="facts">
        <Fact name="endpoint">{host}</Fact>
        <Fact name="chain">{chainId === undefined ? '…' : showText(String(chainId))}</Fact>
        <Fact name="blocks">
          {typeof lowest === 'number' && typeof top['number'] === 'number' ? (
            <>
              <a href={linkTo('block', lowest)}>{groupDigits(lowest)}</a> to{' '}
              <a href={linkTo('block', top['number'])}>{groupDigits(top['number'])}</a>
            </>
          ) : (
            '…'
          )}
        </Fact>
        <Fact name="head">
          <BlockHash block={top} />
        </Fact>
        <Fact name="anchor">
          {anchor === null ? (
            <i class="none">none: nothing vouches for the last block</i>
          ) : (
            <BlockHash block={vouched} />
          )}
        </Fact>
      </dl>
    </section>
  )
}

function BlockHash({ block: { number, hash } }: { block: Json }): VNode {
  if (typeof hash !== 'string' || typeof number !== 'number') return <>…</>
  return (
    <a href={linkTo('block', number)}>
      <Hex hex={hash} isShort />
    </a>
  )
}
