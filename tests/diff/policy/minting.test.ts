import { describe, expect, test } from 'vitest'
import { catalogue } from '../../../diff/catalogue/index.js'
import { clauseFor, effectsPolicy, judgeChanges, kindOf, mintingPolicy } from '../../../diff/index.js'
import { changeOf } from '../make.js'

const inBody = { uses: [{ operation: 'post /pets', within: 'request body application/json /name' }] }
const inQuery = { uses: [{ operation: 'post /pets', within: 'query parameter name' }] }
const ruling = (id: string, rest = {}) =>
  judgeChanges([changeOf(id, rest)], mintingPolicy).map(
    ({ ruling: { verdict, clause } }) => `${verdict} ${clause}`,
  )[0]

describe('what the specification names', () => {
  test.each([
    ['response-property-removed', {}, 'mint response-field-removed'],
    ['response-required-property-removed', {}, 'mint response-field-removed'],
    ['response-property-renamed', {}, 'mint response-field-removed'],
    ['response-property-became-write-only', {}, 'mint response-field-removed'],
    ['response-enum-value-added', {}, 'mint variant-added'],
    ['response-variant-added', {}, 'mint variant-added'],
    ['response-discriminator-value-added', {}, 'mint variant-added'],
    ['request-property-added', inBody, 'mint request-body-shape'],
    ['request-property-renamed', inBody, 'mint request-body-shape'],
    ['request-property-removed', inBody, 'mint request-body-shape'],
    ['request-property-became-required', inBody, 'mint request-body-shape'],
    ['request-property-became-optional', inBody, 'mint request-body-shape'],
    ['request-type-changed', inBody, 'mint request-body-shape'],
    ['response-property-added', {}, 'ship response-field-added'],
    ['operation-added', {}, 'ship operation-added'],
    ['response-known-value-added', {}, 'ship open-ended-value'],
    ['request-known-value-added', inBody, 'ship open-ended-value'],
  ])('%s %j: %s', (id, rest, expected) => {
    expect(ruling(id, rest)).toBe(expected)
  })

  test('a variant is minted for in either direction, since no direction is named', () => {
    expect(ruling('request-enum-value-added', inBody)).toBe('mint variant-added')
    expect(ruling('request-enum-value-added', inQuery)).toBe('mint variant-added')
    expect(ruling('request-variant-added', inBody)).toBe('mint variant-added')
  })

  test('a body of a request is no parameter, and no body of a response', () => {
    expect(ruling('request-type-changed', inQuery)).toBe('mint unnamed-breaks')
    expect(ruling('request-type-widened', inQuery)).toBe('ship unnamed-safe')
    expect(ruling('request-type-widened', inBody)).toBe('mint request-body-shape')
    expect(ruling('request-parameter-added', inQuery)).toBe('ship unnamed-safe')
  })
})

describe('what the specification does not name is judged by its effect, and says so', () => {
  test.each([
    ['operation-removed', 'mint unnamed-breaks'],
    ['response-property-became-optional', 'mint unnamed-breaks'],
    ['request-required-parameter-added', 'mint unnamed-breaks'],
    ['server-removed', 'mint unnamed-may-break'],
    ['response-property-added-to-map', 'mint unnamed-may-break'],
    ['response-required-property-added', 'ship unnamed-safe'],
    ['response-enum-value-removed', 'ship unnamed-safe'],
    ['webhook-added', 'ship unnamed-safe'],
    ['text-changed', 'ship documentation'],
  ])('%s: %s', (id, expected) => {
    expect(ruling(id)).toBe(expected)
  })

  test('limits of a body are no shape', () => {
    expect(ruling('request-max-length-raised', inBody)).toBe('ship unnamed-safe')
    expect(ruling('request-max-length-lowered', inBody)).toBe('mint unnamed-breaks')
  })
})

test('every clause that names the specification quotes it, and no other does', () => {
  for (const { basis, says } of mintingPolicy.clauses)
    expect(says !== undefined).toBe(basis === 'specification')
})

test('every clause that a kind names is of the policy', () => {
  const ids = new Set(mintingPolicy.clauses.map(({ id }) => id))
  expect(catalogue.flatMap(({ clauses }) => clauses).filter((id) => !ids.has(id))).toEqual([])
  expect(mintingPolicy.clauses.filter(({ matches }) => matches.changes?.length === 0)).toEqual([])
})

test('every kind that a clause names is in the catalogue', () => {
  const kinds = new Set(catalogue.flatMap(({ id, kind }) => [id, kind]))
  const named = mintingPolicy.clauses.flatMap(({ matches }) => matches.changes ?? [])
  expect(named.filter((kind) => !kinds.has(kind))).toEqual([])
})

test.each(catalogue.map(({ id }) => id))('%s has a clause in either policy', (id) => {
  expect(clauseFor(changeOf(id), mintingPolicy).id).toBeDefined()
  expect(clauseFor(changeOf(id), effectsPolicy).basis).toBe('unnamed')
})

test('nothing that breaks a client may ship', () => {
  const breaking = catalogue.filter(({ effect }) => effect === 'breaks').map(({ id }) => changeOf(id))
  expect(
    judgeChanges(breaking, mintingPolicy).filter(({ ruling: { verdict } }) => verdict === 'ship'),
  ).toEqual([])
})

test('a kind is an id without its direction, and only that', () => {
  expect(catalogue.filter((entry) => kindOf(entry) !== entry.kind)).toEqual([])
})
