import { expect, test } from 'vitest'
import { type NamedReport, obstaclesToMerging, type Report } from '../../../conformance/index.js'
import { tableIn } from '../../support/table.js'
import { reportOf } from '../support/make.js'

/** A report: the number of its part, and the unusual members (null: absent). */
interface Row {
  readonly part?: number
  readonly name?: string
  readonly run?: object
  readonly report?: object
}

const withoutNulls = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))

const part = ({ part: index = 2, name = `part-${index}`, run = {}, report = {} }: Row): NamedReport => {
  const usual = { id: `run-${index}`, plan: 'aaaa', shard: { index, count: 3 } }
  const made = { ...reportOf([]), run: withoutNulls({ ...usual, ...run }), ...report }
  return { name, report: withoutNulls(made) as Report }
}

const tables = tableIn<{ readonly rows: [string, Row[], string[]][] }>(
  import.meta.dirname,
  'merge-parts.yaml',
)

test('reports are put together when all parts of one run are there, in any order', () =>
  expect(obstaclesToMerging([3, 1, 2].map((one) => part({ part: one })))).toEqual([]))

test.each(tables.rows)('reports are not put together when %s', (_what, rows, obstacles) =>
  expect(obstaclesToMerging(rows.map(part))).toEqual(obstacles),
)
