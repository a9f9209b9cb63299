import { join } from 'node:path'
import { chainId, genesisTime, mnemonic } from './accounts.ts'
import { fillChain, type Filled, type Kinds } from './fill.ts'
import { folder, startProcess, type Launch, type RunningNode } from './process.ts'

/** A node to check: its name, and how to start it with a chain of every kind of transaction. */
export interface Node {
  readonly name: string
  /** The name of its dialect; without one no divergence is tolerated. */
  readonly dialect?: string
  /** Members and types beside the document's are listed, not failed. */
  readonly mode?: 'lenient'
  start(): Promise<RunningNode & { readonly filled?: Filled }>
}

const program = (name: string) => join(folder, 'node_modules', '.bin', name)
const given = (option: string, value: string | undefined) => (value === undefined ? [] : [option, value])

const anvil = (port: number, hardfork?: string): Launch => ({
  program: program('anvil'),
  // oxfmt-ignore
  args: [
    '--host', '127.0.0.1', '--port', `${port}`, '--chain-id', `${chainId}`, '--mnemonic', mnemonic,
    '--timestamp', `${genesisTime}`, '--no-mining', '--silent',
    ...given('--hardfork', hardfork),
  ],
})

const ganache = (port: number, hardfork?: string): Launch => ({
  program: program('ganache'),
  // oxfmt-ignore
  args: [
    '--server.host', '127.0.0.1', '--server.port', `${port}`, '--chain.chainId', `${chainId}`,
    '--wallet.mnemonic', mnemonic, '--chain.time', new Date(genesisTime * 1000).toISOString(),
    '--miner.instamine', 'strict', '--logging.quiet',
    ...given('--chain.hardfork', hardfork),
  ],
})

// hardhat.config.ts reads HARDFORK.
const hardhat = (port: number, hardfork?: string): Launch => ({
  program: program('hardhat'),
  args: ['node', '--hostname', '127.0.0.1', '--port', `${port}`],
  ...(hardfork !== undefined && { env: { HARDFORK: hardfork } }),
})

/** How each node is launched at a port, as of a fork or of its own default. */
export const launchers: Readonly<Record<'anvil' | 'hardhat' | 'ganache', typeof anvil>> = {
  anvil,
  hardhat,
  ganache,
}

type Row = [name: string, launch: typeof anvil, hardfork: string | undefined, kinds: Kinds]

/** Every node as it comes, and as of an older fork. */
// oxfmt-ignore
const rows: readonly Row[] = [
  ['anvil', anvil, undefined, { types: [0, 1, 2, 3, 4] }],
  ['anvil-london', anvil, 'london', { types: [0, 1, 2] }],
  ['hardhat', hardhat, undefined, { types: [0, 1, 2, 3, 4], blobsAlone: true }],
  ['hardhat-berlin', hardhat, 'berlin', { types: [0, 1] }],
  ['ganache', ganache, undefined, { types: [0, 1, 2] }],
  ['ganache-istanbul', ganache, 'istanbul', { types: [0] }],
]

/** The development nodes of package.json, each with the chain of `fill.ts`. */
export const nodes: readonly Node[] = rows.map(([name, launch, hardfork, kinds]) => ({
  name,
  dialect: name.split('-')[0]!,
  async start() {
    const running = await startProcess(name, (port) => launch(port, hardfork))
    return { ...running, filled: await fillChain(running.url, kinds) }
  },
}))
