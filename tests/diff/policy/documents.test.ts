import { expect, test } from 'vitest'
import { diffDocuments, judgeChanges, mintingPolicy } from '../../../diff/index.js'
import { edited } from '../support/edited.js'
import { tableOf } from '../support/tables.js'

// The clauses of the policy on documents themselves: an edit, and the expected verdict.

type Row = readonly [what: string, edits: Readonly<Record<string, unknown>>, ...verdicts: string[]]

const { document, minted, shipped, unnamed } = tableOf<
  Record<'minted' | 'shipped' | 'unnamed', readonly Row[]> & { readonly document: object }
>('policy')

test.each(
  [...minted, ...shipped, ...unnamed].map(([what, edits, ...verdicts]) => ({ what, edits, verdicts })),
)('$what', ({ edits, verdicts }) => {
  const changes = diffDocuments({ document }, { document: edited(document, edits) })
  const rulings = judgeChanges(changes, mintingPolicy).map(
    ({ ruling }) => `${ruling.verdict} ${ruling.clause}`,
  )
  expect([...new Set(rulings)].toSorted()).toEqual(verdicts)
})
