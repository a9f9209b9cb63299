import { expect, test } from 'vitest'
import { sliceRequest } from './slices.ts'

const limits = { depth: 4, batchItems: 3 }
const repeated = (text: string) => sliceRequest(text, limits).slices[0]?.repeated
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

test('an id stays as it is written', () => {
  const ids = ['1', '-0.5e+3', '"é\\"}\\\\"', 'null', '9007199254740993', '{"a":[1]}', '[ 1 , 2 ]', '""']
  for (const id of ids) {
    for (const text of [`{"id":${id}}`, ` { "a" : {"id":7} , "id" :\n${id}\t, "b":"\\"" } `]) {
      expect(sliceRequest(text, limits)).toEqual({ batch: false, slices: [{ id, repeated: undefined }] })
    }
  }
})

test('a batch has one slice a request, and none for what is not an object', () => {
  expect(sliceRequest('[{"id":1,"params": [ 1.0 ]} , [[]] ,{}]', limits)).toMatchInlineSnapshot(`
    {
      "batch": true,
      "slices": [
        {
          "id": "1",
          "params": "[ 1.0 ]",
          "repeated": undefined,
        },
        undefined,
        {
          "id": undefined,
          "params": undefined,
          "repeated": undefined,
        },
      ],
    }
  `)
  for (const text of ['1', 'null', '"[{"', 'true', ' -1 '])
    expect(sliceRequest(text, limits)).toEqual({ batch: false, slices: [undefined] })
})

test('a duplicate of a member that decides is named, however it is written', () => {
  expect(repeated('{"id":1,"id":1}')).toBe('id')
  expect(repeated('{"method":"a","params":[],"\\u006dethod":"b","params":[]}')).toBe('method')
  expect(repeated('{"jsonrpc":"1","jsonrpc":"2"}')).toBe('jsonrpc')
  expect(repeated('{"extra":1,"extra":2,"Id":1,"id":2,"params":{"id":1}}')).toBeUndefined()
})

test('depth is limited to the level, wherever it is reached', () => {
  const texts = [
    (levels: number) => nested(levels),
    (levels: number) => `{"params":${nested(levels - 1)}}`,
    (levels: number) => `[{"id":${nested(levels - 2)}}]`,
    (levels: number) => `[1,[],${nested(levels - 1)}]`,
    (levels: number) => '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1),
  ]
  for (const text of texts) {
    expect(() => sliceRequest(text(4), limits)).not.toThrow()
    expect(() => sliceRequest(text(5), limits)).toThrow('A request is nested at most 4 levels deep.')
  }
})

test('a batch is limited to its items', () => {
  expect(sliceRequest('[1,2,3]', limits).slices).toHaveLength(3)
  expect(() => sliceRequest('[1,2,3,4]', limits)).toThrow('A batch holds at most 3 requests.')
})
