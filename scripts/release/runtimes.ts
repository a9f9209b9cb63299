import { spawn, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { readFileSync, writeFileSync } from 'node:fs'
import { browser } from '@lectern/fixtures/browser'
import { run } from './command.ts'

/** A runtime that makes the program's call. */
interface Runtime {
  readonly name: string
  /** The command, as its path or a name on the PATH; undefined where it is absent. */
  readonly command: string | undefined
  readonly args: readonly string[]
}

/** Makes one proven call on each runtime that is here: yields what each printed, or that it is absent. Throws an Error where a call fails. */
export async function callEverywhere(project: string, tools: string, url: string): Promise<string[]> {
  const lines = runtimes(tools).map(({ name, command, args }) =>
    command === undefined
      ? `${name} is not here: skipped`
      : `${name}: ${run(command, [...args, 'main.mjs'], { cwd: project, env: { ENDPOINT: url } }).trim()}`,
  )
  return [...lines, await callInBrowser(project, tools, url)]
}

const runtimes = (tools: string): Runtime[] => [
  { name: `node ${process.versions.node}`, command: process.execPath, args: [] },
  { name: "the machine's own node", command: found('/usr/bin/node', '/usr/local/bin/node'), args: [] },
  { name: 'bun', command: found(`${tools}/bun`), args: ['run'] },
  {
    name: 'deno',
    command: found(`${tools}/deno`),
    args: ['run', '--no-prompt', '--allow-net', '--allow-env', '--allow-read', '--node-modules-dir=manual'],
  },
]

/** The first of some commands that runs. */
function found(...commands: string[]): string | undefined {
  return commands.find((command) => spawnSync(command, ['--version']).status === 0)
}

/** Makes the call on a page of Chromium, whose origin also forwards to the endpoint; the page posts the outcome. */
async function callInBrowser(project: string, tools: string, url: string): Promise<string> {
  if (browser === undefined) return 'chromium is not here: skipped (apt-get install chromium)'
  const page = `import { call } from './call.mjs'
const post = (text) => fetch('/outcome', { method: 'POST', body: text })
call(location.origin).then(post, (error) => post('failed: ' + error.message))`
  writeFileSync(`${project}/page.mjs`, page)
  run(`${tools}/esbuild`, ['page.mjs', '--bundle', '--format=esm', '--outfile=page.js'], { cwd: project })
  const files = new Map([
    ['/', { type: 'text/html', text: '<!doctype html><script type="module" src="/page.js"></script>' }],
    ['/page.js', { type: 'text/javascript', text: readFileSync(`${project}/page.js`, 'utf8') }],
  ])
  const outcome = Promise.withResolvers<string>()
  const server = createServer(async (request, response) => {
    const file = request.method === 'GET' ? files.get(request.url!) : undefined
    if (file) return response.setHeader('content-type', file.type).end(file.text)
    const body = Buffer.concat(await Array.fromAsync(request))
    if (request.url === '/outcome') return response.end(() => outcome.resolve(body.toString()))
    const answer = await fetch(url + request.url, {
      method: request.method!,
      ...(body.length > 0 && { body }),
      headers: { 'content-type': request.headers['content-type'] ?? 'text/plain' },
    })
    const type = answer.headers.get('content-type') ?? 'text/plain'
    response.writeHead(answer.status, { 'content-type': type }).end(await answer.bytes())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${project}/chromium`]
  const { pid } = spawn(browser.path, [...flags, `http://127.0.0.1:${port}/`], {
    stdio: 'ignore',
    detached: true,
    env: browser.env,
  })
  const late = setTimeout(() => outcome.resolve('failed: no outcome after a minute'), 60_000)
  try {
    const text = await outcome.promise
    if (text.startsWith('failed')) throw new Error(`chromium: ${text}`)
    return `chromium: ${text}`
  } finally {
    clearTimeout(late)
    process.kill(-pid!, 'SIGKILL')
    server.closeAllConnections()
    server.close()
  }
}
