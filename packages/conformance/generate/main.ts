import { writeFileSync } from 'node:fs'
import { publishProtocol } from '../src/protocol/publish.ts'

// Writes protocol.json, a case a line, so that a change of it can be read.
const { rpc, http, ...head } = publishProtocol()
const list = (items: readonly unknown[]) => `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`
const members = Object.entries(head).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
writeFileSync(
  new URL('../protocol.json', import.meta.url),
  `{\n${[...members, `"rpc": ${list(rpc)}`, `"http": ${list(http)}`].join(',\n')}\n}\n`,
)
