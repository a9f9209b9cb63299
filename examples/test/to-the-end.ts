// Runs a module to its end, and ends the process then, whatever it has left open: a snippet may leave a server listening.
import { pathToFileURL } from 'node:url'

const [file] = process.argv.splice(2, 1)
await import(pathToFileURL(file!).href)
process.exit()
