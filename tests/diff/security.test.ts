import { describe, expect, test } from 'vitest'
import { compareRequirements, satisfies } from '../../diff/walk/requirements.js'
import { diff, documentOf, idsOf } from './support/documents.js'

type Demand = Readonly<Record<string, readonly string[]>>

const alternative = (demand: Demand) => ({
  demand,
  scopes: new Map(Object.entries(demand).map(([scheme, scopes]) => [scheme, new Set(scopes)])),
})

const o = (...scopes: string[]): Demand => ({ o: scopes })
const a = { a: [] }
const b = { b: [] }
const both = { a: [], b: [] }

type Row = readonly [old: readonly Demand[], fresh: readonly Demand[], ...changes: string[]]

/** Lists of alternatives, and what changes for clients from one to the other. */
const rows: readonly Row[] = [
  [[], [{}]],
  [[a], [a]],
  [
    [a, b],
    [b, a],
  ],
  [[both], [{ b: [], a: [] }]],
  [[o('x', 'y')], [o('y', 'x')]],
  [[a, a], [a]],
  [[a], [], 'no-longer-required'],
  [[a], [{}], 'no-longer-required'],
  [[a], [a, {}], 'no-longer-required'],
  [[a], [b, {}], 'no-longer-required', 'added'],
  [[], [a], 'required'],
  [[{}, a], [a], 'required'],
  [[{}, a], [b], 'required', 'removed', 'added'],
  [[{}, a], [{}], 'dropped'],
  [[{}], [{}, a], 'added'],
  [[{}, a], [{}, b], 'dropped', 'added'],
  [[a], [a, b], 'added'],
  [[a, b], [a], 'removed'],
  [[a], [b], 'removed', 'added'],
  // Both credentials were sent, and one of them is enough now.
  [[both], [a], 'added'],
  [[both], [a, b], 'added', 'added'],
  [[both], [both, a], 'added'],
  [[a], [both], 'removed', 'added'],
  [[a, b], [both], 'removed', 'removed', 'added'],
  [[both, a], [a]],
  // Fewer scopes are enough for whoever has more.
  [[o('x', 'y')], [o('x')], 'scope-removed'],
  [[o('x')], [o()], 'scope-removed'],
  [[o('x')], [o('x', 'y')], 'scope-added'],
  [[o('x')], [o('y')], 'scope-added'],
  [[o()], [o('x')], 'scope-added'],
  [[o('x')], [o('x'), o('y')], 'added'],
  [[o('x')], [o('y'), o('x')], 'added'],
  [[o('x'), o('y')], [o('y')], 'scope-added'],
  [[o('x', 'y')], [o('x'), o('y')], 'scope-removed', 'scope-removed'],
  [[o('x'), o('y')], [o('x', 'y')], 'scope-added', 'scope-added'],
  [[o('x', 'y'), o('x')], [o('x')]],
  [[o('x')], [o('x'), o('x', 'y')], 'added'],
  [[{ ...o('x'), a: [] }], [o('x')], 'added'],
  [[{ ...o('x'), a: [] }], [{ ...o('x', 'y'), a: [] }], 'scope-added'],
  [[{ ...o('x'), a: [] }], [{ ...o('y'), b: [] }], 'removed', 'added'],
  [[o('x')], [a, o('x')], 'added'],
]

const breaking = new Set(['required', 'removed', 'scope-added'])

describe.each(rows.map(([old, fresh, ...changes]) => ({ old, fresh, changes })))(
  '%j',
  ({ old, fresh, changes }) => {
    const [before, after] = [old.map(alternative), fresh.map(alternative)]

    test('says what changes', () => {
      const found = compareRequirements(before, after).changes.map(({ kind }) => kind)
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

const header = { type: 'apiKey', in: 'header', name: 'X-Key' }
const query = { type: 'apiKey', in: 'query', name: 'X-Key' }
const bearer = { type: 'http', scheme: 'bearer' }
const oauth = (more: object = {}): object => ({
  type: 'oauth2',
  flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { x: '', y: '' }, ...more } },
})

type SchemeRow = readonly [
  name: string,
  old: readonly [security: readonly Demand[], schemes: object],
  fresh: readonly [security: readonly Demand[], schemes: object],
  ...ids: string[],
]

const schemeRows: readonly SchemeRow[] = [
  ['another name', [[a], { a: header }], [[b], { b: header }]],
  [
    'another name and other scopes',
    [[o('x', 'y')], { o: oauth() }],
    [[{ p: ['x'] }], { p: oauth() }],
    'security-scope-removed',
  ],
  ['two names that change places', [[a], { a: header, b: bearer }], [[b], { b: header, a: bearer }]],
  ['a header in another case', [[a], { a: header }], [[a], { a: { ...header, name: 'x-key' } }]],
  ['a scheme in another case', [[a], { a: bearer }], [[a], { a: { type: 'http', scheme: 'Bearer' } }]],
  ['a format of tokens', [[a], { a: bearer }], [[a], { a: { ...bearer, bearerFormat: 'JWT' } }]],
  ['a key moves', [[a], { a: header }], [[a], { a: query }], 'security-scheme-changed'],
  [
    'a key moves and the old one stays',
    [[a], { a: header }],
    [[a, b], { a: header, b: query }],
    'security-alternative-added',
  ],
  [
    'a key moves and none is needed',
    [[a], { a: header }],
    [[a, {}], { a: query }],
    'security-alternative-added',
    'security-no-longer-required',
  ],
  ['another type', [[a], { a: header }], [[a], { a: bearer }], 'security-scheme-changed'],
  [
    'a token in a header',
    [[a], { a: { ...header, name: 'Authorization' } }],
    [[a], { a: bearer }],
    'security-scheme-restated',
  ],
  ['a token of OAuth', [[a], { a: bearer }], [[o('x')], { o: oauth() }], 'security-scheme-restated'],
  [
    'basic for bearer',
    [[a], { a: bearer }],
    [[a], { a: { type: 'http', scheme: 'basic' } }],
    'security-scheme-changed',
  ],
  [
    'another address for tokens',
    [[o()], { o: oauth() }],
    [[o()], { o: oauth({ tokenUrl: '/t' }) }],
    'security-url-changed',
  ],
  [
    'a scope of the scheme',
    [[o('x')], { o: oauth() }],
    [[o('x')], { o: oauth({ scopes: { x: '' } }) }],
    'security-flow-scope-removed',
  ],
  ['a scheme that nothing needs', [[a], { a: header, b: query }], [[a], { a: header, b: header }]],
  [
    'another address of a provider',
    [[a], { a: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example' } }],
    [[a], { a: { type: 'openIdConnect', openIdConnectUrl: 'https://b.example' } }],
    'security-url-changed',
  ],
]

const secured = (
  security: readonly Demand[],
  securitySchemes: object,
  place: 'root' | 'operation',
): object => {
  const own = { security }
  const get = { responses: { 200: { description: 'Fine.' } }, ...(place === 'operation' ? own : {}) }
  return documentOf({
    ...(place === 'root' ? own : {}),
    paths: { '/a': { get }, '/b': { get } },
    components: { securitySchemes },
  })
}

const places = ['root', 'operation'] as const

const schemeCases = schemeRows.map(([name, old, fresh, ...ids]) => ({ name, old, fresh, ids }))

describe.each(schemeCases)('$name', ({ old, fresh, ids }) => {
  test.each(places.flatMap((one) => places.map((other) => [one, other] as const)))(
    'of %s and %s',
    (one, other) => {
      const changes = diff(secured(old[0], old[1], one), secured(fresh[0], fresh[1], other))
      expect([...new Set(idsOf(changes))]).toEqual(ids)
      for (const { uses } of changes) expect(uses.length).toBeGreaterThan(0)
    },
  )
})

test('a list that all operations share is said once', () => {
  const [change, ...others] = diff(
    secured([a], { a: header }, 'root'),
    secured([both], { a: header, b: query }, 'root'),
  )
  expect(others.map(({ id }) => id)).toEqual(['security-alternative-added'])
  expect(change?.id).toBe('security-alternative-removed')
  expect(change?.uses.map(({ operation }) => operation)).toEqual(['get /a', 'get /b'])
})
