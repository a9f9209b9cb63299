import { readdirSync } from 'node:fs'
import type * as zlib from 'node:zlib'
import { createHttpPolicy } from '@lectern/server'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from './page.ts'

let isFailing = false

// The system has no memory for a compressor, say.
vi.mock('node:zlib', async (original) => {
  const real = await original<typeof zlib>()
  const brotliCompress = (...args: [Buffer, object, (error: Error | null) => void]) =>
    isFailing ? setImmediate(args[2], new Error('Memory allocation failed')) : real.brotliCompress(...args)
  return { ...real, brotliCompress }
})

test('a file of the page is compressed again once that has failed', async () => {
  const policy = createHttpPolicy()
  onTestFinished(() => policy[Symbol.dispose]())
  const app = Fastify()
  openPage(policy, [])!.addFiles(app)
  const assets = readdirSync(new URL('../../../site/dist/served/assets/', import.meta.url))
  const url = `/assets/${assets.find((name) => name.endsWith('.css'))}`
  const ask = async () => {
    const { statusCode, headers } = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    return [statusCode, headers['content-encoding']]
  }
  isFailing = true
  expect(await ask()).toEqual([500, undefined])
  isFailing = false
  expect(await ask()).toEqual([200, 'br'])
})
