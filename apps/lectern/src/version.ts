import { readFileSync } from 'node:fs'

const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')

export const version: string = (JSON.parse(text) as { readonly version: string }).version

/** The result of web3_clientVersion, in geth's form: name, version, platform, runtime. */
export const clientVersion: string = `Lectern/v${version}/${process.platform}-${process.arch}/node${process.versions.node}`
