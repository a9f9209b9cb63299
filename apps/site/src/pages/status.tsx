import type { Json } from '@lectern/conformance/json'
import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { groupDigits, showAge, showText, showTime } from '../document/text.ts'
import { Hex } from '../document/value.tsx'
import { firstStatus, host, refreshStatus, status } from '../shell/endpoint.ts'
import { Fact, Group } from '../shell/parts.tsx'
import { linkTo } from '../shell/router.ts'

/** The server's own status: stored blocks and their trust, versions, limits. */
export default function Status(): VNode {
  const isSilent = useSignal(false)
  useEffect(() => {
    document.title = 'Status · Lectern'
    void firstStatus.then(refreshStatus).then(() => (isSilent.value = status.peek() === null))
    const timer = setInterval(() => void refreshStatus(), 12_000)
    return () => clearInterval(timer)
  }, [])
  const said = status.value
  return (
    <div class={said || isSilent.value ? 'book' : 'book waiting'}>
      <div class="verso">
        <h1>Status</h1>
        <p class="lead">
          {isSilent.value && !said
            ? `${host} says nothing of itself.`
            : 'What the server says of itself. Nothing on this page is proven.'}
        </p>
        {said && <Stored said={said} />}
        {said && <Facts title="Follower" facts={Object(said['follow']) as Json} />}
        {said && <Facts title="Versions" facts={Object(said['versions']) as Json} />}
      </div>
      {said && (
        <aside class="recto">
          <Levels levels={said['levels']} />
          <Facts title="Limits" facts={Object(said['limits']) as Json} isNarrow />
        </aside>
      )}
    </div>
  )
}

function Stored({ said }: { said: Json }): VNode {
  const block = (name: string): VNode | null => {
    const { number, hash, time, grounds } = Object(said[name]) as Json
    if (typeof number !== 'number') return said[name] === null ? <Fact name={name}>{none}</Fact> : null
    const seconds = Number.isSafeInteger(time) ? (time as number) : undefined
    return (
      <Fact name={name}>
        <a href={linkTo('block', number)}>{groupDigits(number)}</a>
        {seconds !== undefined && (
          <>
            {' '}
            <small>
              {showTime(BigInt(seconds))}, {showAge(seconds)}
            </small>
          </>
        )}
        {typeof grounds === 'string' && <small> {showText(grounds)}</small>}
        {typeof hash === 'string' && (
          <div>
            <Hex hex={hash} />
          </div>
        )}
      </Fact>
    )
  }
  return (
    <Group title="Chain" list="facts">
      <Fact name="chain">{showText(String(said['chainId'] ?? 'unknown'))}</Fact>
      {typeof said['genesis'] === 'string' && (
        <Fact name="genesis">
          <Hex hex={said['genesis']} />
        </Fact>
      )}
      {typeof said['lowest'] === 'number' && <Fact name="lowest">{groupDigits(said['lowest'])}</Fact>}
      {['head', 'safe', 'finalized', 'anchor'].map(block)}
      <BlobPrices config={said['chainConfig']} />
      <Fact name="proofs">
        {said['proofs'] === true ? 'offered' : 'not offered: whole blocks are fetched instead'}
      </Fact>
    </Group>
  )
}

/** From which time on blobs have which price: the fraction by which it follows the excess of blob gas (EIP-4844). */
function BlobPrices({ config }: { config: unknown }): VNode | null {
  const { blobSchedule } = Object(config) as Json
  if (!Array.isArray(blobSchedule)) return null
  return (
    <Fact name="blob prices">
      {blobSchedule.length === 0 && none}
      {blobSchedule.slice(0, 50).map((one, index) => {
        const { timestamp, baseFeeUpdateFraction } = Object(one) as Json
        const since = Number.isSafeInteger(timestamp) ? showTime(BigInt(timestamp as number)) : '?'
        return (
          <div key={index}>
            <small>update fraction</small> {digits(baseFeeUpdateFraction)}{' '}
            <small>{timestamp === 0 ? 'from the first block' : `from ${since}`}</small>
          </div>
        )
      })}
    </Fact>
  )
}

const none = <i class="none">none</i>

/** The stored blocks in ranges, by what vouches for them, as the server says. */
function Levels({ levels }: { levels: unknown }): VNode | null {
  if (!Array.isArray(levels) || levels.length === 0) return null
  return (
    <Group title="What vouches for the blocks">
      <ul class="levels">
        {levels.slice(0, 50).map((one, index) => {
          const { from, to, level } = Object(one) as Json
          return (
            <li key={index}>
              {digits(from)} to {digits(to)}: {showText(String(level))}
              {Object.hasOwn(meanings, String(level)) && <small>{meanings[String(level)]}</small>}
            </li>
          )
        })}
      </ul>
    </Group>
  )
}

/** The meaning of each level of trust. The last block of a range has it, the others follow by parent hashes. */
const meanings: Readonly<Record<string, string>> = {
  stated: 'an operator named the hash of the last one',
  accumulator: 'the accumulator roots of the chain before the merge count them',
  'historical-roots': 'a proof ends at the beacon chain’s historical roots',
  summaries: 'a proof ends at the beacon chain’s historical summaries',
  'sync-committee': 'the beacon chain’s sync committee signed it, or a block after it',
  unknown: 'an earlier import did',
  nothing: 'but their own hashes',
}

const digits = (value: unknown): string =>
  Number.isSafeInteger(value) ? groupDigits(String(value)) : showText(String(value))

function Facts({
  title,
  facts,
  isNarrow = false,
}: {
  title: string
  facts: Json
  isNarrow?: boolean
}): VNode | null {
  const all = Object.entries(facts).slice(0, 100)
  if (all.length === 0) return null
  return (
    <Group title={title} list={isNarrow ? 'facts narrow' : 'facts'}>
      {all.map(([name, value]) => (
        <Fact key={name} name={showText(name)}>
          {typeof value === 'object' && value !== null ? (
            <code class="json">{showText(JSON.stringify(value))}</code>
          ) : value === null ? (
            none
          ) : (
            digits(value)
          )}
        </Fact>
      ))}
    </Group>
  )
}
