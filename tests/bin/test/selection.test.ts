import { expect, test } from 'vitest'
import { selected } from '../../../bin/test/apis.js'
import { operationOf } from '../../conformance/support/make.js'

const operations = [
  operationOf({ path: '/pets', operationId: 'listPets', tags: ['pets'] }),
  operationOf({ method: 'delete', path: '/pets/{id}', operationId: 'deletePet', tags: ['pets'] }),
  operationOf({ path: '/owners', operationId: 'listOwners', tags: ['people'] }),
]

test.each([
  ['everything', {}, 'listPets deletePet listOwners'],
  ['a tag', { include: ['pets'] }, 'listPets deletePet'],
  ['a path', { include: ['/pets'] }, 'listPets'],
  ['a path below', { include: ['/pets*'] }, 'listPets deletePet'],
  ['an operation id in another case', { include: ['LISTOWNERS'] }, 'listOwners'],
  ['all but a method', { exclude: ['delete *'] }, 'listPets listOwners'],
  ['a tag but for a path', { include: ['pets'], exclude: ['/pets/{id}'] }, 'listPets'],
])('%s', (_, options, ids) =>
  expect(
    selected(operations, options, 'x')
      .map(({ operationId }) => operationId)
      .join(' '),
  ).toBe(ids),
)

test('nothing that is there', () =>
  expect(() => selected(operations, { include: ['cats'] }, 'api.yaml')).toThrow(
    /api\.yaml: --include and --exclude leave no operation/,
  ))
