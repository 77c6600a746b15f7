import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryOf, type Change } from '../../diff/index.js'
import { editsOf, otherWords, schemas, type Schema } from './support/arbitrary.js'
import { diff, documentOf, idsOf, settings } from './support/documents.js'

const thing = {
  type: 'object',
  properties: { next: { $ref: '#/components/schemas/Thing' }, size: { type: 'integer', minimum: 1 } },
}

const documentWith = (schema: unknown, index: number): object => {
  const setting = settings[index]
  if (setting === undefined) throw new TypeError('no setting')
  return documentOf({ ...setting.build(schema), components: { schemas: { Thing: thing } } })
}

// More runs on demand: FC_SCALE=20.
const scale = Number(process.env['FC_SCALE'] ?? 1)

const location = fc.nat(5)

const clone = (schema: Schema): Schema => structuredClone(schema)

test('a document does not differ from itself', () => {
  fc.assert(
    fc.property(schemas, location, (schema, index) => {
      expect(diff(documentWith(schema, index), documentWith(clone(schema), index))).toEqual([])
    }),
    { numRuns: 300 * scale },
  )
})

test('a document does not differ from itself in other words', () => {
  fc.assert(
    fc.property(schemas, location, fc.array(fc.nat(100), { minLength: 8 }), (schema, index, picks) => {
      let at = 0
      const pick = (): number => picks[at++ % picks.length] ?? 0
      const other = otherWords(schema, pick)
      expect(idsOf(diff(documentWith(schema, index), documentWith(other, index)))).toEqual([])
    }),
    { numRuns: 500 * scale },
  )
})

/** Kinds of changes with those of the opposite comparison. */
const mirrors: readonly (readonly [RegExp, string])[] = [
  [
    /(required-)?property-added(-with-default|-to-map)?$|(required-)?property-removed(-from-closed)?$/,
    'property',
  ],
  [/became-(required(-with-default)?|optional)$/, 'requiredness'],
  [/became-(not-)?nullable$/, 'nullable'],
  [/-(added|removed)$/, '-existence'],
  [/-(raised|lowered)$/, '-limit'],
  [/-(widened|narrowed)$/, '-width'],
  [/-(tightened|loosened)$/, '-tightness'],
  [/-(un)?constrained$/, '-constraint'],
  [/-(forbidden|withdrawn|allowed)$/, '-freedom'],
  [/(un)?wrapped-(in|from)-one-of$/, 'wrap'],
  [/type-(un)?stated$/, 'statement'],
  [/(one-of-became-any-of|any-of-became-one-of)$/, 'union-kind'],
]

const family = (id: string): string => {
  const [pattern, name] = mirrors.find(([pattern]) => pattern.test(id)) ?? []
  return pattern === undefined || name === undefined ? id : id.replace(pattern, name)
}

/** Everything that the way back has in common with the way there. */
const placed = ({ id, from, to }: Change, isBack: boolean): string =>
  [family(id), ...(isBack ? [to?.pointer, from?.pointer] : [from?.pointer, to?.pointer])].join(' ')

describe('the way back', () => {
  test('has changes of the opposite kinds at the same locations', () => {
    fc.assert(
      fc.property(schemas, schemas, location, (one, other, index) => {
        const [from, to] = [documentWith(one, index), documentWith(other, index)]
        const there = diff(from, to).map((change) => placed(change, false))
        const back = diff(to, from).map((change) => placed(change, true))
        // One location may be reached as a map and as an object: two kinds there, one back.
        expect([...new Set(back)].sort()).toEqual([...new Set(there)].sort())
      }),
      { numRuns: 500 * scale },
    )
  })
})

describe('an edit whose effect is known', () => {
  const edited = schemas.chain((schema) => {
    const all = editsOf(schema)
    return all.length === 0
      ? fc.constant(undefined)
      : fc.constantFrom(...all).map((edit) => ({ schema, edit }))
  })

  test('is judged by what it does to the values and by the direction', () => {
    let judged = 0
    fc.assert(
      fc.property(edited, location, (one, index) => {
        if (one === undefined) return
        const changes = diff(documentWith(one.schema, index), documentWith(one.edit.edited, index))
        const hurts = (settings[index]?.flow === 'request') === (one.edit.sense === 'narrowed')
        const effects = changes.map(({ effect }) => effect)
        expect(changes.length).toBeGreaterThan(0)
        if (hurts) expect(effects.some((effect) => effect === 'breaks' || effect === 'may-break')).toBe(true)
        else expect(effects.every((effect) => effect === 'safe' || effect === 'documentation')).toBe(true)
        judged += 1
      }),
      { numRuns: 800 * scale },
    )
    expect(judged).toBeGreaterThan(200)
  })
})

test('a fingerprint is the same for the same change, and no two changes share one', () => {
  fc.assert(
    fc.property(schemas, schemas, location, (one, other, index) => {
      const changes = diff(documentWith(one, index), documentWith(other, index))
      const again = diff(documentWith(clone(one), index), documentWith(clone(other), index))
      expect(again).toEqual(changes)
      const prints = changes.map(({ fingerprint }) => fingerprint)
      expect(new Set(prints).size).toBe(prints.length)
      for (const change of changes) expect(change.fingerprint).toMatch(/^[0-9a-f]{16}$/)
      for (const change of changes) expect(entryOf(change.id)?.direction).toBe(change.direction)
    }),
    { numRuns: 300 * scale },
  )
})
