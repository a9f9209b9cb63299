// Names the repository in each published manifest, as provenance demands: npm compares it with the one that builds. Its address stands in
// one place, `repository` of the root's package.json; without that it is the repository of the workflow that runs this.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const root = process.argv[2] ?? process.cwd()
const read = (file: string) => JSON.parse(readFileSync(`${root}/${file}`, 'utf8'))
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
const url: string | undefined =
  (existsSync(`${root}/package.json`) && read('package.json').repository?.url) ??
  (server && name ? `git+${server}/${name}.git` : undefined)

if (url === undefined) console.log('No repository is named, neither by package.json nor by a workflow.')
else
  for (const file of globSync('{packages,apps}/*/package.json', { cwd: root })) {
    const repository = { type: 'git', url, directory: dirname(file) }
    writeFileSync(`${root}/${file}`, `${JSON.stringify({ ...read(file), repository }, null, 2)}\n`)
  }
