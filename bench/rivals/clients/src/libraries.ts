import { readFileSync } from 'node:fs'
import type { Library } from './library.ts'

/** The libraries in the order of the tables: by the name of their file, the head of their column, and what of theirs proves. */
export const libraries: readonly {
  readonly name: string
  readonly title: string
  readonly levels?: readonly string[]
}[] = [
  { name: 'lectern', title: '**@lectern/client**', levels: ['', 'hash', 'block', 'full'] },
  { name: 'viem', title: `viem ${versionOf('viem')}` },
  { name: 'ethers', title: `ethers ${versionOf('ethers')}` },
  { name: 'ox', title: `ox ${versionOf('ox')}` },
  { name: 'web3', title: `web3 ${versionOf('web3')}` },
  { name: 'open-rpc', title: `@open-rpc/client-js ${versionOf('@open-rpc/client-js')}` },
]

/** Loads one library, so that a process carries no other. */
export async function loadLibrary(name: string): Promise<Library> {
  const { library } = (await import(`./libraries/${name}.ts`)) as { library: Library }
  return library
}

function versionOf(name: string): string {
  const path = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}
