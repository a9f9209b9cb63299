import { expect, test } from 'vitest'
import { createPause } from './pause.ts'

test('a pause that everybody left begins anew for the next', async () => {
  const pause = createPause()
  const key = {}
  const controller = new AbortController()
  const left = pause(key, 10, controller.signal)
  controller.abort(new Error('enough'))
  await expect(left).rejects.toThrow('enough')
  await expect(pause(key, 10, AbortSignal.timeout(20_000))).resolves.toBeUndefined()
})
