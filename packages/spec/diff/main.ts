import { fileURLToPath } from 'node:url'
import { specDiff } from './spec-diff.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
process.exitCode = await specDiff(root, process.argv.slice(2), console.log)
