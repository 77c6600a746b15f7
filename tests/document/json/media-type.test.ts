import { expect, test } from 'vitest'
import { isJsonType } from '../../../document/index.js'

test.each([
  ['application/json', true],
  ['Application/Problem+JSON; charset=utf-8', true],
  ['application/vnd.api+json', true],
  ['text/json', true],
  ['application/json-seq', false],
  ['application/jsonp', false],
  ['text/html', false],
  ['text/plain; a=/json', false],
  [undefined, false],
])('%s is JSON: %s', (mediaType, isJson) => {
  expect(isJsonType(mediaType)).toBe(isJson)
})
