import { expect, test } from 'vitest'
import { thingsIn } from '../../../conformance/resources/things.js'
import { valuesInTarget, targetOfReference } from '../../../conformance/resources/paths.js'
import { nameKey, referredBy } from '../../../conformance/resources/words.js'

test.each([
  ['petId', 'pet id'],
  ['pet_ids', 'pet id'],
  ['Pet-ID', 'pet id'],
  ['PETId', 'pet id'],
  ['categories', 'category'],
  ['addresses', 'address'],
  ['boxes', 'box'],
  ['status', 'status'],
  ['people', 'person'],
  ['news', 'new'],
  ['', ''],
])('the spelling of all spellings of %j is %j', (name, wanted) => {
  expect(nameKey(name)).toBe(wanted)
})

test.each([
  ['petId', 'pet'],
  ['parent_comment_ids', 'parent comment'],
  ['id', undefined],
  ['title', undefined],
])('%s refers to %j', (name, wanted) => {
  expect(referredBy(name)).toBe(wanted)
})

test.each<[string, unknown, 'list' | 'thing', { isList: boolean; things: unknown[] }]>([
  [
    'an order with items',
    { id: 1, items: [{ id: 2 }] },
    'thing',
    { isList: false, things: [{ id: 1, items: [{ id: 2 }] }] },
  ],
  ['one thing in data', { data: { id: 1 } }, 'thing', { isList: false, things: [{ id: 1 }] }],
  ['one thing by its name', { order: { id: 1 }, meta: {} }, 'thing', { isList: false, things: [{ id: 1 }] }],
  ['a list by its name', { orders: [{ id: 1 }], tags: [] }, 'list', { isList: true, things: [{ id: 1 }] }],
  ['an empty list', { total: 0, items: [] }, 'list', { isList: true, things: [] }],
  ['a text', 'done', 'thing', { isList: false, things: [] }],
  ['nothing', null, 'list', { isList: false, things: [] }],
])('%s', (_, body, expects, wanted) => {
  expect(thingsIn(body, 'order', expects)).toEqual(wanted)
})

test('values of a target are those of its path, and of no other', () => {
  expect(valuesInTarget('/pets/{id}/photos/{photo}', '/pets/a%2Fb/photos/2?x=1')).toEqual(['a/b', '2'])
  expect(valuesInTarget('/files/{name}.{ext}', '/files/a.txt')).toEqual(['a', 'txt'])
  expect(valuesInTarget('/pets/{id}', '/pets/1/photos')).toBeUndefined()
})

test.each([
  ['/v1/pets/1', '/pets/1'],
  ['http://host/v1/pets/1?a=b', '/pets/1?a=b'],
  ['2', '/pets/2'],
  ['?page=2', '/pets/?page=2'],
  ['http://other/v1/pets/1', undefined],
  ['/v12/pets/1', undefined],
  ['http://[', undefined],
])('%s means %j', (reference, wanted) => {
  expect(targetOfReference(reference, 'http://host/v1/pets/', 'http://host/v1')).toBe(wanted)
})
