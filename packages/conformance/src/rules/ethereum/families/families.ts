import type { Family, FamilyName } from '@lectern/chain'
import { families, familyOf as familyOfChain, recognizeFamily } from '@lectern/chain/families'
import { document as own, type OpenRpc, type Schema } from '@lectern/spec'
import { isQuantity, isRecord } from '../../../document/json.ts'
import { readDocument } from '../../../document/read-document.ts'
import { isFoundElsewhere } from '../../../document/schema.ts'
import type { Session } from '../../../endpoint/session.ts'
import { names } from '../methods.ts'
import { arbitrum } from './arbitrum.ts'
import type { FamilyRules } from '../proofs/claim.ts'
import { op } from './op.ts'
import { polygon } from './polygon.ts'

const rules: { readonly [N in FamilyName]?: FamilyRules } = { op, arbitrum, polygon }

/** Returns what a family adds to Ethereum's results. */
export const rulesOf = ({ name }: Family): FamilyRules => rules[name] ?? {}

/** Whether a chain may have transaction types and members that its family does not name. */
export const isOpen = (family: Family): boolean =>
  family.name === 'unknown' || (family.name === 'ethereum' && family !== families.ethereum)

/** Returns the family of an endpoint's chain: the one that was given, or that is found. */
export const familyOf = async (session: Session): Promise<Family> =>
  (session.family ??= await session.once(familyOf, () => findFamily(session)))

/** Finds the family of a chain by its id, else by its newest and its first block. Without any block the rules are those of Ethereum. */
async function findFamily(session: Session): Promise<Family> {
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const { outcome } = await session.call(method, params)
    return outcome.kind === 'result' ? outcome.result : undefined
  }
  const chainId = await ask(names.chainId, [])
  const listed = isQuantity(chainId) ? familyOfChain(Number(chainId)) : undefined
  if (listed) return listed
  let isStrange = false
  for (const tag of ['latest', 'earliest']) {
    const block = await ask(names.block, [tag, true])
    const found = recognizeFamily(block)
    if (found) return found
    isStrange ||= isRecord(block)
  }
  return isStrange ? families.unknown : families.ethereum
}

/** Returns Lectern's document with what the family of an endpoint's chain adds; any other document as it is. */
export async function familyDocument(document: OpenRpc, session: Session): Promise<OpenRpc> {
  if (document.info.title !== own.info.title) return document
  const family = await familyOf(session)
  if (family === families.ethereum) return document
  return await (made.get(family) ?? made.set(family, extend(family)).get(family)!)
}

const made = new Map<Family, Promise<OpenRpc>>()

/** Members that nodes of other chains may lack, give as null, or have: they follow execution-apis later, or never. */
const absent = new Set(['effectiveGasPrice', 'type', 'yParity'])
const nullable = new Set(['gasPrice', 'v', 'r', 's'])
const old = ['totalDifficulty', 'returnCode', 'returnData', 'feeStats', 'l1InboxBatchInfo'] // the last four before Nitro

async function extend(family: Family): Promise<OpenRpc> {
  const { name, blockMembers = [] } = family
  // Loaded if a chain needs it: pages that judge are smaller.
  const { documentOf } = await import('@lectern/spec/families')
  const overlaid = name === 'ethereum' || name === 'unknown' ? own : documentOf(name)
  const { document } = readDocument(overlaid)
  const open = [...old, ...blockMembers].map((key) => [key, {}])
  const schemas = Object.entries(document.components.schemas).map(([name, schema]): [string, Schema] => {
    const { properties, required = [] } = schema
    if (!properties) return [name, schema]
    const asked = required.filter((key) => !absent.has(key) && !isFoundElsewhere(properties[key], 'absent'))
    const members = Object.entries(properties).map(([key, member]) =>
      nullable.has(key) ? [key, { oneOf: [member, { type: 'null' }] }] : [key, member],
    )
    return [name, { ...schema, required: asked, properties: Object.fromEntries([...open, ...members]) }]
  })
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } }
}
