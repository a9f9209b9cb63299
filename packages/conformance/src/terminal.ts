export { createProgress, type Progress, type Step } from './terminal/progress.ts'
export { longestTimer, wholeNumber } from './terminal/whole-number.ts'
export { watchOutput } from './terminal/watch-output.ts'
