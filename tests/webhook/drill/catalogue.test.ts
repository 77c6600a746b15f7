import { describe, expect, test } from 'vitest'
import { DeliveryFactory } from '../../../webhook/drill/sending/delivery.js'
import { type Failure, mistakesOf } from '../../../webhook/drill/mistakes.js'
import { namedMistakes } from '../../../webhook/signing/mistakes.js'
import { deviations, otherServices } from '../../../webhook/drill/probe/search.js'
import { drillCatalogue, webhookDocument } from '../../../webhook/index.js'
import { actingReceivers } from './acting.js'
import { wrongReceivers } from './wrong.js'

const document = await webhookDocument()
const factory = new DeliveryFactory({
  document,
  kinds: document.types,
  secret: 'a-secret',
  encoding: 'hex',
  seed: 1,
  toolVersion: '0.0.0',
})

const judged = drillCatalogue.filter(({ due }) => due !== 'open')

/** Each failure that a rule can have: of its cases, and of what is seen otherwise. */
const failuresOf = (rule: (typeof drillCatalogue)[number]): readonly Failure[] => {
  const cases = 'cases' in rule ? rule.cases(factory).map((one) => Object.assign({ rule }, one)) : []
  const others = Object.keys(rule.mistakes ?? {}).map((key) => ({ rule, key: key.replace('*', 'some') }))
  const all = [...cases, ...others]
  return all.length > 0 ? all : [{ rule, key: 'some' }]
}

describe('every rule', () => {
  test.each(judged)('$id: each of its cases alone is told as some mistake', (rule) => {
    for (const failure of failuresOf(rule)) {
      const found = mistakesOf([failure])
      expect(found.flatMap(({ explains }) => explains)).toEqual([failure])
      expect(found[0]?.title).toMatch(/^Your receiver /)
    }
  })

  test.each(judged)('$id has a section, something to fix, and a receiver that breaks it', (rule) => {
    expect(rule.section).toMatch(/Events|Versioning|Limits/)
    expect(rule.fix).toMatch(/^[A-Z].+\.$/)
    const name = rule.id.slice('receiver/'.length)
    const broken = [
      ...wrongReceivers.map(({ breaks }) => breaks),
      ...actingReceivers.map(({ breaks }) => breaks),
    ]
    const isBroken = broken.some((breaks) => breaks.includes(name))
    expect(isBroken).toBe(true)
  })

  test('has an id of its own, and cases with keys of their own', () => {
    const ids = drillCatalogue.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const rule of drillCatalogue) {
      const keys = failuresOf(rule).map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })
})

test('every way to sign that is tried has a mistake that it tells', () => {
  const tried = [...deviations, ...otherServices.flat()].filter(({ mistake }) => mistake !== 'secret-given')
  const told = new Set(namedMistakes.filter(({ receiver }) => receiver !== '').map(({ name }) => name))
  expect(tried.filter(({ mistake }) => !told.has(mistake))).toEqual([])
})

test('cases of many failures are told as few mistakes, each failure once', () => {
  const failures = judged.flatMap(failuresOf)
  const found = mistakesOf(failures)
  expect(new Set(found.flatMap(({ explains }) => explains))).toEqual(new Set(failures))
  expect(found.flatMap(({ explains }) => explains)).toHaveLength(failures.length)
  expect(mistakesOf([])).toEqual([])
})
