import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type Finding, quantile, scaled, type Scope, show, tell } from './finding.ts'
import { readHoldings } from './processes.ts'
import { answers, toBatch } from './questions.ts'
import { askServer, importSample, serve } from './served.ts'

// Batches of full blocks, so that what the server sustains is little, and ten times that can come from the same machine.
const full = answers.filter(({ params }) => params[1] === true)
const { request: body, response } = toBatch(
  Array.from({ length: 100 }, (_, index) => full[index % full.length]!),
)
const CALLERS = 16
const UNDERWAY = 2_000 // what the client holds open at most: 2,000 sockets
const PERIOD = 10 // milliseconds

/** Ten times the rate that the server sustains, for a minute; then the client stops, and the server is asked again. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  const served = await serve(['--datadir', await importSample()])
  const sustained = await measureSustained(served.port)
  const before = readHoldings(served.pid).anonymous / 1e6
  const seconds = scaled(60, scope)
  const lags: number[] = []
  const sizes: number[] = []
  const watching = setInterval(() => {
    sizes.push(readHoldings(served.pid).anonymous / 1e6)
    void readLag(served.url).then(
      (lag) => lags.push(lag),
      () => lags.push(Infinity),
    )
  }, 1_000)
  const { outcomes, sent, wanted } = await flood(served.port, 10 * sustained, seconds)
  clearInterval(watching)
  const recovery = await measureRecovery(served.url)
  const code = await served.stop()
  const told = [...outcomes]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name} ${show(count)}`)
  const odd = [...outcomes.keys()].filter(
    (name) => !['right', '503 with retry-after', 'given up'].includes(name),
  )
  return [
    {
      claim: 'what is sustained: batches of 100 full blocks a second',
      measured: `${show(sustained)}, by ${CALLERS} callers who wait for their answers`,
    },
    {
      claim: `${show(seconds)} s of ten times that: each call is answered right, or refused with 503 and retry-after`,
      measured: `${show(sent)} of ${show(wanted)} sent (at most ${show(UNDERWAY)} open): ${told.join(', ')}`,
      holds: odd.length === 0,
    },
    {
      claim: 'the event loop is late by less than 250 ms',
      measured: `longest of each scrape: median ${show(1_000 * quantile(lags, 0.5))} ms, most ${show(1_000 * Math.max(...lags))} ms, ${lags.length} scrapes`,
      holds: Math.max(...lags) < 0.25,
    },
    {
      claim: 'twenty calls in a row are right and under 100 ms, 2 s after the load ends',
      measured: `after ${show(recovery)} s`,
      holds: recovery < 2,
    },
    {
      claim: 'memory of its own',
      measured: `${show(before)} MB before, at most ${show(Math.max(...sizes))} MB, then exit ${code}`,
      holds: code === 0,
    },
  ]
}

/** Batches a second that callers get who each wait for their answer; three seconds after two to warm up. */
async function measureSustained(port: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const state = { count: 0, going: true }
  const call = async () => {
    while (state.going) if ((await send(agent, port)) === 'right') state.count++
  }
  const callers = Array.from({ length: CALLERS }, call)
  await wait(2_000)
  state.count = 0
  await wait(3_000)
  const rate = state.count / 3
  state.going = false
  await Promise.all(callers)
  agent.destroy()
  return rate
}

/** Sends at a rate, whether it is answered or not. */
async function flood(port: number, rate: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 500 })
  const outcomes = new Map<string, number>()
  const start = performance.now()
  const state = { open: 0 }
  let [sent, wanted] = [0, 0]
  const sendOne = async () => {
    state.open++
    const outcome = await send(agent, port)
    state.open--
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  while (performance.now() - start < 1_000 * seconds) {
    const due = Math.floor((rate * (performance.now() - start)) / 1_000)
    for (; wanted < due; wanted++) {
      if (state.open >= UNDERWAY) continue
      sent++
      void sendOne()
    }
    if (wanted % 1_000 < rate / 100)
      tell(`overload: ${show(wanted)} wanted, ${show(sent)} sent, ${state.open} open`)
    await wait(PERIOD)
  }
  // What is open is given up, as a caller would who has waited long enough.
  agent.destroy()
  while (state.open > 0) await wait(PERIOD)
  return { outcomes, sent, wanted }
}

function send(agent: Agent, port: number): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    request({ agent, port, host: '127.0.0.1', method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => resolve(judge(answer, Buffer.concat(chunks).toString())))
      answer.on('error', () => resolve('given up'))
    })
      .on('error', () => resolve('given up'))
      .end(body)
  })
}

function judge({ statusCode, headers }: IncomingMessage, text: string): string {
  if (statusCode === 200 && text === response) return 'right'
  if (statusCode === 503 && headers['retry-after'] !== undefined) return '503 with retry-after'
  return `${statusCode} ${text.slice(0, 80)}`
}

/** Seconds until twenty calls in a row are right and quick. */
async function measureRecovery(url: string): Promise<number> {
  const start = performance.now()
  for (let row = 0; row < 20 && performance.now() - start < 30_000;) {
    const { right, milliseconds } = await askServer(url).catch(() => ({ right: false, milliseconds: 0 }))
    row = right && milliseconds < 100 ? row + 1 : 0
  }
  return (performance.now() - start) / 1_000
}

/** The longest delay of the event loop since the last scrape, in seconds, of all workers. */
async function readLag(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) })).text()
  const lags = [...text.matchAll(/^nodejs_eventloop_lag_max_seconds(?:\{[^}]*\})? (\S+)$/gm)].map(
    ([, value]) => Number(value),
  )
  if (lags.length === 0) throw new Error('There is no metric of the event loop.')
  return Math.max(...lags)
}
