import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { sample } from '@lectern/fixtures'
import type { ExamplePairing, Method, OpenRpc } from '../src/open-rpc.ts'
import { documentText } from '../document/text.ts'

/** The document with each example's values taken from the sample chain's exchange of the same name, where there is one. */
export function withExamples(document: OpenRpc): OpenRpc {
  const methods = document.methods.map((method) => ({
    ...method,
    examples: method.examples?.map((example) => recorded(method, example)) ?? [],
  }))
  return Object.assign(structuredClone(document), { methods })
}

function recorded(method: Method, example: ExamplePairing): ExamplePairing {
  const file = `${sample.exchanges}/${method.name}/${example.name}.io`
  if (!existsSync(file)) return example
  const rows = readFileSync(file, 'utf8').split('\n')
  const json = (mark: string) => JSON.parse(rows.find((row) => row.startsWith(mark))?.slice(2) ?? 'null')
  const { params }: { params: unknown[] } = json('>>')
  const { result }: { result: unknown } = json('<<')
  return {
    name: example.name,
    ...(example.description !== undefined && { description: example.description }),
    params: method.params.map(({ name }, index) => ({ name, value: params[index] })),
    result: { name: method.result.name, value: result },
  }
}

if (import.meta.main) {
  const path = new URL('../../../openrpc.json', import.meta.url)
  const document = JSON.parse(readFileSync(path, 'utf8')) as OpenRpc
  writeFileSync(path, documentText(withExamples(document)))
}
