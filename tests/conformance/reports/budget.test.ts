import { describe, expect, test } from 'vitest'
import { renderJson } from '../../../conformance/index.js'
import { withinBudget } from '../../../conformance/reports/budget.js'
import { exchangeOf, reportOf, resultOf } from '../support/make.js'

const body = 'x'.repeat(1_000)
const evidence = Array.from({ length: 3 }, () => exchangeOf({ method: 'POST', sent: body, body }))
const report = reportOf(
  Array.from({ length: 5 }, () =>
    resultOf({ state: 'failed', findings: [{ message: 'no', occurrences: 3, evidence }] }),
  ),
)
const bodies = (characters: number): string[][] =>
  withinBudget(report, characters).results.map(({ findings }) =>
    findings.flatMap((finding) => finding.evidence.map(({ response }) => response.body)),
  )

describe('a report of limited size', () => {
  test('is the same when there is room', () => {
    expect(withinBudget(report, 30_000)).toEqual(report)
  })

  test('keeps the first evidence of each finding before any other, and says what is left out', () => {
    for (const [first, ...others] of bodies(10_000)) {
      expect(first).toBe(body)
      expect(others).toEqual(Array.from({ length: 2 }, () => '… (left out: the report has no room for more)'))
    }
  })

  test('without any room is short, and names everything', () => {
    const empty = withinBudget(report, 0)
    expect(renderJson(empty)).not.toContain(body)
    expect(empty.results.map(({ id }) => id)).toEqual(report.results.map(({ id }) => id))
  })
})
