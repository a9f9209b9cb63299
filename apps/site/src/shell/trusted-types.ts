// oxlint-disable-next-line import/default -- Vite makes the URL
import workerUrl from '../proof/worker.ts?worker&url'
// oxlint-disable-next-line import/default -- Vite makes the URL
import beaconWorkerUrl from '../proof/beacon-worker.ts?worker&url'
// oxlint-disable-next-line import/default -- Vite makes the URL
import judgeWorkerUrl from '../judge/judge-worker.ts?worker&url'

interface Policy {
  createScriptURL(url: string): string
}

const create = (url: string): string => {
  if ([workerUrl, beaconWorkerUrl, judgeWorkerUrl, './sw.js'].includes(url)) return url
  throw new TypeError(`No script is loaded from ${url}.`)
}

/** The one policy of the page: it admits the URLs of the page's workers, and nothing else. */
const policy: Policy = (
  globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }
).trustedTypes?.createPolicy('lectern', { createScriptURL: create }) ?? { createScriptURL: create }

/** Returns the URL of a worker in the form that the page's policy allows. Throws for any other. */
export const trustedUrl = (url: string): string => policy.createScriptURL(url)

/** Starts the thread that makes proofs, or the one that carries a light client too. */
export const startProver = (withBeacon: boolean): Worker =>
  new Worker(trustedUrl(withBeacon ? beaconWorkerUrl : workerUrl), { type: 'module' })

export const startJudge = (): Worker => new Worker(trustedUrl(judgeWorkerUrl), { type: 'module' })
