export { longestTimer, type NumberBounds, wholeNumber, withVariable } from './flags.ts'
export { createProgress, type Progress, type Step, watchOutput } from './terminal.ts'
