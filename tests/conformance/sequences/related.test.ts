import { expect, test } from 'vitest'
import { areRelated, faithfulMembers } from '../../../conformance/sequences/related.js'
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
