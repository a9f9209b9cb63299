// Puts what a manifest has for a release, its publishConfig, into force: pnpm does so when it packs, not when it deploys.
// For a copy of the repository that is thrown away, as in the Dockerfile.
import { globSync, readFileSync, writeFileSync } from 'node:fs'

for (const path of globSync('{apps,packages}/*/package.json')) {
  const { publishConfig, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...manifest, ...publishConfig }))
}
