import { expect, test } from 'vitest'
import { areRelated, keepsAddress } from '../../../conformance/sequences/related.js'
import { bodyFormOf, variationOf } from '../../../conformance/sequences/bodies.js'
import type { JsonSchema, Operation } from '../../../runtime/surface.js'
import { exploredApi } from '../../support/explored-api.js'
import { inventoryDocument } from '../../support/inventory/service.js'

test('variations differ in every member, and leave out what refers to other things', async () => {
  const { surface, operations } = await exploredApi(inventoryDocument)
  const operation = operations.find(({ operationId }) => operationId === 'replaceArticle')
  if (!operation) throw new Error('the inventory replaces no articles')
  const [one, other] = [1, 2].map((count) =>
    variationOf(bodyFormOf(operation, surface.schemas), surface.schemas, count),
  )
  expect(Object.keys(one ?? {}).toSorted()).toEqual([
    'finish',
    'is_fragile',
    'kind',
    'note',
    'price',
    'title',
  ])
  for (const name of Object.keys(one ?? {})) expect(areRelated(one?.[name], other?.[name]), name).toBe(false)
  expect(
    Object.keys(variationOf(bodyFormOf(operation, surface.schemas), surface.schemas, 1, {}, true)).toSorted(),
  ).toEqual(['finish', 'is_fragile', 'kind'])
})

test.each([
  ['date', /^20\d\d-\d\d-\d\d$/],
  ['date-time', /^20\d\d-\d\d-\d\dT.*Z$/],
  ['email', /^\w+@example\.com$/],
  ['uri', /^https:\/\/example\.com\/\w+$/],
])('a text of the format %s is varied within it', (format, spelled) => {
  const operation = withMember({ type: 'string', format })
  const [one, other] = [1, 2].map((count) => variationOf(bodyFormOf(operation, {}), {}, count)['due'])
  expect(one).toMatch(spelled)
  expect(areRelated(one, other)).toBe(false)
})

test.each([
  ['ann@example.org', /^\w+@example\.com$/],
  ['http://a.example/b', /^https:\/\/example\.com\/\w+$/],
  ['2026-01-02T03:04:05Z', /^20\d\d-\d\d-\d\dT.*Z$/],
  ['2026-01-02', /^20\d\d-\d\d-\d\d$/],
  ['blue', /^basil1$/],
  ['EUR', undefined],
  ['+49 151 1234', undefined],
  ['5cbfec8b-aca2-47ff-89ff-9655b9d2c66a', undefined],
])('a text whose schema names no format keeps the form of %s', (due, spelled) => {
  const varied = variationOf(bodyFormOf(withMember({ type: 'string' }), {}), {}, 1, { due })['due']
  expect(varied).toEqual(spelled && expect.stringMatching(spelled))
})

test('a text of a format that has a meaning is left alone', () =>
  expect(variationOf(bodyFormOf(withMember({ type: 'string', format: 'uuid' }), {}), {}, 1)).toEqual({}))

test('values of an enumeration are all tried, one of which may be null', () => {
  const form = bodyFormOf(withMember({ enum: ['a', null, 'b', 'c'] }), {})
  expect([0, 1, 2, 3].map((count) => variationOf(form, {}, count)['due'])).toEqual(['a', 'b', 'c', 'a'])
})

const withMember = (due: JsonSchema): Operation => {
  const content = { 'application/json': { schema: { type: 'object', properties: { due } } } }
  return { method: 'put', path: '/', parameters: [], requestBody: { content } } as unknown as Operation
}

test.each([
  ['a number', 17, undefined, true],
  ['a uuid', '5cbfec8b-aca2-47ff-89ff-9655b9d2c66a', undefined, true],
  ['a name', 'amber', undefined, false],
  ['a name that the answer shows', 'amber', { name: 'amber' }, true],
  ['a name that the answer shows changed', 'amber', { name: 'basil' }, false],
])('after an update, whether a thing is still at its address: %s', (_, id, answered, keeps) =>
  expect(keepsAddress(id, answered)).toBe(keeps),
)
