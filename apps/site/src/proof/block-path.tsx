import type { VNode } from 'preact'
import { countOf, shorten } from '../document/text.ts'
import type { Json } from '@lectern/conformance/json'
import { Box, boxHeight, gap, Link, width } from './path.tsx'
import { type Proof, stateOf } from './proof.ts'

/** The lists that a header names by a hash: their root, what one of them and many are called. */
const lists = [
  ['transactionsRoot', 'transactions', 'transaction', 'transactions'],
  ['withdrawalsRoot', 'withdrawals', 'withdrawal', 'withdrawals'],
  ['sha3Uncles', 'uncles', 'uncle', 'uncles'],
] as const

/** How much wider the box of the transactions is: a block has more than a thousand. */
const widest = 1.4

/** The path from a block's hash to its lists as a picture. The header names each by a root or a hash. */
export function BlockPath({ proof, json }: { proof: Proof; json: Json }): VNode | null {
  const { block } = proof
  if (!block) return null
  const there = lists.filter(([root, name]) => typeof json[root] === 'string' && Array.isArray(json[name]))
  const counts = there.map(([, name, one, many]) => {
    const { length } = json[name] as unknown[]
    return length === 0 ? `no ${many}` : countOf(length, one, many)
  })
  const cell = width / (there.length + widest - 1)
  const left = (index: number): number => (index === 0 ? 0 : (index + widest - 1) * cell)
  const top = 2 * (boxHeight + gap)
  return (
    <figure class="path">
      <svg viewBox={`-2 -2 ${width + 4} ${top + boxHeight + 4}`} aria-hidden="true" focusable="false">
        <Box y={0} title="block hash" text={shorten(block.hash, 12, 8)} isEnd />
        <Link y={boxHeight} />
        <Box y={boxHeight + gap} title="header" text={there.map(([root]) => root).join('  ')} />
        {there.map(([root, name], index) => {
          const [x, wide] = [left(index) + 2, (index === 0 ? widest : 1) * cell - 4]
          const state = stateOf(proof, `/${name}`)
          return (
            <g key={name}>
              <Link to={x + wide / 2} y={top - gap} says={false} />
              <Box
                x={x}
                y={top}
                wide={wide}
                title={counts[index]!}
                text={shorten(String(json[root]), 6, 4)}
                isEnd={state === 'proven'}
                isWrong={state === 'refuted'}
              />
            </g>
          )
        })}
      </svg>
      <figcaption>
        The block hash is the hash of the header, which names {listOf(counts)} by a hash each. Of the receipts
        it names the root: each receipt has a page of its own.
      </figcaption>
    </figure>
  )
}

const listOf = (parts: readonly string[]): string => new Intl.ListFormat('en').format(parts)
