import { describe, expect, test } from 'vitest'
import { compareRequirements, satisfies } from '../../diff/walk/security.js'
import { diff, documentOf, idsOf } from './support/documents.js'
import { tableOf } from './support/tables.js'

type Demand = Readonly<Record<string, readonly string[]>>

const alternative = (demand: Demand) => ({
  demand,
  scopes: new Map(Object.entries(demand).map(([scheme, scopes]) => [scheme, new Set(scopes)])),
})

type Stated = readonly [security: readonly Demand[], schemes: object]

const { requirements, schemes } = tableOf<{
  readonly requirements: readonly (readonly [
    old: readonly Demand[],
    fresh: readonly Demand[],
    ...changes: string[],
  ])[]
  readonly schemes: readonly (readonly [name: string, old: Stated, fresh: Stated, ...ids: string[]])[]
}>('security')

const breaking = new Set(['required', 'removed', 'scope-added'])

describe.each(requirements.map(([old, fresh, ...changes]) => ({ old, fresh, changes })))(
  '%j',
  ({ old, fresh, changes }) => {
    const [before, after] = [old.map(alternative), fresh.map(alternative)]

    test('says what changes', () => {
      const found = compareRequirements(before, after).changes.map(({ kind }) =>
        kind.replace('alternative-', ''),
      )
      expect(found).toEqual(changes)
    })

    test('breaks exactly where credentials that were enough no longer are', () => {
      const nothing = [alternative({})]
      const accepted = after.length === 0 ? nothing : after
      const isBroken = (before.length === 0 ? nothing : before).some(
        (one) => !accepted.some((other) => satisfies(one, other)),
      )
      expect(changes.some((kind) => breaking.has(kind))).toBe(isBroken)
    })
  },
)

const secured = ([security, securitySchemes]: Stated, place: 'root' | 'operation'): object => {
  const own = { security }
  const get = { responses: { 200: { description: 'Fine.' } }, ...(place === 'operation' ? own : {}) }
  return documentOf({
    ...(place === 'root' ? own : {}),
    paths: { '/a': { get }, '/b': { get } },
    components: { securitySchemes },
  })
}

const places = ['root', 'operation'] as const

describe.each(schemes.map(([name, old, fresh, ...ids]) => ({ name, old, fresh, ids })))(
  '$name',
  ({ old, fresh, ids }) => {
    test.each(places.flatMap((one) => places.map((other) => [one, other] as const)))(
      'of %s and %s',
      (one, other) => {
        const changes = diff(secured(old, one), secured(fresh, other))
        expect([...new Set(idsOf(changes))]).toEqual(ids)
        for (const { sentence } of changes) expect(sentence).not.toMatch(/was (`.+`) and is \1/)
        for (const { uses } of changes) expect(uses.length).toBeGreaterThan(0)
      },
    )
  },
)

test('a list that all operations share is said once', () => {
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' }
  const both = { a: key, b: { ...key, in: 'query' } }
  const [change, ...others] = diff(
    secured([[{ a: [] }], { a: key }], 'root'),
    secured([[{ a: [], b: [] }], both], 'root'),
  )
  expect(others.map(({ id }) => id)).toEqual(['security-alternative-added'])
  expect(change?.id).toBe('security-alternative-removed')
  expect(change?.uses.map(({ operation }) => operation)).toEqual(['get /a', 'get /b'])
})
