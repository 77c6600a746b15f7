import { expect, test } from 'vitest'
import type { JsonSchema } from '../../../runtime/surface.js'
import { Judge } from '../../../document/values/judge/judge.js'
import { isOfType } from '../../../document/values/index.js'
import { Bounds } from '../../../document/values/model/source.js'

const text = { type: 'string' } as const
const alone = { schemas: {}, direction: 'request' } as const

test('members that requests leave out are not missed, and several variants may be meant', () => {
  const hidden = { Hidden: { type: 'string', readOnly: true } } as const
  const judge = new Judge({ schemas: hidden, direction: 'request' }, new Bounds())
  const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
  expect(judge.holds({}, { required: ['a'], properties: { a: ref('Hidden') } })).toBe(true)
  expect(judge.holds({}, { required: ['a'], properties: { b: ref('Hidden') } })).toBe(false)
  const inResponses = new Judge({ schemas: hidden, direction: 'response' }, new Bounds())
  expect(inResponses.holds({}, { required: ['a'], properties: { a: ref('Hidden') } })).toBe(false)
  expect(judge.holds('a', ref('Hidden'))).toBe(true)
  expect(judge.holds(1, ref('Hidden'))).toBe(false)
  expect(judge.holds(1, ref('Gone'))).toBe(true)
  const alike = { oneOf: [text, { minLength: 1 }] }
  expect(judge.holds('a', alike)).toBe(false)
  expect(new Judge(alone, new Bounds(), Infinity).holds('a', alike)).toBe(true)
})

/** Formats that no generated validator checks, each with a text that has it and some that do not. */
const formats: readonly (readonly [format: string, right: readonly string[], wrong: readonly string[]])[] = [
  ['ipv4', ['192.0.2.1', '255.255.255.255'], ['256.0.0.1', '1.2.3', '1.2.3.4.']],
  ['ipv6', ['::1', '2001:db8::1'], ['1', '::g', '1:2', '2001:db8:::1']],
  ['hostname', ['example.com', 'a'], ['-a', 'a..b', 'a.', `${'a'.repeat(64)}.com`]],
  ['duration', ['P1D', 'PT1H', 'P3W', 'P1Y2M3DT4H5M6S'], ['P', 'PT', '1D', 'P1DT']],
  ['json-pointer', ['', '/a/0', '/~0~1'], ['a', '/~2', '/~']],
  ['relative-json-pointer', ['0', '1/a', '0#'], ['/a', '01', '-1']],
  ['uri-reference', ['/a', '#a', 'https://example.com/?a=%20'], ['a b', '%zz']],
  ['uri-template', ['/a/{b}'], ['/a/{b c}', '{']],
  ['of-our-own', ['anything'], []],
]

test.each(formats)('the format %s', (format, right, wrong) => {
  const judge = new Judge(alone, new Bounds())
  expect(right.filter((value) => !judge.holds(value, { format }))).toEqual([])
  expect(wrong.filter((value) => judge.holds(value, { format }))).toEqual([])
  expect(judge.holds(1, { format })).toBe(true)
})

test.each([
  ['number', 1, true],
  ['integer', 1, true],
  ['integer', 1.5, false],
  ['number', 1.5, true],
  ['object', null, false],
  ['object', [], false],
  ['array', [], true],
  ['null', null, true],
  ['string', 1, false],
])('%s is a type of %j: %s', (type, value, is) => {
  expect(isOfType(type, value)).toBe(is)
})
