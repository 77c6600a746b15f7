import { expect, test } from 'vitest'
import { identityIn, thingsIn, nameKey, referredBy } from '../../../conformance/resources/names.js'
import { valuesInTarget, targetOfReference } from '../../../conformance/resources/paths.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly spellings: [string, string][]
  readonly references: [string, string?][]
  readonly bodies: [
    string,
    unknown,
    'list' | 'thing',
    { isList: boolean; things: unknown[]; isOfValues?: true },
    string?,
  ][]
  readonly targets: [string, string?][]
}>(import.meta.dirname, 'names.yaml')

test.each(tables.spellings)('the spelling of all spellings of %j is %j', (name, wanted) =>
  expect(nameKey(name)).toBe(wanted),
)

test.each(tables.references)('%s refers to %j', (name, wanted) => expect(referredBy(name)).toBe(wanted))

test.each(tables.bodies)('%s', (_, body, expects, wanted, noun = 'order') =>
  expect(thingsIn(body, noun, expects)).toEqual(wanted),
)

test('values of a target are those of its path, and of no other', () => {
  expect(valuesInTarget('/pets/{id}/photos/{photo}', '/pets/a%2Fb/photos/2?x=1')).toEqual(['a/b', '2'])
  expect(valuesInTarget('/files/{name}.{ext}', '/files/a.txt')).toEqual(['a', 'txt'])
  expect(valuesInTarget('/pets/{id}', '/pets/1/photos')).toBeUndefined()
})

test.each(tables.targets)('%s means %j', (reference, wanted) =>
  expect(targetOfReference(reference, 'http://host/v1/pets/', 'http://host/v1')).toBe(wanted),
)

test.each([
  ['className', 'schema', { class: 'Cat', description: 'purrs' }, 'Cat'],
  ['aliasName', 'alias', { alias: 'Puss', class: 'Cat' }, 'Puss'],
  ['petName', 'pet', { name: 'Tom', pet: 'cat' }, 'Tom'],
  ['className', 'schema', { description: 'purrs' }, undefined],
  ['pet', 'pet', { name: 'owners/7/pets/9' }, '9'],
  ['pet', 'pet', { name: 'cats/9' }, 'cats/9'],
  ['key', 'pet', { id: 'a', name: 'Tom' }, 'a'],
  ['key', 'pet', { id: 'a', key: 'b' }, 'b'],
  ['slug', 'pet', { id: 'a', name: 'Tom' }, undefined],
  ['pet', 'pet', { pet: ['Tom'] }, 'Tom'],
  ['pet', 'pet', { pet: ['Tom', 'Rex'] }, undefined],
  ['pet', 'pet', { pets: ['Tom'] }, undefined],
])('the value of {%s} in a thing called %s of %j is %s', (name, noun, thing, value) =>
  expect(identityIn(thing, { name, schema: { type: 'string' } }, [noun], {})?.value).toBe(value),
)
