export type { Family, FamilyName } from '@lectern/chain'
export { families, familyOf } from '@lectern/chain/families'
export { familyShape, type ResultsOf } from './shape.ts'
