import type { Json } from '../clients/reading.ts'

/** How JSON values differ: what is unequal, and the paths that are equal or that only one has. `null` and absent are the same. */
export interface Differences {
  readonly unequal: string[]
  readonly equal: Set<string>
  readonly missing: Set<string>
  readonly added: Set<string>
}

export const createDifferences = (): Differences => ({
  unequal: [],
  equal: new Set(),
  missing: new Set(),
  added: new Set(),
})

/** Compares what a client decoded with what the server said, and collects how they differ. */
export function compare(decoded: Json, served: Json, path: string, into: Differences): void {
  if (decoded === null && served === null) return
  if (decoded === null) return void into.missing.add(path)
  if (served === null) return void into.added.add(path)
  if (Array.isArray(decoded) && Array.isArray(served)) {
    if (decoded.length !== served.length)
      into.unequal.push(`${path}: ${decoded.length} of ${served.length} items`)
    for (const [index, item] of served.entries()) compare(decoded[index] ?? null, item, `${path}[]`, into)
  } else if (isObject(decoded) && isObject(served)) {
    for (const name of new Set([...Object.keys(decoded), ...Object.keys(served)]))
      compare(decoded[name] ?? null, served[name] ?? null, path === '' ? name : `${path}.${name}`, into)
  } else if (isSame(decoded, served, path)) into.equal.add(path)
  else into.unequal.push(`${path}: decoded ${JSON.stringify(decoded)}, served ${JSON.stringify(served)}`)
}

const isObject = (value: Json): value is { [member: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Quantities are compared as numbers, since some clients pad `r` and `s`; all else as text, where only an address may have capitals. */
function isSame(decoded: Json, served: Json, path: string): boolean {
  if (typeof decoded !== 'string' || typeof served !== 'string') return decoded === served
  if (decoded.toLowerCase() === served.toLowerCase()) return true
  const isBytes = /(input|data|extraData)$/.test(path)
  const isQuantity = !isBytes && /^0x(0|[1-9a-f][0-9a-f]*)$/.test(served) && /^0x[0-9a-f]+$/.test(decoded)
  return isQuantity && BigInt(decoded) === BigInt(served)
}
