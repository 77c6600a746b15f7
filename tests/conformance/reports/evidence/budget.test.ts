import { describe, expect, test } from 'vitest'
import { renderJson } from '../../../../conformance/index.js'
import { withinBudget } from '../../../../conformance/reports/evidence/budget.js'
import { exchangeOf, reportOf, resultOf } from '../../support/make.js'

const long = 'x'.repeat(16_384)
const reportWith = (body: string) =>
  reportOf(
    Array.from({ length: 5 }, () =>
      resultOf({
        state: 'failed',
        findings: [
          {
            message: 'no',
            occurrences: 3,
            evidence: Array.from({ length: 3 }, () => exchangeOf({ method: 'POST', sent: '{}', body })),
          },
        ],
      }),
    ),
  )
const bodies = (body: string, characters: number): string[][] =>
  withinBudget(reportWith(body), characters).results.map(({ findings }) =>
    findings.flatMap(({ evidence }) => evidence.map(({ response }) => response.body)),
  )

describe('a report of limited size', () => {
  test('is the same when there is room', () => {
    const report = reportWith(long)
    expect(withinBudget(report, 15 * (16_384 + 2))).toBe(report)
  })

  test('has all bodies cut to the same length, and says how much is missing', () => {
    const cut = `${'x'.repeat(8_192)}… (8192 more characters)`
    expect(new Set(bodies(long, 15 * 8_200).flat())).toEqual(new Set([cut]))
  })

  test('keeps a readable part of what shows the first findings where little is left', () => {
    const readable = `${'x'.repeat(1_024)}… (15360 more characters)`
    const [first, second, ...others] = bodies(long, 6_000)
    expect([first?.[0], second?.[1]]).toEqual([readable, readable])
    expect(new Set(others.flat())).toEqual(new Set(['… (16384 more characters)']))
  })

  test('keeps of what shows how rules passed as much as findings leave room for', () => {
    const evidence = Array.from({ length: 4 }, () => exchangeOf({ body: long }))
    const kept = (characters: number) =>
      withinBudget({ ...reportWith('{}'), evidence }, characters).evidence?.length
    expect([1_000_000, 40_000, 20_000, 60].map(kept)).toEqual([4, 2, 1, 0])
  })

  test('without any room is short, and names everything', () => {
    const report = reportWith(long)
    const empty = withinBudget(report, 0)
    expect(renderJson(empty)).not.toContain('xxx')
    expect(empty.results.map(({ id }) => id)).toEqual(report.results.map(({ id }) => id))
  })
})
