import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DeliveryFactory } from '../../../webhook/drill/sending/delivery.js'
import { type Failure, mistakesOf } from '../../../webhook/drill/mistakes.js'
import { namedMistakes } from '../../../webhook/signing/mistakes.js'
import { deviations, otherServices } from '../../../webhook/drill/probe/search.js'
import { drillCatalogue, webhookDocument } from '../../../webhook/index.js'
import { actingReceivers } from './acting.js'
import type { Delivery } from '../../../webhook/delivery/delivery.js'
import { row } from '../../support/table.js'
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
const exceptions =
  judged.find(({ id }) => id === 'receiver/uncaught-exception') ?? expect.fail('exceptions have no rule')

/** Each failure that a rule can have, in its cases and otherwise. */
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

  test.each(judged.filter((one) => one !== exceptions))(
    '$id: an exception at a case that fails too has the same cause',
    (rule) => {
      for (const failure of failuresOf(rule)) {
        const echo = {
          rule: exceptions,
          key: `${rule.id.slice('receiver/'.length)}/${failure.key}`,
        }
        expect(mistakesOf([failure, echo]).map(({ explains }) => explains)).toEqual([[failure, echo]])
      }
    },
  )

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

test.each([
  ['no-secret', undefined],
  ['decoded-secret', 'Your receiver uses the secret decoded from base64.'],
  ['padded-secret', 'Your receiver has its secret with an end of line after it.'],
  ['secret-given', 'The secret that the drill was given has white space around it.'],
])('the first variation of the secret that is tried for %s is reported as: %s', (name, title) =>
  expect(deviations.find(({ mistake }) => mistake === name)?.title).toBe(title),
)

test('cases of many failures are told as few mistakes, each failure once', () => {
  const failures = judged.flatMap(failuresOf)
  const found = mistakesOf(failures)
  expect(new Set(found.flatMap(({ explains }) => explains))).toEqual(new Set(failures))
  expect(found.flatMap(({ explains }) => explains)).toHaveLength(failures.length)
  expect(mistakesOf([])).toEqual([])
})

/** Failures by their keys in the table of causes, with spaces between. */
const named = (texts: string): readonly Failure[] =>
  texts.split(' ').map((text) => {
    const [name, key = ''] = text.split('#')
    const rule = drillCatalogue.find(({ id }) => id === `receiver/${name}`)
    if (rule === undefined) throw new Error(`no rule ${name}`)
    return { rule, key }
  })

const plainForgery = 'uncaught-exception#forged-signature/random'
const forgeries = 'forged-signature#random wrong-secret#other tampered-body#letter'
const times = 'stale-timestamp#hour future-timestamp#hour'

/** Causes, failures that show them, and a further failure that changes the cause. */
test.each([
  row('digest-uncompared', forgeries, 'forged-signature#half'),
  row('kind-unverified', 'forged-signature#kind-x', 'forged-signature#random'),
  row('trimmed-body', 'respelled-body#newline-end', 'respelled-body#white-space'),
  row('trimmed-body', 'respelled-body#newline-end', 'raw-body#white-space'),
  row('unicode-form', 'non-ascii#decomposed', 'non-ascii#letters'),
  row('white-space-changed', 'raw-body#white-space', 'raw-body#escapes'),
  row('white-space-changed', 'raw-body#white-space', 'every-kind#size'),
  row('fails-open', 'forged-signature#half', 'forged-signature#random'),
  row('prefix-unverified', 'malformed-signature#no-equals wrong-prefix#v2', 'malformed-signature#no-digits'),
  row('digest-within', 'extended-signature#after wrong-prefix#v2', 'truncated-signature#half'),
  ...['container', 'date-text', 'other-clock', 'thousandfold-past', 'wide-past'].map((key) =>
    row('no-window', times, `window#${key}`),
  ),
  row('breaks-at-letters', 'uncaught-exception#non-ascii/letters', plainForgery),
  row('breaks-at-decimals', 'uncaught-exception#raw-numbers/decimals', plainForgery),
  row(
    'breaks-at-other-letters',
    'uncaught-exception#malformed-signature/unicode',
    'uncaught-exception#malformed-signature/no-digits',
  ),
])('%s is told at %s, and not beside %s', (cause, shown, other) => {
  const told = (failures: string): string[] => mistakesOf(named(failures)).map(({ name }) => name)
  expect(told(shown)).toEqual([cause])
  expect(told(`${shown} ${other}`)).not.toContain(cause)
})

test('an exception at the delivery of a case that failed has the cause of the case', () => {
  const failures = named('every-kind#size uncaught-exception#every-kind/size')
  expect(mistakesOf(failures).map(({ explains }) => explains)).toEqual([failures])
})

const sent = ({ method = 'POST', headers, body, isSlow }: Delivery): string => {
  const text = body.toString('latin1')
  const plain = new Set(['content-type: application/json', 'user-agent: rampart-drill/0.0.0'])
  const lines = headers.map(([name, value]) => `${name}: ${value}`).filter((line) => !plain.has(line))
  const words = [
    method,
    isSlow ? 'slowly' : '',
    lines.join(', '),
    text.slice(0, 60),
    text.slice(-30),
    text.length,
  ]
  return `  ${JSON.stringify(words.join(' ')).replaceAll('\\"', '"')}`
}

// When a change of it is meant: npx vitest run tests/webhook/drill/catalogue.test.ts -u
test('what is sent for each case, and what is due', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines = drillCatalogue.flatMap((rule) => {
    if (!('cases' in rule)) return []
    // A separate factory, so that a change of one rule does not change the ids of others.
    const own = new DeliveryFactory(factory.settings)
    return rule.cases(own).flatMap(({ key, description, dues, prelude, keepsConnection, atOnce, make }) => {
      const manner = JSON.stringify({ dues, prelude, keepsConnection, atOnce })
      return [`${rule.id}#${key} ${rule.due}: ${description} ${manner}`].concat(make(own).map(sent))
    })
  })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'golden/deliveries.txt'),
  )
})
