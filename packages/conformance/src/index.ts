export * from './engine.ts'
export { readExchanges, readKnownFailing, readValues } from './files.ts'
export { loadDocument, type LoadedDocument, type LoadOptions } from './document/load.ts'
