export * from './engine.ts'
export { readExchanges, readKnownFailing } from './files.ts'
