#!/usr/bin/env node
// Nothing is imported before this: an older Node would end at the first name that it does not have, without the sentence.
if (Number.parseInt(process.versions.node) < 24) {
  process.stderr.write(`lectern: Node 24 or newer is needed; this is ${process.version}.\n`)
  process.exit(2)
}
await import('./commands/program.ts')
