export { createProgress, type Progress, type Step } from './terminal/progress.ts'
export { wholeNumber } from './terminal/whole-number.ts'
