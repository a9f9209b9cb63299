import { fastify } from 'fastify'
import { createHttpPolicy, createServerOptions, refuseUnknownPaths, jsonRpc } from '@lectern/server'
import type { Methods } from '@lectern/spec'
import { methods } from '../stub.ts'

const policy = createHttpPolicy()
const app = fastify(createServerOptions())
const bind =
  (name: keyof typeof methods) =>
  (...params: unknown[]) =>
    methods[name](params)
await app.register(jsonRpc, {
  policy,
  methods: {
    eth_getBlockByNumber: bind('eth_getBlockByNumber'),
    eth_getTransactionByHash: bind('eth_getTransactionByHash'),
    eth_getTransactionReceipt: bind('eth_getTransactionByHash'),
  } as unknown as Methods,
})
refuseUnknownPaths(app, policy)
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
