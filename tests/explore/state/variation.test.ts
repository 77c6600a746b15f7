import { expect, test } from 'vitest'
import { areRelated } from '../../../explore/state/related.js'
import { variationOf } from '../../../explore/state/variation.js'
import { temporaryFolder } from '../../generator/support/generated.js'
import { apiOf } from '../../support/inventory/api.js'
import { inventoryDocument } from '../../support/inventory/document.js'

const folder = temporaryFolder()

test('variations differ in every member, and leave out what refers to other things', async () => {
  const { surface, operations } = await apiOf(folder, inventoryDocument)
  const operation = operations.find(({ operationId }) => operationId === 'replaceArticle')
  if (!operation) throw new Error('the inventory replaces no articles')
  const [one, other] = [1, 2].map((count) => variationOf(operation, surface.schemas, count))
  expect(Object.keys(one ?? {}).toSorted()).toEqual(['is_fragile', 'kind', 'note', 'price', 'title'])
  for (const name of Object.keys(one ?? {})) expect(areRelated(one?.[name], other?.[name]), name).toBe(false)
  expect(Object.keys(variationOf(operation, surface.schemas, 1, true)).toSorted()).toEqual([
    'is_fragile',
    'kind',
  ])
})
