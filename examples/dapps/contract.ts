import { type Hex, keccak256, toFunctionSelector, toHex } from 'viem'

/** The contract of the dapps: it stores one number and logs each change. */
export const abi = [
  {
    type: 'event',
    name: 'Stored',
    anonymous: false,
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { name: 'value', type: 'uint256', indexed: false },
    ],
  },
  {
    type: 'function',
    name: 'set',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'value', type: 'uint256' }],
    outputs: [],
  },
  {
    type: 'function',
    name: 'get',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'uint256' }],
  },
] as const

const selectorOf = (signature: string): string => `63${toFunctionSelector(signature).slice(2)}` // PUSH4

// Assembled here, since it is shorter than a compiler's installation.
const set = '5b6004358060005560005233' // JUMPDEST; store calldata[4]; memory[0] = it; CALLER
const stored = `7f${keccak256(toHex('Stored(address,uint256)')).slice(2)}60206000a200` // PUSH32; LOG2 of memory[0..32]; STOP
const get = '5b60005460005260206000f3' // JUMPDEST; return what is stored
const select = (at: number) => at.toString(16).padStart(2, '0')
const body = (atSet: number, atGet: number): string =>
  [
    '60003560e01c', // the selector
    `80${selectorOf('set(uint256)')}1460${select(atSet)}57`, // DUP1; EQ; JUMPI
    `${selectorOf('get()')}1460${select(atGet)}57`,
    '60006000fd', // REVERT
    set + stored,
    get,
  ].join('')
const atSet = body(0, 0).indexOf(set) / 2
const runtime = body(atSet, atSet + (set + stored).length / 2)
const size = select(runtime.length / 2)

/** The code that deploys it: CODECOPY and RETURN of what follows. */
export const bytecode: Hex = `0x60${size}600c60003960${size}6000f3${runtime}`

/** The account that deploys it: the first of a development node's. */
export const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
