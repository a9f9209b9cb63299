import { document } from '../document.gen.ts'
import type { OpenRpc } from '../open-rpc.ts'
import { applyOverlay } from './overlay.ts'
import { overlays } from './overlays.gen.ts'
import type { FamilyName } from './types.gen.ts'

export { familyResults, familySchemas } from './validators.gen.ts'

/** Returns the document of a family of chains: openrpc.json with the family's overlay. */
export const documentOf = (family: FamilyName): OpenRpc => applyOverlay(document, overlays[family]).document
