export * from './engine.ts'
export { readExchanges, readKnownFailing, readValues } from './files.ts'
export { loadDocument, type LoadedDocument } from './document/load.ts'
