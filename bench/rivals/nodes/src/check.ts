import { setTimeout as pause } from 'node:timers/promises'
import {
  ConformanceError,
  httpTarget,
  plan,
  run,
  type HttpResponse,
  type Report,
  type Target,
} from '@lectern/conformance'
import { document } from '@lectern/spec'
import type { Node } from './nodes.ts'

/** The report about a node, and how often a check ended it: it was restarted after each. */
export interface Checked {
  readonly report: Report
  /** Which of the fill's transactions it refused, in its own words. */
  readonly refused: readonly string[]
  readonly deaths: number
}

// More than any of the filled chains has.
const everyBlock = 66

/** Runs every check of the document on a node, one request at a time, so that the check that ends a node is known by name. */
export async function checkNode(node: Node): Promise<Checked> {
  let running = await node.start()
  const refused = running.filled?.refused ?? []
  let deaths = 0
  // A node that ends answers no more, but its process may take a moment to go.
  const reviving =
    <T extends unknown[]>(pick: (target: Required<Target>) => (...request: T) => Promise<HttpResponse>) =>
    async (...request: T) => {
      if (!running.isAlive()) {
        deaths++
        running = await node.start()
      }
      return await pick(httpTarget(running.url))(...request).catch(async (error: unknown) => {
        for (let turn = 0; turn < 20 && running.isAlive(); turn++) await pause(50)
        // What ended a node is not asked again, as it would be after a connection that was merely reset.
        throw running.isAlive() ? error : new ConformanceError('UNREACHABLE', (error as Error).message)
      })
    }
  // No address: a node that was started again has another one.
  const target: Target = {
    send: reviving(({ send }) => send),
    fetch: reviving(({ fetch }) => fetch),
  }
  try {
    const report = await run(plan(document, { blocks: everyBlock }), target, {
      concurrency: 1,
      ...(node.dialect !== undefined && { dialect: node.dialect }),
      ...(node.mode && { mode: node.mode }),
    })
    return { report, refused, deaths }
  } finally {
    await running.stop()
  }
}
