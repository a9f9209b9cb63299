import { toHex } from '@lectern/chain'
import { countHosts, listNamed, listUsable } from './agreement.ts'
import { type Effect, halted, log, type Moment, move, type Transition, type View } from './effect.ts'
import { finalize } from './finality.ts'
import { showBlock } from '../node/outline.ts'
import type { FollowSettings, FollowState } from './state.ts'
import { begin, endOf, goOn } from './tasks.ts'

/** Chooses the next thing to do, one at a time. A task remains one until it is stored, or each node that may have its block has failed. */
export function chooseWork(state: FollowState, moment: Moment, settings: FollowSettings): Transition {
  if (state.work !== null) return { state, effects: [] }
  if (state.outage)
    return state.outage.until > moment.now
      ? { state, effects: [] }
      : { state: { ...state, work: 'reload' }, effects: [{ type: 'reload' }] }
  const usable = listUsable(state.sources)
  const isSigned = state.contradicted !== null || settings.latest === 'attested'
  const quorum = isSigned ? 1 : settings.quorum
  if (countHosts(usable) < quorum) return waitForSources(state, { ...settings, quorum })
  const view = { state, usable, settings, moment }
  const idle = { ...view, state: { ...state, task: null } }
  return goOn(view) ?? begin(idle) ?? finalize(idle) ?? rest(idle)
}

function waitForSources(state: FollowState, { quorum, once }: FollowSettings): Transition {
  const left = state.sources.filter(({ standing }) => standing !== 'out')
  const reasons = state.sources.flatMap(({ why }) => why?.message ?? []).join(' ')
  const isForked = state.sources.some(({ standing, why }) => standing === 'out' && why?.code === 'fork')
  if (isForked && left.length < quorum)
    return halted(state, {
      code: 'fork-unknown',
      message: `The chain has blocks that cannot be verified here. ${reasons}`,
    })
  if (left.length === 0)
    return halted(state, { code: 'no-source', message: `No node can be followed. ${reasons}` }, 2)
  const answering = countHosts(left.filter(({ failures, blames }) => failures < ENOUGH && blames === 0))
  if (once && answering < quorum) {
    const few =
      quorum > 1 ? `${answering} of the ${quorum} nodes that a quorum needs answer` : 'No node answers'
    return halted(state, { code: 'no-source', message: `${few}. ${reasons}` })
  }
  const hopes = countHosts(left.filter(({ standing, why }) => standing === 'usable' || why === null))
  if (hopes >= quorum || state.phase === 'stalled') return { state, effects: [] }
  const few =
    quorum > 1 ? `${hopes} of the ${quorum} nodes that a quorum needs can be used` : 'No node can be used'
  return move(state, 'stalled', log('error', 'stalled', `${few}: what is stored is served. ${reasons}`))
}

const ENOUGH = 5 // the failures in a row after which `once` gives up

/** Waits until a tip changes; with `once` it ends. */
function rest(view: View): Transition {
  const { state, usable, settings } = view
  const { once, finality, latest, trusted, quorum } = settings
  const { head, signed } = state
  const { attested = null, why = null } = signed ?? {}
  const isAttested = latest === 'nodes' || attested !== null
  if (once && !isAttested && why !== null)
    return halted(state, {
      code: 'no-beacon',
      message: `The beacon chain cannot be followed, so no block is known to be attested. ${why}`,
    })
  const end = endOf(view)
  const isNewest = head !== null && head.number >= end && isAttested
  const isKnown = latest === 'nodes' ? listNamed(usable, quorum).some(({ isStored }) => isStored) : isNewest
  if (!isKnown || !isNewest) {
    const step = waitForQuorum(view)
    return isKnown ? { ...step, state: { ...step.state, phase: 'follow', target: null } } : step
  }
  const isAsked = state.sources.some(({ standing, failures }) => standing === 'new' && failures < ENOUGH)
  const message = `The newest block is stored: ${showBlock(head)}.`
  const isTrusted = trusted === undefined || Boolean(head.anchor)
  const result = isTrusted
    ? ({ exitCode: 0, message } as const)
    : ({
        exitCode: 1,
        message: `${message} None has the hash ${toHex(trusted)}, so nothing is anchored.`,
      } as const)
  const isSaid = finality !== 'beacon' || signed !== undefined
  const effects: Effect[] = once && !isAsked && isSaid ? [{ type: 'end', ...result }] : []
  return move({ ...state, target: null, discord: null }, 'follow', ...effects)
}

/** Logs once that no quorum names a block above the head, and the blocks that the nodes have. */
function waitForQuorum({ state, usable, settings, moment: { now } }: View): Transition {
  const { quorum, latest, once } = settings
  const { since, isLogged } = state.discord ?? { since: now, isLogged: false }
  const isNamed = listNamed(usable, quorum).some(({ number }) => number > (state.head?.number ?? -1n))
  const isDue = latest === 'nodes' && !isNamed && now - since >= Math.max(PATIENCE, 3 * state.blockTime)
  const next = { ...state, discord: { since, isLogged: isLogged || isDue } }
  if (isLogged || !isDue) return { state: next, effects: [] }
  const said = usable.map(({ name, tip }) => `${name} has ${showBlock(tip)}`).join(', ')
  const above = state.head ? ` above block ${state.head.number}` : ''
  const message = `No ${quorum} nodes name the same block${above}: ${said}.`
  return once
    ? halted(next, { code: 'no-quorum', message })
    : { state: next, effects: [log('warn', 'no-quorum', message)] }
}

const PATIENCE = 10_000 // the milliseconds that nodes may differ
