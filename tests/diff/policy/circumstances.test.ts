import { describe, expect, test } from 'vitest'
import { effectsPolicy } from '../../../diff/index.js'
import { changeOf, reportOf, sideOf } from '../make.js'

const breaking = changeOf('response-property-removed')
const safe = changeOf('response-property-added')
const words = changeOf('text-changed')
const codes = (report: ReturnType<typeof reportOf>) => report.notes.map(({ code }) => code)

describe('two texts of a published version', () => {
  test('drift, when a change needs a version', () => {
    expect(reportOf([breaking, safe])).toMatchObject({ circumstance: 'published', verdict: 'drift' })
  })

  test('no drift, when all may ship', () => {
    expect(reportOf([safe])).toMatchObject({ verdict: 'ships', notes: [] })
  })

  test('documentation alone is noted, and no drift', () => {
    const report = reportOf([words])
    expect(report.verdict).toBe('ships')
    expect(codes(report)).toEqual(['documentation-only'])
  })

  test('bytes alone are noted, and no drift', () => {
    const report = reportOf([])
    expect(report.verdict).toBe('same')
    expect(codes(report)).toEqual(['bytes-only'])
  })

  test('there is no note on the same bytes', () => {
    expect(reportOf([], { to: sideOf('2026-07-01') })).toMatchObject({ verdict: 'same', notes: [] })
  })
})

describe('two versions', () => {
  const dates = { from: sideOf('2025-03-13'), to: sideOf('2026-07-01') }
  const fedNow = {
    from: { pointer: '#/components/schemas/DepositRail/oneOf' },
    to: { pointer: '#/components/schemas/DepositRail/oneOf/15' },
  }

  test('are minted, whatever changed', () => {
    expect(reportOf([breaking], dates)).toMatchObject({ circumstance: 'dated', verdict: 'minted' })
  })

  test('a change that the row of the version names is no news', () => {
    expect(reportOf([changeOf('response-variant-added', fedNow)], dates).notes).toEqual([])
  })

  test('a comparison over several versions goes by all of their rows', () => {
    const far = { from: dates.from, to: sideOf('2026-08-01') }
    expect(reportOf([changeOf('response-variant-added', fedNow)], far).notes).toEqual([])
    const later = { from: dates.to, to: sideOf('2026-08-01') }
    expect(codes(reportOf([changeOf('response-variant-added', fedNow)], later))).toEqual([
      'not-in-change-table',
    ])
  })

  test('one that it does not name is a note', () => {
    const { notes } = reportOf([changeOf('response-variant-added', fedNow), breaking], dates)
    expect(notes).toEqual([
      {
        code: 'not-in-change-table',
        message:
          'the row of 2026-07-01 in the change table does not name: `response-property-removed` happened to `name`',
      },
    ])
  })

  test('a pointer that only begins like one of the row is not named', () => {
    const near = {
      from: { pointer: '#/components/schemas/DepositRailKind' },
      to: { pointer: '#/components/schemas/DepositRailKind' },
    }
    expect(codes(reportOf([changeOf('response-variant-added', near)], dates))).toEqual([
      'not-in-change-table',
    ])
  })

  test('a change that reaches an operation of the row and others is not named', () => {
    const uses = ['post /customers', 'get /pets'].map((operation) => ({ operation, within: 'response 200' }))
    const later = { from: sideOf('2026-07-01'), to: sideOf('2026-08-01') }
    expect(codes(reportOf([changeOf('response-type-changed', { uses: uses.slice(0, 1) })], later))).toEqual(
      [],
    )
    expect(codes(reportOf([changeOf('response-type-changed', { uses })], later))).toEqual([
      'not-in-change-table',
    ])
  })

  test('nothing to mint is a note', () => {
    expect(codes(reportOf([safe], dates))).toEqual(['nothing-to-mint'])
    expect(codes(reportOf([words], dates))).toEqual(['documentation-only', 'nothing-to-mint'])
  })

  test('a version without a row is a note, unless the policy knows no table', () => {
    const unknown = { from: sideOf('2026-08-01'), to: sideOf('2027-01-01') }
    expect(codes(reportOf([breaking], unknown))).toEqual(['not-in-change-table'])
    expect(codes(reportOf([breaking], { ...unknown, policy: effectsPolicy }))).toEqual([])
  })

  test('backwards is a note', () => {
    expect(codes(reportOf([breaking], { from: dates.to, to: dates.from }))).toEqual(['reversed'])
  })
})

describe('documents without a date', () => {
  const undated = { from: sideOf(undefined), to: sideOf(undefined, { sha256: 'b'.repeat(64) }) }

  test('a change that needs a version is due to be minted', () => {
    expect(reportOf([breaking], undated)).toMatchObject({
      circumstance: 'undated',
      verdict: 'must-be-minted',
    })
  })

  test('one date is not enough', () => {
    expect(reportOf([breaking], { ...undated, to: sideOf('2026-07-01') }).circumstance).toBe('undated')
  })

  test('whoever says that they are published gets drift', () => {
    expect(reportOf([breaking], { ...undated, circumstance: 'published' }).verdict).toBe('drift')
    expect(reportOf([breaking], { ...undated, circumstance: 'dated' }).verdict).toBe('minted')
  })
})
