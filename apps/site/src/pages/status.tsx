import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { groupDigits, showAge, showText, showTime } from '../document/text.ts'
import { Hex, type Json } from '../document/value.tsx'
import { Mark } from '../proof/mark.tsx'
import { host, refreshStatus, status } from '../shell/endpoint.ts'
import { linkTo } from '../shell/router.ts'
import { Fact } from './home.tsx'

/** What the server says of itself: what is stored, what vouches for it, versions, limits. */
export function Status(): VNode {
  useEffect(() => {
    document.title = 'Status · Lectern'
    void refreshStatus()
    const timer = setInterval(() => void refreshStatus(), 12_000)
    return () => clearInterval(timer)
  }, [])
  const said = status.value
  return (
    <div class="book">
      <div class="verso">
        <h1>Status</h1>
        <p class="lead">
          {said
            ? 'What the server says of itself. Nothing on this page is proven.'
            : `${host} says nothing of itself.`}
        </p>
        {said && <Stored said={said} />}
        {said && <Facts title="Follower" facts={Object(said['follow']) as Json} />}
        {said && <Facts title="Versions" facts={Object(said['versions']) as Json} />}
      </div>
      <aside class="recto">
        {said && <Levels levels={said['levels']} />}
        {said && <Facts title="Limits" facts={Object(said['limits']) as Json} isNarrow />}
      </aside>
    </div>
  )
}

function Stored({ said }: { said: Json }): VNode {
  const block = (name: string): VNode | null => {
    const { number, hash, time, grounds } = Object(said[name]) as Json
    if (typeof number !== 'number') return said[name] === null ? <Fact name={name}>{none}</Fact> : null
    const seconds = typeof time === 'number' ? time : undefined
    return (
      <Fact name={name}>
        <a href={linkTo('block', number)}>{groupDigits(BigInt(number))}</a>
        {seconds !== undefined && (
          <>
            {' '}
            <small>
              {showTime(BigInt(seconds))}, {showAge(seconds)}
            </small>
          </>
        )}
        {typeof grounds === 'string' && <small> by {showText(grounds)}</small>}
        {typeof hash === 'string' && (
          <div>
            <Hex hex={hash} />
          </div>
        )}
      </Fact>
    )
  }
  return (
    <section class="group">
      <h2>Chain</h2>
      <dl class="facts">
        <Fact name="chain">{showText(String(said['chainId'] ?? 'unknown'))}</Fact>
        {typeof said['genesis'] === 'string' && (
          <Fact name="genesis">
            <Hex hex={said['genesis']} />
          </Fact>
        )}
        {typeof said['lowest'] === 'number' && (
          <Fact name="lowest">{groupDigits(BigInt(said['lowest']))}</Fact>
        )}
        {['head', 'safe', 'finalized', 'anchor'].map(block)}
        <Fact name="proofs">
          {said['proofs'] === true ? 'offered' : 'not offered: whole blocks are fetched instead'}
        </Fact>
      </dl>
    </section>
  )
}

const none = <i class="none">none</i>

/** The stored blocks in ranges, by what vouches for them, as the server says. */
function Levels({ levels }: { levels: unknown }): VNode | null {
  if (!Array.isArray(levels) || levels.length === 0) return null
  return (
    <section class="group">
      <h2>What vouches for the blocks</h2>
      <ul class="levels">
        {levels.slice(0, 50).map((one, index) => {
          const { from, to, level } = Object(one) as Json
          return (
            <li key={index}>
              <Mark state={level === 'nothing' ? 'open' : 'proven'} isHollow />
              <p>
                {digits(from)} to {digits(to)}: <span class="of">{showText(String(level))}</span>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
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
    <section class="group">
      <h2>{title}</h2>
      <dl class={isNarrow ? 'facts narrow' : 'facts'}>
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
      </dl>
    </section>
  )
}
