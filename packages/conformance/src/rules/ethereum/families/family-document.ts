import type { Family } from '@lectern/chain'
import { families } from '@lectern/chain/families'
import { document as own, type OpenRpc, type Schema } from '@lectern/spec'
import { readDocument } from '../../../document/read-document.ts'
import { isFoundElsewhere } from '../../../document/schema.ts'
import type { Session } from '../../../endpoint/session.ts'
import { familyOf } from './families.ts'

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
