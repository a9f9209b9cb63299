export { arbitrary } from './arbitrary.ts'
export { mutants, type Mutant } from './mutants.ts'
export { loosen, tolerant } from './tolerant.ts'
export { namedBy, unfold, type AnySchema } from './schema.ts'
