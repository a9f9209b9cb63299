// The published declarations as a user's compiler sees them; only type-checked.
import { createClient, ClientError, failover, http, type Client } from '@lectern/client'
import { verifier } from '@lectern/client/verify'
import { beacon, serverHistory } from '@lectern/client/verify/beacon'
import { networks } from '@lectern/consensus'
import { verifyWithBlst } from '@lectern/consensus/blst'
import { recoverSender } from '@lectern/chain'
import { createRpc, jsonRpc } from '@lectern/server'
import { methods, type Methods, type Receipt, type Transaction } from '@lectern/spec'
import { params } from '@lectern/spec/validators'
import { plan, run } from '@lectern/conformance'
import Fastify from 'fastify'

const client: Client = createClient({
  transport: failover([http('http://127.0.0.1:8545'), http('http://127.0.0.1:8546')]),
  verify: verifier({ level: 'block', trust: 'none' }),
})
const served: Methods = client
const trust = beacon({ api: 'http://127.0.0.1:5052', checkpoint: '0x', network: networks.sepolia })
export const transaction: Transaction | null = await client.eth_getTransactionByHash(`0x${'0'.repeat(64)}`)
if (transaction?.type === '0x3') transaction.maxFeePerBlobGas.startsWith('0x')
// @ts-expect-error a hash is hex, as the document says
await client.eth_getTransactionReceipt('12')
// @ts-expect-error there are three methods
await client.eth_call()
// @ts-expect-error only transactions with blobs have blob hashes
if (transaction?.type === '0x2') transaction.blobVersionedHashes.at(0)

export const receipt: Receipt = await client.orThrow.eth_getTransactionReceipt(`0x${'0'.repeat(64)}`)
await Fastify().register(jsonRpc, { methods: served })
export const used: unknown[] = [
  trust,
  serverHistory,
  verifyWithBlst,
  ClientError,
  recoverSender,
  createRpc,
  methods,
  params,
  plan,
  run,
]
