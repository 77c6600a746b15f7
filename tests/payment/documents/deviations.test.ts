import { describe, expect, test } from 'vitest'
import { newestVersion } from '../../../versions/index.js'
import { numberFor } from '../../support/draw.js'
import { isWhole, rowsOf } from '../../support/whole.js'
import { type Deviation, statedDeviations } from './deviation.js'
import type { JsonObject } from './editing.js'
import { enumerationDeviations } from './enumeration-deviations.js'
import { told, texts } from './judge.js'
import { recordDeviations } from './record-deviations.js'
import type { RawDocument } from './surface.js'

const sets: Readonly<Record<string, readonly Deviation[]>> = {
  ...statedDeviations,
  records: recordDeviations,
  enumerations: enumerationDeviations,
}

/**
 * Deviations that derive from the tables are drawn: a tenth of them; in the whole run two fifths for the newest
 * version, and a tenth for the earlier ones, which state nearly the same.
 */
const drawn = (set: string, version: string): readonly Deviation[] => {
  const share = isWhole ? (version === newestVersion ? 0.4 : 0.1) : 0.1
  return (sets[set] ?? []).filter(
    ({ name, isSingle }) => isSingle === true || numberFor('deviation', version, name) < share,
  )
}

const changed = (text: string, change: (document: JsonObject) => void): RawDocument => {
  const document: RawDocument & JsonObject = JSON.parse(text)
  change(document)
  return document
}

/** Deviations of a set that their rule does not report with the expected severity. */
const missed = (deviations: readonly Deviation[], version: string, text: string): string[] =>
  deviations
    .filter(({ versions }) => versions?.includes(version) !== false)
    .filter(({ change, rule, severity }) => {
      const lines = told(changed(text, change), version, (id) => id === rule)
      return severity === 'silent' ? lines.length > 0 : !lines.some((line) => line.startsWith(severity))
    })
    .map(({ name, severity, rule }) => `${name}: ${severity} ${rule}`)

/** Documents of other versions state nearly the same. */
const documents = rowsOf([...texts], ([version]) => version === newestVersion)

test.each([...texts])('a correct document has nothing to be told of %s', (version, text) =>
  expect(told(JSON.parse(text), version)).toEqual([]),
)

describe('a document that is wrong in one fact of the tables is told of by the rule of the fact', () => {
  const cases = Object.keys(sets).flatMap((set) =>
    documents.map(([version, text]) => ({ set, version, text })),
  )
  test.each(cases)('$set of $version', { timeout: 120_000 }, ({ set, version, text }) =>
    expect(missed(drawn(set, version), version, text)).toEqual([]),
  )
})
