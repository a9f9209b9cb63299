import { readFileSync } from 'node:fs'
import { sample } from '@lectern/fixtures'
import { document, type Block, type OpenRpc } from '@lectern/spec'
import { tolerant } from '@lectern/spec/arbitraries'
import { params, results } from '@lectern/spec/validators'
import { Compile } from 'typebox/schema'
import type { Bench, Result } from './tools/bench.ts'
import { measureBundle } from './client/sizes.ts'

const hash = `0x${'ab'.repeat(32)}`
const file = `${sample.exchanges}/eth_getBlockByNumber/many-transactions-full.io`
const block = JSON.parse(readFileSync(file, 'utf8').split('\n<< ')[1]!).result as Block

/** Measures the generated validators and compiled TypeBox schemas: CPU per call, and bytes in a bundle. */
export const bench: Bench<{ rounds: number }> = {
  flags: { rounds: 9 },
  async run({ rounds }) {
    const { schema } = document.methods.find(({ name }) => name === 'eth_getTransactionReceipt')!.params[0]!
    const parameters = compile(document, { type: 'array', prefixItems: [schema], minItems: 1, maxItems: 1 })
    const result = { $ref: '#/components/schemas/Block' }
    const [strict, loose] = [compile(document, result), compile(tolerant(document), result)]
    const call = params.eth_getTransactionReceipt
    const whole = results.eth_getBlockByNumber
    return {
      head: ['what', 'generated', 'TypeBox, compiled'],
      rows: [
        compare('parameters of eth_getTransactionReceipt, ns', 1, rounds, [
          () => call([hash]),
          () => parameters.Check([hash]),
        ]),
        compare('a wrong parameter, with its position and the rule, ns', 1, rounds, [
          () => call(['0x12']),
          () => parameters.Errors(['0x12']),
        ]),
        compare(`full block of ${block.transactions.length} transactions, µs`, 1_000, rounds, [
          () => whole(block),
          () => strict.Check(block),
        ]),
        compare('the same from another node, µs', 1_000, rounds, [
          () => whole(block, 'tolerant'),
          () => loose.Check(block),
        ]),
        await compareBytes(
          'checks of parameters in a client',
          'parameters',
          'BlockNumberOrTag, HashParameter',
        ),
        await compareBytes(
          'checks of parameters and results',
          'validators',
          'Block, BlockNumberOrTag, HashParameter, Receipt, Transaction',
        ),
      ],
    }
  },
}

type Row = Result['rows'][number]

const compile = ({ components }: OpenRpc, schema: object) => Compile({ ...schema, components })

/** Returns the least CPU per call, in nanoseconds over `unit`; the two take turns. */
function compare(
  what: string,
  unit: number,
  rounds: number,
  [ours, theirs]: [() => unknown, () => unknown],
): Row {
  const least = [Infinity, Infinity]
  for (let round = 0; round < rounds; round++)
    for (const [index, run] of [ours, theirs].entries()) least[index] = Math.min(least[index]!, timeOf(run))
  const [first, second] = least as [number, number]
  return [what, round(first / unit), round(second / unit)]
}

/** Returns the nanoseconds of CPU per call, over a fifth of a second. */
function timeOf(run: () => unknown): number {
  const start = process.cpuUsage()
  const end = performance.now() + 200
  let calls = 0
  for (; performance.now() < end; calls += 100) for (let call = 0; call < 100; call++) run()
  const { user, system } = process.cpuUsage(start)
  return (1_000 * (user + system)) / calls
}

/** Compares the bytes of a module's checks, and of TypeBox with the schemas that they are generated from. */
async function compareBytes(what: string, module: string, schemas: string): Promise<Row> {
  const generated = await measureBundle(`export * from '@lectern/spec/${module}'`)
  const typebox = await measureBundle(`
    import { Compile } from 'typebox/schema'
    import { ${schemas} } from '@lectern/spec/schemas'
    export const checks = [${schemas}].map((schema) => Compile(schema))`)
  return [`${what}, gzipped, bytes`, generated, typebox]
}

const round = (value: number): number => Number(value.toPrecision(3))
