import { describe, expect, test } from 'vitest'
import { catalogue, entryOf } from '../../diff/index.js'
import { diff, documentOf, idsOf, settings, type Setting } from './support/documents.js'
import { schemaRows, type Kinds } from './support/schema-rows.js'

const known = new Set(catalogue.map(({ id }) => id))

/** The id that a kind has in a setting. */
const idOf = (kinds: Kinds, { flow }: Setting): string[] => {
  const own = typeof kinds === 'string' || 'map' in kinds ? kinds : kinds[flow]
  return [own].flat().flatMap((kind) => (kind === '' ? [] : [known.has(kind) ? kind : `${flow}-${kind}`]))
}

const cases = schemaRows.flatMap(([from, to, there, back]) => [
  [JSON.stringify(from), JSON.stringify(to), from, to, there] as const,
  [JSON.stringify(to), JSON.stringify(from), to, from, back] as const,
])

describe.each(settings)('$name', (setting) => {
  test.each(cases)('%s -> %s', (_from, _to, from, to, kinds) => {
    const changes = diff(documentOf(setting.build(from)), documentOf(setting.build(to)))
    expect(idsOf(changes)).toEqual(idOf(kinds, setting))
    for (const change of changes) {
      const entry = entryOf(change.id)
      expect(change.effect).toBe(entry?.effect)
      expect(change.direction).toBe(entry?.direction)
      expect(change.uses.map(({ operation }) => operation)).toEqual([setting.operation])
      expect(change.sentence).toMatch(/^[A-Z`].*\.$/)
      expect(change.sentence).not.toMatch(/undefined|\{name\}|\{location\}|\{before\}|\{after\}|``/)
    }
  })
})
