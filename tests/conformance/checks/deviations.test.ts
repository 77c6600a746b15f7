import { expect, test } from 'vitest'
import { locationOf, requestWords } from '../../../conformance/checks/deviations.js'
import type { Row } from '../support/observed.js'
import { seen } from './shop.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly locations: [string, Row, string | undefined][]
  readonly words: [Row, string][]
}>(import.meta.dirname, 'deviations.yaml')

test.each(tables.locations)('%s, sent %j, is wrong at: %s', (operation, row, location) =>
  expect(locationOf(seen(operation, row))).toBe(location),
)

test.each(tables.words)('a message of %j ends in: %s', (row, words) =>
  expect(requestWords(seen('createItem', row))).toBe(words),
)
