import { describe, expect, test } from 'vitest'
import { diffDocuments } from '../../diff/index.js'
import { documentOf } from '../specs/documents.js'
import { reportOf, sideOf } from './make.js'

// The effects of the specification's change table in the documents, checked by hand against `specs/versions/`.

const fedNow = 'may-break response-variant-added #/components/schemas/DepositRail/oneOf/15 variant-added'
const table2026 = [
  'breaks request-property-became-required #/components/schemas/BusinessQuestionnaireBusinessDetails/properties/industry request-body-shape',
  'breaks request-property-became-required #/components/schemas/SolePropBusinessDetails/properties/industry request-body-shape',
  'may-break response-variant-added #/components/schemas/IdentificationBadRequestBody/oneOf/0 variant-added',
  'safe request-property-became-optional #/components/schemas/BirthPlace/properties/state request-body-shape',
]
const conflict = 'safe response-error-status-removed #/components/responses/Conflict unnamed-safe'

const pairs = [
  { from: '2025-03-13', to: '2026-07-01', mint: [fedNow], ship: [], words: 1 },
  { from: '2026-07-01', to: '2026-08-01', mint: table2026, ship: [conflict], words: 17 },
  { from: '2025-03-13', to: '2026-08-01', mint: [...table2026, fedNow], ship: [conflict], words: 17 },
]

describe.each(pairs)('from $from to $to', ({ from, to, mint, ship, words }) => {
  const changes = diffDocuments({ document: documentOf(from) }, { document: documentOf(to) })
  const report = reportOf(changes, { from: sideOf(from), to: sideOf(to) })
  const describeChanges = (verdict: 'mint' | 'ship'): string[] =>
    report.changes
      .filter(({ effect, ruling }) => effect !== 'documentation' && ruling.verdict === verdict)
      .map(
        ({ effect, id, ruling, ...location }) =>
          `${effect} ${id} ${(location.to ?? location.from)?.pointer} ${ruling.clause}`,
      )
      .toSorted()

  test('every change that needs a version is one of the change table, and the reverse', () => {
    expect(describeChanges('mint')).toEqual(mint.toSorted())
  })

  test('what may ship is what is left', () => {
    expect(describeChanges('ship')).toEqual(ship)
    expect(report.counts.documentation).toBe(words)
  })

  test('the verdict is a version of its own, and the table names all of it', () => {
    expect(report).toMatchObject({ circumstance: 'dated', verdict: 'minted', notes: [] })
  })
})

test.each(['2025-03-13', '2026-07-01', '2026-08-01'])('%s differs in nothing from itself', (version) => {
  expect(diffDocuments({ document: documentOf(version) }, { document: documentOf(version) })).toEqual([])
})
