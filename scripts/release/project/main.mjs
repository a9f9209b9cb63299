import { call } from './call.mjs'

const url = globalThis.process?.env.ENDPOINT ?? Deno.env.get('ENDPOINT')
console.log(await call(url))
