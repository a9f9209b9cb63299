import { expect, test } from 'vitest'
import { createCors } from './access.ts'

const host = 'localhost:8545'

test('without a list, only the pages of the server itself may ask', () => {
  const cors = createCors([])
  expect(cors.admits('http://localhost:8545', host)).toBe(true)
  expect(cors.admits('HTTPS://LOCALHOST:8545', host)).toBe(true) // a proxy may have ended TLS
  for (const origin of [
    'http://localhost',
    'https://a.example',
    'null',
    '',
    'file://',
    'http://localhost:8545.a.example',
  ])
    expect(cors.admits(origin, host), origin).toBe(false)
  expect(cors.admits('http://', undefined)).toBe(false)
  expect(cors.headersFor('http://localhost:8545')).toEqual({})
})

test('the origins of a list may ask, in either case, and a star stands for any text', () => {
  const cors = createCors(['https://App.example', 'https://*.b.example', 'null'])
  for (const origin of [
    'https://app.example',
    'https://APP.example',
    'https://x.b.example',
    'https://x.y.b.example',
    'null',
  ])
    expect(cors.admits(origin, host), origin).toBe(true)
  for (const origin of [
    'http://app.example',
    'https://app.example:81',
    'https://app.example.evil',
    'https://b.example',
    'https://.b.example',
    'https://appXexample',
  ])
    expect(cors.admits(origin, host), origin).toBe(false)
  expect(cors.headersFor('https://app.example')).toMatchObject({
    'access-control-allow-origin': 'https://app.example',
  })
})

test('a star alone lets in every page, and names none', () => {
  const cors = createCors(['*'])
  expect(cors.admits('https://a.example', host)).toBe(true)
  expect(cors.headersFor('https://a.example')).toMatchObject({ 'access-control-allow-origin': '*' })
})

test('credentials are never allowed', () => {
  for (const domains of [['*'], ['https://a.example']])
    expect(Object.keys(createCors(domains).preflight('https://a.example', 'POST', true))).not.toContain(
      'access-control-allow-credentials',
    )
})
