import { describe, expect, test } from 'vitest'
import {
  type NamedReport,
  obstaclesToMerging,
  requestCount,
  type Report,
  type RunIdentity,
} from '../../../conformance/index.js'
import { reportOf } from '../support/make.js'

const plan = 'a'.repeat(64)

const part = (index: number, changes: Partial<Report> = {}, run: Partial<RunIdentity> = {}): NamedReport => ({
  name: `part-${index}`,
  report: {
    ...reportOf([]),
    run: { id: `run-${index}`, plan, shard: { index, count: 3 }, ...run },
    ...changes,
  },
})

/** A summary of one version whose document has a digest of its own. */
const ofDocument = (letter: string): Report['versions'] => [
  { version: '2026-08-01', sha256: letter.repeat(64), requests: requestCount(1), durationMs: 1 },
]

const [one, two, three] = [part(1), part(2), part(3)]

describe('reports are put together', () => {
  test('when all parts of one run are there, in any order', () => {
    expect(obstaclesToMerging([three, one, two])).toEqual([])
  })

  test.each<[string, readonly NamedReport[], readonly string[]]>([
    ['a part is missing', [one, three], ['of 3 parts there is no 2']],
    ['all but one are missing', [two], ['of 3 parts there is no 1, 3']],
    [
      'a part is there twice',
      [one, two, three, { ...two, name: 'copy' }],
      ['part 2 of 3 is there more than once: part-2, copy'],
    ],
    [
      'one is there twice and another is missing',
      [one, two, { ...two, name: 'copy' }],
      ['part 2 of 3 is there more than once: part-2, copy', 'of 3 parts there is no 3'],
    ],
    [
      'one is the report of a whole run',
      [one, { name: 'whole', report: { ...reportOf([]), run: { id: 'x', plan } } }],
      ['whole is the report of a whole run, and no part made with --shard'],
    ],
    [
      'one says nothing of its run',
      [one, { name: 'inspected', report: reportOf([]) }],
      ['inspected is the report of a whole run, and no part made with --shard'],
    ],
    [
      'they are parts of different numbers',
      [one, part(2, {}, { shard: { index: 2, count: 2 } })],
      ['part-2 is part of a run of another number of parts than part-1'],
    ],
    [
      'they were to judge different things',
      [one, part(2, {}, { plan: 'b'.repeat(64) })],
      ['part-2 is part of a run with other rules or settings than part-1'],
    ],
    [
      'they are of different runs of the CI system',
      [part(1, {}, { group: '7' }), part(2, {}, { group: '8' })],
      ['part-2 is part of another run of the CI system than part-1'],
    ],
    [
      'they are of different services',
      [one, part(2, { target: { baseUrl: 'https://other.example/api', specUrl: 'https://other.example' } })],
      ['part-2 is of another service than part-1'],
    ],
    [
      'they were made by different versions of rampart',
      [one, part(2, { tool: { name: 'rampart', version: '9.9.9' } })],
      ['part-2 was made by another version of rampart than part-1'],
    ],
    [
      'the documents changed in between',
      [part(1, { versions: ofDocument('a') }), part(2, { versions: ofDocument('b') })],
      ['part-2 is of other documents than part-1'],
    ],
  ])('not when %s', (_what, reports, obstacles) => {
    expect(obstaclesToMerging(reports)).toEqual(obstacles)
  })
})
