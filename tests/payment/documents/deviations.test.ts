import { describe, expect, test } from 'vitest'
import { newestVersion } from '../../../versions/index.js'
import { numberFor } from '../../support/draw.js'
import { rowsOf } from '../../support/whole.js'
import { type Deviation, statedDeviations } from './deviation.js'
import type { JsonObject } from './editing.js'
import { enumerationDeviations } from './enumeration-deviations.js'
import { told, texts } from './judge.js'
import { recordDeviations } from './record-deviations.js'
import type { RawDocument } from './surface.js'

/** Of what follows from the tables a fifth stands for the others, drawn by the names. */
const drawn = (deviations: readonly Deviation[]): readonly Deviation[] =>
  rowsOf(deviations, ({ name }) => numberFor('deviation', name) < 0.2)

const sets: Readonly<Record<string, readonly Deviation[]>> = {
  ...statedDeviations,
  parameters: drawn(statedDeviations['parameters'] ?? []),
  records: drawn(recordDeviations),
  enumerations: drawn(enumerationDeviations),
}

const changed = (text: string, change: (document: JsonObject) => void): RawDocument => {
  const document: RawDocument & JsonObject = JSON.parse(text)
  change(document)
  return document
}

/** Deviations of a set in a document that the rule named does not tell of as severely as it is to. */
const missed = (deviations: readonly Deviation[], version: string, text: string): string[] =>
  deviations
    .filter(({ versions }) => versions?.includes(version) !== false)
    .filter(({ change, rule, severity }) => {
      const document = changed(text, change)
      return !told(document, version, (id) => id === rule).some((line) => line.startsWith(severity))
    })
    .map(({ name, severity, rule }) => `${name}: ${severity} ${rule}`)

/** Documents of other versions state nearly the same. */
const documents = rowsOf([...texts], ([version]) => version === newestVersion)

describe('a correct document has nothing to be told of', () => {
  test.each([...texts])('%s', (version, text) => {
    expect(told(JSON.parse(text), version)).toEqual([])
  })
})

describe('a document that is wrong in one fact of the tables is told of by the rule of the fact', () => {
  const cases = Object.entries(sets).flatMap(([set, deviations]) =>
    documents.map(([version, text]) => ({ set, version, deviations, text })),
  )
  test.each(cases)('$set of $version', { timeout: 120_000 }, ({ deviations, version, text }) => {
    expect(missed(deviations, version, text)).toEqual([])
  })
})
