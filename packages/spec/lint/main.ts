import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { readOverlays } from '../document/files.ts'
import type { OpenRpc } from '../src/open-rpc.ts'
import { lintAll } from './overlay.ts'

// Checks openrpc.json and its overlays; prints each broken rule.

try {
  const path = fileURLToPath(new URL('../../../openrpc.json', import.meta.url))
  lintAll(JSON.parse(readFileSync(path, 'utf8')) as OpenRpc, readOverlays(path), packageJson.version)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
