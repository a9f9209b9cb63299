import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import { createStore, openStore } from '../src/index.ts'
import { type Cluster, startCluster, whyNoCassandra } from './cassandra/cluster.ts'
import { testStore } from './store-contract.ts'

// Over one real node, which CI and LECTERN_CASSANDRA=start start; LECTERN_CASSANDRA=host:port names one that runs.
const { LECTERN_CASSANDRA: wanted = process.env['CI'] ? 'start' : '' } = process.env
const why =
  wanted === 'start' ? whyNoCassandra() : wanted === '' ? 'LECTERN_CASSANDRA=start runs it' : undefined

describe.skipIf(why !== undefined)(
  why === undefined ? 'the store of a cluster' : `the store of a cluster: skipped, ${why}`,
  () => {
    let cluster: Cluster | undefined
    let hosts: string
    beforeAll(async () => {
      cluster = wanted === 'start' ? await startCluster() : undefined
      hosts = cluster?.hosts ?? wanted
    }, 360_000)
    afterAll(async () => cluster?.[Symbol.asyncDispose]())

    const createUrl = async () => {
      const url = `cassandra://${hosts}/k${randomBytes(8).toString('hex')}`
      await createStore({ url }, { replication: 1 })
      return url
    }

    testStore(async (chain) => openStore({ url: await createUrl() }, { chain }))
  },
)
