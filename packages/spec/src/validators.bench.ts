import { readFileSync } from 'node:fs'
import { sample } from '@lectern/fixtures'
import { Ajv } from 'ajv'
import { Compile } from 'typebox/schema'
import { expect, test } from 'vitest'
import { document } from './index.ts'
import { results, type Check } from './validators.gen.ts'

const answers: [component: string, file: string, check: Check][] = [
  ['Transaction', 'eth_getTransactionByHash/dynamic-fee-with-access-list', results.eth_getTransactionByHash],
  ['Receipt', 'eth_getTransactionReceipt/logs-ten', results.eth_getTransactionReceipt],
  ['Block', 'eth_getBlockByNumber/many-transactions-full', results.eth_getBlockByNumber],
]

test.for(answers)(
  'the check of a %s is faster than TypeBox and ajv',
  async ([name, file, check], { bench }) => {
    const text = readFileSync(`${sample.exchanges}/${file}.io`, 'utf8').split('\n<<')[1] ?? ''
    const { result: value } = JSON.parse(text)
    const schema = { components: document.components, $ref: `#/components/schemas/${name}` }
    const typebox = Compile(schema as object)
    const ajv = new Ajv({ strict: false }).compile(schema)
    const result = await bench.compare(
      bench('generated', () => void check(value)),
      bench('typebox', () => void typebox.Check(value)),
      bench('ajv', () => void ajv(value)),
      { time: 300 },
    )
    expect(result.get('generated')).toBeFasterThan(result.get('typebox'), { delta: 0.1 })
    expect(result.get('generated')).toBeFasterThan(result.get('ajv'), { delta: 0.1 })
  },
)
