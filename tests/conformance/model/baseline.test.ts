import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import {
  applyBaseline,
  type Baseline,
  baselineOf,
  isBroken,
  type RuleResult,
} from '../../../conformance/index.js'
import { reportOf, resultOf } from '../support/make.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly entries: [string, Partial<typeof entry> & { version?: string; message?: string }, boolean][]
}>(import.meta.dirname, 'baseline.yaml')

const finding = (message: string) => ({ message, occurrences: 1, evidence: [] })
const failed = (messages: readonly string[], changes: Partial<RuleResult> = {}): RuleResult =>
  resultOf({ state: 'failed', findings: messages.map(finding), ...changes })

const entry = { rule: 'versioning/vary', reason: 'known to the team', expires: '2026-12-31' }
const baseline = (...findings: Baseline['findings']): Baseline => ({ baselineVersion: 1, findings })
const today = '2026-11-20'

describe('a baseline', () => {
  test.each(tables.entries)('lets a finding pass by %s: %#', (_what, changes, isLetPass) => {
    const report = reportOf([failed(['no Vary (at all)'])])
    const applied = applyBaseline(report, baseline({ ...entry, ...changes }), today)
    expect(isBroken(applied)).toBe(!isLetPass)
    expect(applied.results[0]).toMatchObject({ state: 'failed', severity: isLetPass ? 'warning' : 'error' })
    expect(applied.results[0]?.baselined).toBe(isLetPass ? true : undefined)
  })

  test('does not let a rule pass that has another finding too', () => {
    const applied = applyBaseline(
      reportOf([failed(['known', 'new'])]),
      baseline({ ...entry, message: 'known' }),
      today,
    )
    expect(isBroken(applied)).toBe(true)
    expect(applied.results[0]?.findings.map(({ known }) => known?.reason)).toEqual([
      'known to the team',
      undefined,
    ])
  })

  test('says which entries expired, and which match nothing although their rule was judged', () => {
    const report = reportOf([resultOf(), resultOf({ id: 'versioning/echo', state: 'skipped' })])
    const applied = applyBaseline(
      report,
      baseline(entry, { ...entry, expires: '2026-01-01' }, { ...entry, rule: 'versioning/echo' }),
      today,
    )
    expect(applied.warnings?.map(({ code }) => code)).toEqual(['baseline-expired', 'baseline-unmatched'])
    expect(applied.warnings?.[1]?.message).toContain('versioning/vary')
  })

  test('made of a report lets just that report pass, fits its schema, and keeps reasons', () => {
    const report = reportOf([
      failed(['one', 'two']),
      failed(['a warning'], { id: 'versioning/echo', severity: 'warning' }),
    ])
    const made = baselineOf(report, 'to be explained', '2026-12-01')
    expect(made.findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      'versioning/vary one',
      'versioning/vary two',
    ])
    const applied = applyBaseline(report, made, today)
    expect(isBroken(applied)).toBe(false)
    expect(baselineOf(applied, 'another reason', '2027-01-01')).toEqual(made)
    const ajv = new Ajv2020({ allErrors: true })
    addFormats.default(ajv)
    const schema = JSON.parse(readFileSync('conformance/reports/baseline.schema.json', 'utf8')) as object
    expect(ajv.compile(schema)(made)).toBe(true)
    expect(ajv.compile({ ...schema, $id: 'x' })(baseline({ ...entry, reason: '' }))).toBe(false)
  })
})
