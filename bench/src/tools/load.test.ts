import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { needs } from '@lectern/fixtures/needs'
import { expect, test } from 'vitest'
import { readCpu, readOwnMemory } from './processes.ts'
import { findTools, measureLoad } from './load.ts'

const isLinux = process.platform === 'linux'
const hasTools = ['wrk', 'taskset'].every((tool) => !spawnSync(tool, ['--version']).error)

test('CPU of a process is what it took itself', needs('/proc', isLinux), () => {
  const before = readCpu(process.pid)
  const start = process.cpuUsage()
  while (process.cpuUsage(start).user < 100_000) Math.random()
  expect(readCpu(process.pid) - before).toBeGreaterThanOrEqual(80_000)
  expect(readOwnMemory(process.pid)).toBeGreaterThan(10_000_000)
})

test('a tool that is missing is named, with what installs it', () => {
  const path = process.env['PATH']
  process.env['PATH'] = '/nowhere'
  try {
    expect(findTools).toThrow('wrk is not on the PATH: apt-get install wrk.')
  } finally {
    process.env['PATH'] = path
  }
})

test(
  'a load sends each body, counts the bytes and refuses a failure',
  needs('wrk and taskset on Linux: apt-get install wrk util-linux', isLinux && hasTools),
  async () => {
    const seen = new Set<string>()
    let status = 200
    const server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (text) => (body += text))
      request.on('end', () => {
        seen.add(body)
        response.writeHead(status, { 'content-length': 1_000 }).end('x'.repeat(1_000))
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const load = { url, pid: process.pid, bodies: ['{"a":1}', '{"b":2}'], seconds: 1 }
    const { requests, bytes, p50, p99 } = await measureLoad(load)
    expect(seen).toEqual(new Set(load.bodies))
    expect(requests).toBeGreaterThan(16)
    expect(bytes).toBeGreaterThan(1_000)
    expect(bytes).toBeLessThan(1_300)
    expect(p50).toBeLessThanOrEqual(p99)
    status = 500
    await expect(measureLoad(load)).rejects.toThrow(
      /Of \d+ requests to http.* failed \d+ by status: \{"a":1\}/,
    )
    server.close()
  },
)
