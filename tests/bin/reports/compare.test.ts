import { expect, test } from 'vitest'
import { compared } from '../../../bin/reports/read-report.js'
import type { Report } from '../../../conformance/index.js'
import { reportOf, resultOf } from '../../conformance/support/make.js'
import { idleContext } from '../../support/context.js'

const earlier = reportOf([resultOf({ state: 'failed' }), resultOf({ id: 'quote/fees', state: 'passed' })])
const now = reportOf([resultOf({ state: 'passed' }), resultOf({ id: 'quote/fees', state: 'skipped' })])
const words = 'last/report.json (rampart test of https://api.example/api, 2026-09-01T12:00:00.000Z)'

test.each<[string, Partial<Report>, said: string, fixed: number, warnings: number, isNamed?: boolean]>([
  ['the same', {}, `Compared with ${words}: 0 new failures, 1 fixed, 0 as before.\n`, 1, 1],
  [
    'another service',
    { target: { baseUrl: 'https://other.example/api' } },
    `Not compared with ${words.replace('api.example', 'other.example')}: it is of another base URL.\n`,
    0,
    0,
  ],
  ['another service, not named', { target: { baseUrl: 'https://other.example/api' } }, '', 0, 0, false],
  [
    'another command',
    { command: 'inspect' },
    `Not compared with ${words.replace('test', 'inspect')}: it is of another command.\n`,
    0,
    0,
  ],
])(
  'a run is compared with a report of %s, and it is said which',
  (_what, own, said, fixed, warnings, isNamed = true) => {
    const lines: string[] = []
    const context = { ...idleContext, stderr: (text: string) => lines.push(text) }
    const read = { report: { ...earlier, ...own }, file: 'last/report.json', isNamed }
    const report = compared(now, read, context)
    expect(lines.join('')).toBe(said)
    expect(report.comparison?.fixed ?? []).toHaveLength(fixed)
    expect(report.warnings ?? []).toHaveLength(warnings)
  },
)

test('a part says that it replaces the report, and that what failed there is still found', () => {
  const lines: string[] = []
  const context = { ...idleContext, stderr: (text: string) => lines.push(text) }
  const part = reportOf([resultOf({ id: 'quote/fees', state: 'passed' })])
  const before = { report: earlier, file: 'last/report.json', isNamed: false }
  expect(compared(part, before, context, true).comparison?.unjudged).toHaveLength(1)
  expect(lines.slice(1)).toEqual([
    '1 earlier failure was not judged again; --only-failed still finds it.\n',
    'This run judged a part, and its report replaces last/report.json; another --report-dir keeps both.\n',
  ])
})
