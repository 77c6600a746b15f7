import { expect, test } from 'vitest'
import { isReplacing } from '../../../conformance/sequences/outcomes.js'
import { areRelated, faithfulMembers, untouchedBy } from '../../../conformance/sequences/related.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{ readonly related: [unknown, unknown][]; readonly unrelated: [unknown, unknown][] }>(
  import.meta.dirname,
  'related.yaml',
)

test.each(tables.related)('%j may be kept as %j', (sent, kept) => expect(areRelated(sent, kept)).toBe(true))

test.each(tables.unrelated)('%j has nothing to do with %j', (sent, kept) =>
  expect(areRelated(sent, kept)).toBe(false),
)

test('a member that is not returned is not known to be set by the client', () =>
  expect(faithfulMembers({ name: 'a', note: null, token: 'x' }, { name: 'a', token: 'x' })).toEqual(['name']))

test('an update leaves the members that it does not name, be they shown inside another one', () => {
  const shown = ['metadata.alt', 'metadata.tags', 'title']
  expect(untouchedBy({ alt: 'b' }, 'patch', shown)).toEqual(['metadata.tags', 'title'])
  expect(untouchedBy({ 'metadata.alt': 'b' }, 'patch', shown)).toEqual(['title'])
})

test('a thing may lose the mark that one of its kind has, but does not get it by itself', () => {
  const sent = { isDefault: true, main: false, active: true }
  expect(faithfulMembers(sent, sent)).toEqual(['main', 'active'])
})

test.each([
  [{ operationId: 'replacePet' }, true],
  [{ description: 'Overwrites a pet.' }, true],
  [{ description: 'Updates a pet.\n\npatch: whether to patch its notes or to replace them' }, false],
])('an update of %j replaces the whole thing: %j', (described, expected) => {
  const document = { paths: { '/pets': { put: described } } }
  const life = { walk: { explorer: { api: { document } } } } as unknown as Parameters<typeof isReplacing>[0]
  const put = { path: '/pets', method: 'put' } as Parameters<typeof isReplacing>[1]
  expect(isReplacing(life, put)).toBe(expected)
})
