import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { MaybePromise } from '@lectern/spec'
import { BlockNumber, HashParameter } from '@lectern/spec/schemas'
import type { Static } from 'typebox'
import { Compile } from 'typebox/schema'
import { createHttpPolicy, type HttpPolicy } from '../http/policy.ts'
import { applyPolicy, sendRefusal } from '../http/apply-policy.ts'
import { toClient } from '../http/rate.ts'
import { refusals } from '../http/refusal.ts'
import type { Job } from '../load/queue.ts'
import type { ProofRefusal } from './schemas.ts'
import { type ProofPieces, runSteps, sendPieces, type Steps } from './steps.ts'

/**
 * Returns proofs; null if the block or transaction is not stored. A store of @lectern/history has one as `proofs`. A long proof is made in steps, and
 * is the pieces of its JSON.
 */
export interface ProofSource {
  block(number: bigint): Making
  transaction(hash: `0x${string}`): Making
  receipt(hash: `0x${string}`): Making
  /** Returns a proof that a block is an ancestor of a later one. @default nothing does */
  history?(number: bigint, to: bigint): Making
}

type Making = MaybePromise<object | null> | Steps<ProofPieces | null>

/** Options of the plugin `proofs`. */
export interface ProofsOptions {
  readonly proofs: ProofSource
  /** The policy that the plugins of a server share. @default createHttpPolicy() */
  readonly policy?: HttpPolicy | undefined
}

/**
 * The Fastify plugin of proofs, next to the endpoint: `/proof/transaction/{hash}`, `/proof/receipt/{hash}`, `/proof/block/{number}` and
 * `/proof/history/{number}?to={number}`. docs/proofs-format.md specifies them.
 *
 * @example
 * await app.register(proofs, { proofs: store.proofs, policy })
 */
export const proofs: FastifyPluginAsync<ProofsOptions> = fp(serveProofs, {
  name: '@lectern/server/proofs',
  fastify: '5.x',
  encapsulate: true,
})

async function serveProofs(
  app: FastifyInstance,
  { proofs, policy = createHttpPolicy() }: ProofsOptions,
): Promise<void> {
  applyPolicy(app, { policy, methods: 'GET, HEAD' })
  app.addHook('onSend', async (_, reply) => {
    reply.header('cache-control', 'no-cache') // the chain may be reorganised, and what is not stored may come
  })
  app.setErrorHandler<{ statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error({ err: error }, 'A proof failed.')
    return refuseProof(
      reply,
      status,
      status >= 500 ? 'The proof could not be made.' : 'The request is malformed.',
    )
  })
  for (const [kind, { text, what, find, missing = `No ${kind} % is stored.`, hasEnd }] of Object.entries(
    kinds,
  )) {
    const url = `/proof/${kind}/:name`
    app.get<Question>(url, async (request, reply) => {
      const { name } = request.params
      if (!text.Check(name)) return refuseProof(reply, 400, `${quote(name)} must be ${what}.`)
      const to = hasEnd ? String(request.query.to ?? '') : name
      if (!text.Check(to)) return refuseProof(reply, 400, `The query’s to, ${quote(to)}, must be ${what}.`)
      if (hasEnd && BigInt(to) < BigInt(name))
        return refuseProof(reply, 400, `The query’s to, ${to}, must not be below ${name}.`)
      const { socket } = request.raw
      const isGone = () => socket.destroyed || reply.sent // its time is over
      const make = async (job: Job): Promise<FastifyReply> => {
        const made = await runSteps(toSteps(find(proofs, name as `0x${string}`, to)), job)
        const proof = await made?.value
        if (proof === undefined || isGone()) return reply.hijack()
        if (proof === null) return refuseProof(reply, 404, missing.replace('%', name).replace('%', to))
        return isPieces(proof) ? reply.type(json).send(sendPieces(proof, job)) : reply.send(proof)
      }
      const refuse = async () => sendRefusal(request, reply, policy.refuse(refusals.overload))
      const given = await policy.schedule(
        { kind: 'proof', socket, client: toClient(request.ip), bytes: 0, isGone },
        make,
        refuse,
      )
      return given ?? reply.hijack()
    })
    app.route({
      method: app.supportedMethods.filter((verb) => verb !== 'GET' && verb !== 'HEAD'),
      url,
      onRequest: async (_, reply) =>
        refuseProof(reply.header('allow', 'GET, HEAD'), 405, 'A proof takes GET only.'),
      handler: (_, reply) => reply,
    })
  }
}

const json = 'application/json; charset=utf-8'

const hash = { text: Compile(HashParameter), what: '0x and the 64 hexadecimal digits of a hash' }
const number = {
  text: Compile(BlockNumber),
  what: 'a block number: 0x and hexadecimal digits',
}

interface Kind {
  /** The compiled schema of the name, which the document has too. */
  readonly text: { Check(value: unknown): boolean }
  readonly what: string
  find(proofs: ProofSource, name: `0x${string}`, to: string): Making
  /** The sentence of a 404, with % for the name and for the end. */
  readonly missing?: string
  /** Whether the query has an end, `to`. */
  readonly hasEnd?: true
}

const kinds: { readonly [K in keyof Required<ProofSource>]: Kind } = {
  transaction: { ...hash, find: (proofs, name) => proofs.transaction(name) },
  receipt: { ...hash, find: (proofs, name) => proofs.receipt(name) },
  block: { ...number, find: (proofs, name) => proofs.block(BigInt(name)) },
  history: {
    ...number,
    find: (proofs, name, to) => proofs.history?.(BigInt(name), BigInt(to)) ?? null,
    missing: 'No proof that leads from block % to block % is stored.',
    hasEnd: true,
  },
}

interface Question {
  readonly Params: { readonly name: string }
  readonly Querystring: { readonly to?: string | readonly string[] }
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 80))

/** A value is made in no steps. */
const toSteps = (making: Making): Steps<ProofPieces | MaybePromise<object | null>> =>
  isSteps(making) ? making : { next: () => ({ done: true, value: making }) }

const isSteps = (making: Making): making is Steps<ProofPieces | null> => making !== null && 'next' in making

const isPieces = (proof: object): proof is ProofPieces =>
  Symbol.iterator in proof || Symbol.asyncIterator in proof

const refuseProof = (reply: FastifyReply, status: number, error: string): FastifyReply =>
  reply.code(status).send({ error, code: codes[status] ?? 'refused' } satisfies Static<typeof ProofRefusal>)

const codes: Readonly<Record<number, Static<typeof ProofRefusal>['code']>> = {
  400: 'malformed',
  404: 'not-stored',
  405: 'method',
  500: 'failed',
}
