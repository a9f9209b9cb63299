import { Command, InvalidArgumentError, Option } from 'commander'
import { toHex } from '@lectern/chain'
import { withVariable } from '@lectern/conformance/flags'
import {
  createStore,
  readStatus,
  type Replication,
  showLocation,
  type StoreLocation,
  type StoreStatus,
} from '@lectern/history'
import { json } from '../config/flags.ts'
import { chooseStore, readLocation, type StoreFlags, storeOptions } from '../config/store-options.ts'
import { print } from './task.ts'

interface Flags extends StoreFlags {
  readonly replication?: Replication
  readonly json?: true
}

export const command: Command = new Command('store').description('make a store, and say what it is like')

const create = command
  .command('create')
  .description(
    'make an empty store: a folder, or the keyspace and the tables of a cluster; one that is there stays',
  )
  .addOption(
    withVariable(
      new Option(
        '--replication <copies>',
        'copies of each row in a cluster: a number for the datacenter of the URL, or dc1=3,dc2=3',
      ).argParser(replication),
    ).default(undefined, '3'),
  )
  .addOption(json())

create.action(async () => {
  const flags = chooseStore<Flags>(create)
  const location = await readLocation(flags)
  await createStore(location, flags.replication === undefined ? {} : { replication: flags.replication })
  const store = showLocation(location)
  print(flags.json, { store }, `${store} is there.\n`)
})

const status = command
  .command('status')
  .description(
    'say which blocks a store has, who writes it, and how the nodes of its cluster are; exit code 1 if one is down',
  )
  .addOption(json())

status.action(async () => {
  const flags = chooseStore<Flags>(status)
  const location = await readLocation(flags)
  const found = await readStatus(location)
  if (found.cluster?.nodes.some(({ isUp }) => !isUp)) process.exitCode = 1
  print(flags.json, toJson(location, found), describe(location, found))
})

for (const one of [create, status]) for (const option of storeOptions()) one.addOption(option)

function replication(text: string): Replication {
  if (isNumber(text)) return Number(text)
  const pairs = text.split(',').map((pair) => pair.split('='))
  if (pairs.every(([name, copies, ...rest]) => name !== '' && isNumber(copies) && rest.length === 0))
    return Object.fromEntries(pairs.map(([name, copies]) => [name, Number(copies)]))
  throw new InvalidArgumentError('It must be a number from 1 to 99, or one for each datacenter: dc1=3,dc2=3.')
}

const isNumber = (copies: string | undefined) => /^[1-9]\d?$/.test(copies ?? '')

const toJson = (location: StoreLocation, { chain, head, writer, report, cluster }: StoreStatus) => ({
  store: showLocation(location),
  chainId: chain && String(chain.config.chainId),
  genesis: chain && toHex(chain.genesisHash),
  lowest: head && Number(head.lowest),
  head: head && { number: Number(head.number), hash: toHex(head.hash) },
  writer,
  ...report,
  ...(cluster && {
    epoch: Number(cluster.epoch),
    sequence: Number(cluster.sequence),
    nodes: cluster.nodes,
  }),
})

function describe(location: StoreLocation, { chain, head, writer, report, cluster }: StoreStatus): string {
  const { blocks, transactions, bytes } = report
  const stored =
    head === null
      ? 'no block'
      : `blocks ${head.lowest} to ${head.number} (${toHex(head.hash)}): ${blocks} with ${transactions} transactions`
  const family = chain?.config.family ? ` of the family ${chain.config.family}` : ''
  const lines = [
    `${showLocation(location)}, ${chain ? `chain ${chain.config.chainId}${family}` : 'of no chain yet'}: ${stored}`,
    `${(bytes / 1e6).toFixed(1)} MB`,
    `Writer: ${writer ?? 'none'}`,
    ...(cluster ? [`Epoch ${cluster.epoch}, sequence ${cluster.sequence}`] : []),
    ...(cluster?.nodes ?? []).map(
      ({ address, datacenter, version, isUp }) =>
        `Node ${address} in ${datacenter}: ${isUp ? 'up' : 'down'}${version === null ? '' : `, ${version}`}`,
    ),
  ]
  return `${lines.join('\n')}\n`
}
