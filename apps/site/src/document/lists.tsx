import type { RenderableProps, VNode } from 'preact'
import { isRecord, type Json } from '@lectern/conformance/json'
import { useSignal } from '@preact/signals'
import { Boundary } from '../shell/boundary.tsx'
import { linkTo } from '../shell/router.ts'
import { Mark } from '../proof/mark.tsx'
import { groundOf, type Proof, stateOf } from '../proof/proof.ts'
import { proof } from '../proof/prover.ts'
import { Chunks } from './chunks.tsx'
import { type MemberRows, Members } from './member.tsx'
import { type Kind, labelOf } from './members.ts'
import { countOf, groupDigits, isHash, isHex, readQuantity, shorten, showText, showValue } from './text.ts'
import { Hex, Value } from './value.tsx'

interface ListProps {
  readonly name: string
  readonly items: readonly unknown[]
}

/** A list below its title: the count, and the mark of the list. */
function Listed({ name, items, children }: RenderableProps<ListProps>): VNode {
  const [one, many] = words[name] ?? ['entry', 'entries']
  const made = proof.value
  const state = stateOf(made, `/${name}`)
  const letter = made && groundOf(made, `/${name}`)
  const count = items.length === 0 ? `No ${many}` : countOf(items.length, one, many)
  return (
    <section class="group list">
      <h2 class={state} data-member={`/${name}`}>
        {isWrong(`/${name}`) ? <s>{count}</s> : count}
        {letter && state === 'proven' && <sup>{letter}</sup>} <Mark state={state} />
      </h2>
      {children}
    </section>
  )
}

const objectOf = (item: unknown): Json => (isRecord(item) ? item : {})

/** A block's transactions, a line each: index, hash, parties, value. */
export function Transactions({ name, items }: ListProps): VNode {
  return (
    <Listed name={name} items={items}>
      <Chunks count={items.length} each={40} height={37}>
        {(index, made) => (
          <Boundary key={index} what={`Transaction ${index}`}>
            <TransactionLine index={index} item={items[index]} made={made} />
          </Boundary>
        )}
      </Chunks>
    </Listed>
  )
}

function TransactionLine({
  index,
  item,
  made,
}: {
  index: number
  item: unknown
  made: Proof | undefined
}): VNode {
  const pointer = `/transactions/${index}`
  const { hash = item, from, to, value } = objectOf(item)
  const own = stateOf(made, pointer)
  const isShown = (['hash', 'from', 'to', 'value'] as const).every(
    (name) => stateOf(made, `${pointer}/${name}`) === 'proven',
  )
  const state = own === 'open' && isShown ? 'proven' : own // members that no line shows may be open
  const wrong = made?.mismatches.filter(({ path }) => path.startsWith(pointer)) ?? []
  const struck = (part: string, drawn: VNode): VNode =>
    wrong.some(({ path }) => path === pointer + part || path === pointer) ? (
      <s data-member={pointer + part}>{drawn}</s>
    ) : (
      drawn
    )
  return (
    <div class={`line ${state}`} data-member={pointer}>
      <Mark state={state} />
      <span class="index">{index}</span>
      {struck(
        '/hash',
        isHash(hash) ? (
          <a class="what" href={linkTo('tx', hash)}>
            <Hex hex={hash} isShort />
          </a>
        ) : (
          <span class="what odd">{showValue(hash).slice(0, 60)}</span>
        ),
      )}
      <span class="parties">
        {struck('/from', <Party value={from} />)} <span aria-label="to">→</span>{' '}
        {struck('/to', to === null ? <i class="none">new contract</i> : <Party value={to} />)}
      </span>
      <span class="amount">{struck('/value', <Value kind="ether" value={value} />)}</span>
      {wrong
        .filter(({ path }) => !/\/(hash|from|to|value)$/.test(path) && path !== pointer)
        .map(({ path, actual }) => (
          <span key={path} class="instead" data-member={path}>
            {labelOf(path.slice(pointer.length))} <s>{showValue(actual).slice(0, 90)}</s>
          </span>
        ))}
    </div>
  )
}

const Party = ({ value }: { value: unknown }): VNode =>
  isHex(value) && value.length === 42 ? (
    <code class="hex" title={value}>
      {shorten(value, 8, 4)}
    </code>
  ) : (
    <span class="odd">{value === undefined ? '' : showValue(value).slice(0, 24)}</span>
  )

/** More logs than these stay closed until a reader asks for them. */
const fewLogs = 200

/** A receipt's logs: address, topics, data of each. */
export function Logs({ name, items }: ListProps): VNode {
  const isOpen = useSignal(items.length <= fewLogs)
  const count = isOpen.value ? items.length : fewLogs
  return (
    <Listed name={name} items={items}>
      <Chunks count={count} each={25} height={190}>
        {(index) => (
          <Boundary key={index} what={`Log ${index}`}>
            <Log index={index} log={objectOf(items[index])} item={items[index]} />
          </Boundary>
        )}
      </Chunks>
      {!isOpen.value && (
        <button class="more" onClick={() => (isOpen.value = true)}>
          Show the other {groupDigits(items.length - fewLogs)} logs
        </button>
      )}
    </Listed>
  )
}

function Log({ index, log, item }: { index: number; log: Json; item: unknown }): VNode {
  if (Object.keys(log).length === 0) return <p class="odd">{showValue(item)}</p>
  const topics = Array.isArray(log['topics']) ? log['topics'].slice(0, 8) : []
  const at = `/logs/${index}`
  const own = readQuantity(log['logIndex'])
  const rows: MemberRows = [
    ['address', 'address', 'address', log['address']],
    ...topics.map((topic, number) => [`topics/${number}`, `topic ${number}`, 'hash', topic] as const),
    ['data', 'data', 'data', log['data']],
    ['logIndex', 'index in the block', 'number', log['logIndex']],
    ...repeated
      .filter((name) => isWrong(`${at}/${name}`))
      .map((name) => [name, labelOf(name), 'plain', log[name]] as const),
  ]
  return (
    <article class="log" aria-label={`Log ${index}`}>
      <h3>log {own === undefined ? index : groupDigits(own)}</h3>
      <dl>
        <Members at={at} rows={rows} />
      </dl>
    </article>
  )
}

/** Whether a value itself is refuted, and not only a part of it. */
const isWrong = (pointer: string): boolean =>
  proof.value?.mismatches.some(({ path }) => path === pointer) ?? false

/** Members that a log repeats of its receipt, and its topics: shown if they are refuted. */
const repeated = [
  'topics',
  'blockHash',
  'blockNumber',
  'blockTimestamp',
  'transactionHash',
  'transactionIndex',
  'removed',
]

const words: Readonly<Record<string, readonly [string, string]>> = {
  transactions: ['transaction', 'transactions'],
  logs: ['log', 'logs'],
  accessList: ['address in the access list', 'addresses in the access list'],
  uncles: ['uncle', 'uncles'],
  blobVersionedHashes: ['blob', 'blobs'],
  withdrawals: ['withdrawal', 'withdrawals'],
  authorizationList: ['authorization', 'authorizations'],
}

const entryMembers: ReadonlyMap<string, readonly [label: string, kind: Kind]> = new Map([
  ['address', ['address', 'address']],
  ['storageKeys', ['storage keys', 'plain']],
  ['validatorIndex', ['validator', 'number']],
  ['index', ['index', 'number']],
  ['amount', ['amount in gwei', 'number']],
  ['chainId', ['chain', 'number']],
  ['nonce', ['nonce', 'number']],
  ['yParity', ['y parity', 'plain']],
])

/** The most storage keys of an address that are listed. */
const mostKeys = 100

/** The rows of an entry of a list: of storage keys one each. */
const rowsOf = (entry: Json, at: string): MemberRows =>
  Object.entries(entry)
    .slice(0, 20)
    .flatMap(([name, value]) => {
      const [label, kind] = entryMembers.get(name) ?? [showText(name.slice(0, 60)), 'plain']
      const row = [name, label, kind, value] as const
      if (name !== 'storageKeys' || !Array.isArray(value)) return [row]
      const keys = value
        .slice(0, mostKeys)
        .map((key, index) => [`${name}/${index}`, `key ${index}`, 'hash', key] as const)
      return (isWrong(`${at}/${name}`) ? [row] : []).concat(keys)
    })

/** A list of objects, such as an access list or withdrawals, or of hashes, such as uncles. */
export function Entries({ name, items }: ListProps): VNode {
  return (
    <Listed name={name} items={items}>
      <Chunks count={items.length} each={50} height={100}>
        {(index) => {
          const entry = items[index]
          if (!isRecord(entry))
            return (
              <dl key={index}>
                <Members at={`/${name}`} rows={[[String(index), String(index), 'hash', entry]]} />
              </dl>
            )
          const more = [entry['storageKeys']].flat().length - mostKeys
          return (
            <dl key={index} class="log">
              <Members at={`/${name}/${index}`} rows={rowsOf(entry, `/${name}/${index}`)} />
              {more > 0 && <p class="none">… and {more} keys more</p>}
            </dl>
          )
        }}
      </Chunks>
    </Listed>
  )
}
