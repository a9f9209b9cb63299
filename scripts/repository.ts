// Writes `repository`, `homepage` and `bugs` into each published manifest; provenance demands the first, and npm compares it with the one that builds.
// The address is `repository` of the root's package.json, or else the repository of the workflow that runs this.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const root = process.argv[2] ?? process.cwd()
const read = (file: string) => JSON.parse(readFileSync(`${root}/${file}`, 'utf8'))
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
const url: string | undefined =
  (existsSync(`${root}/package.json`) && read('package.json').repository?.url) ??
  (server && name ? `git+${server}/${name}.git` : undefined)

if (url === undefined)
  console.log(
    'Neither package.json nor a workflow names a repository, so manifests get none: set `repository` in package.json.',
  )
else
  for (const file of globSync('{packages,apps}/*/package.json', { cwd: root })) {
    const directory = dirname(file)
    const page = url.replace(/^git\+/, '').replace(/\.git$/, '')
    const addresses = {
      repository: { type: 'git', url, directory },
      homepage: `${page}/tree/main/${directory}#readme`,
      bugs: `${page}/issues`,
    }
    writeFileSync(`${root}/${file}`, `${JSON.stringify({ ...read(file), ...addresses }, null, 2)}\n`)
  }
