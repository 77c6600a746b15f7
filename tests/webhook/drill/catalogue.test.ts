import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DeliveryFactory } from '../../../webhook/drill/sending/delivery-factory.js'
import { mistakesOf, totalMistakes } from '../../../webhook/drill/mistakes/index.js'
import { deviations, otherServices } from '../../../webhook/drill/probe/deviations/index.js'
import { drillCatalogue, webhookDocument } from '../../../webhook/index.js'
import { root } from '../../e2e/cli.js'
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

/** The keys of rules that are judged together with their like. */
const keysOfGroups: Readonly<Record<string, readonly string[]>> = {
  'receiver/window': [
    'container',
    'other-unit',
    'other-clock',
    'none-past',
    'none-future',
    'wide-past',
    'wide-future',
    'thousandfold-past',
    'thousandfold-future',
  ],
  'receiver/acted-upon': ['never', 'type', 'customer', 'status', 'at-once'],
  'receiver/acted-once': ['by-id', 'retry', 'other-time', 'at-once'],
}

const keysOf = (rule: (typeof drillCatalogue)[number]): readonly string[] =>
  'cases' in rule ? rule.cases(factory).map(({ key }) => key) : (keysOfGroups[rule.id] ?? ['some'])

const page = readFileSync(join(root, 'docs/drill.md'), 'utf8')

describe('every rule', () => {
  test.each(judged)('$id: each of its cases alone is told as some mistake', (rule) => {
    const name = rule.id.slice('receiver/'.length)
    for (const key of keysOf(rule)) {
      const failure = `${name}#${key}`
      expect(mistakesOf([failure]).flatMap(({ explains }) => explains)).toEqual([failure])
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
    for (const rule of drillCatalogue) expect(new Set(keysOf(rule)).size).toBe(keysOf(rule).length)
  })
})

test('every way to sign that is tried has a mistake that it tells', () => {
  const tried = [...deviations, ...otherServices.flat()].filter(({ mistake }) => mistake !== 'secret-given')
  expect(tried.filter(({ mistake }) => totalMistakes[mistake] === undefined)).toEqual([])
})

test('cases of many failures are told as few mistakes, each failure once', () => {
  const failures = judged.flatMap((rule) => keysOf(rule).map((key) => `${rule.id.slice(9)}#${key}`))
  const found = mistakesOf(failures)
  expect(found.flatMap(({ explains }) => explains).toSorted()).toEqual(failures.toSorted())
  expect(mistakesOf([])).toEqual([])
})

describe('docs/drill.md', () => {
  const row = ({ id, severity, section, statement }: (typeof drillCatalogue)[number]): string =>
    `| \`${id}\` | ${severity} | ${section} | ${statement} |`

  test('has a row for each rule that is judged, as the catalogue has it', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `receiver/'))
    const open = drillCatalogue
      .filter(({ due }) => due === 'open')
      .map((rule) => `| \`${rule.id}\` | ${rule.statement} | ${'reason' in rule ? rule.reason : ''} |`)
    // The rows as they have to be: paste them when this fails.
    expect(rows).toEqual([...judged.map(row), ...open])
  })

  test('names every mistake that is known by taking no valid event', () => {
    for (const name of Object.keys(totalMistakes)) expect(page).toContain(`\`${name}\``)
  })
})
