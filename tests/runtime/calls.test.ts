import { describe, expect, it } from 'vitest'
import {
  check,
  done,
  each,
  fail,
  type Found,
  keep,
  list,
  may,
  mayNull,
  mistyped,
  need,
  needText,
  orNull,
  size,
  tagged,
  tagOf,
  text,
  union,
} from '../../runtime/fail.js'

type Judge = Parameters<typeof check>[2]

/** A validator of one type, as generated code has it. */
const ofType = (type: string): Judge => {
  const judge = Object.assign(
    // eslint-disable-next-line valid-typeof
    (value: unknown): boolean => done(judge, typeof value === type ? null : mistyped(null, type)),
    { found: [] },
  )
  return judge
}
const isText = ofType('string')
const isCount = ofType('number')
const isObject = ofType('object')
const known = new Set(['a', 'b'])

const shown = (found: Found): string[] =>
  (found ?? []).map(({ instancePath, schemaPath, params }) =>
    [instancePath, schemaPath, JSON.stringify(params instanceof Set ? [...params] : params)].join(' '),
  )

type Call = (found: Found, value: unknown) => Found

const before = (): Found => fail(null, '/x', '#/x')

const textError = '/k #/type "string"'
const bothErrors = ['/k #/at/0/type "string"', '/k #/at/1/type "null"', '/k #/at ']
const memberErrors = [
  '/k #/properties/k/anyOf/0/type "string"',
  '/k #/properties/k/anyOf/1/type "null"',
  '/k #/properties/k/anyOf ',
]

describe('a call of generated code', () => {
  it.each<readonly [string, Call, unknown, readonly string[]]>([
    ['check', (e, v) => check(e, v, isText), 'a', []],
    ['check', (e, v) => check(e, v, isText), 1, [' #/type "string"']],
    ['check with paths', (e, v) => check(e, v, isText, '/k', '#/at'), 1, ['/k #/at/type "string"']],
    ['may', (e, v) => may(e, v, isText, '/k'), undefined, []],
    ['may', (e, v) => may(e, v, isText, '/k'), 'a', []],
    ['may', (e, v) => may(e, v, isText, '/k'), null, [textError]],
    [
      'each',
      (e, v) => each(e, v as unknown[], isText),
      ['a', 1, 2],
      ['/1 #/type "string"', '/2 #/type "string"'],
    ],
    ['each with a path', (e, v) => each(e, v as unknown[], isText, '/k'), [1, 'a'], ['/k/0 #/type "string"']],
    ['list', (e, v) => list(e, v, isText), ['a', 1], ['/1 #/type "string"']],
    ['list', (e, v) => list(e, v, isText), {}, [' #/type "array"']],
    ['list with paths', (e, v) => list(e, v, isText, '/k', '#/at'), 'a', ['/k #/at/type "array"']],
    ['list with paths', (e, v) => list(e, v, isText, '/k', '#/at'), [1], ['/k/0 #/type "string"']],
    ['orNull', (e, v) => orNull(e, v, isText, '/k', '#/at'), null, []],
    ['orNull', (e, v) => orNull(e, v, isText, '/k', '#/at'), 'a', []],
    ['orNull', (e, v) => orNull(e, v, isText, '/k', '#/at'), undefined, bothErrors],
    ['mayNull', (e, v) => mayNull(e, v, isText, 'k'), undefined, []],
    ['mayNull', (e, v) => mayNull(e, v, isText, 'k'), null, []],
    ['mayNull', (e, v) => mayNull(e, v, isText, 'k'), 'a', []],
    ['mayNull', (e, v) => mayNull(e, v, isText, 'k'), 1, memberErrors],
    ['need', (e, v) => need(e, v, isText, 'k'), 'a', []],
    ['need', (e, v) => need(e, v, isText, 'k'), 1, [textError]],
    ['need', (e, v) => need(e, v, isText, 'k'), undefined, [' #/required "k"']],
    ['need of a part', (e, v) => need(e, v, isText, 'k', '#/at'), undefined, [' #/at/required "k"']],
    ['text', (e, v) => text(e, v, 'a'), 'a', []],
    ['text', (e, v) => text(e, v, 'a'), 'b', [' #/const "a"']],
    ['text', (e, v) => text(e, v, known), 'b', []],
    ['text', (e, v) => text(e, v, known, '/k', '#/at'), 'c', ['/k #/at/enum ["a","b"]']],
    ['text', (e, v) => text(e, v, known), 1, [' #/type "string"', ' #/enum ["a","b"]']],
    ['needText', (e, v) => needText(e, v, 'a', 'k'), 'a', []],
    ['needText', (e, v) => needText(e, v, 'a', 'k'), undefined, [' #/required "k"']],
    ['needText', (e, v) => needText(e, v, 'a', 'k', '#/at'), 'b', ['/k #/at/properties/k/const "a"']],
    ['tagged', (e, v) => tagged(e, v, 'a', 'k'), { k: 'a' }, []],
    ['tagged', (e, v) => tagged(e, v, 'a', 'k'), { k: 'b' }, ['/k #/properties/k/const "a"']],
    ['tagged', (e, v) => tagged(e, v, 'a', 'k', '#/at'), [], [' #/at/type "object"']],
    ['anyOf', (e, v) => union(e, v, [isText, isCount], '', '#/anyOf'), 1, []],
    ['anyOf', (e, v) => union(e, v, [isText, isText], '', '#/anyOf'), 'a', []],
    [
      'anyOf',
      (e, v) => union(e, v, [isText, isCount], '/k', '#/anyOf'),
      true,
      ['/k #/anyOf/0/type "string"', '/k #/anyOf/1/type "number"', '/k #/anyOf '],
    ],
    ['oneOf', (e, v) => union(e, v, [isText, isCount], '', '#/oneOf'), 1, []],
    ['oneOf', (e, v) => union(e, v, [isCount, isText], '', '#/oneOf'), 1, []],
    [
      'oneOf',
      (e, v) => union(e, v, [isCount, isText, isText, isObject], '', '#/oneOf'),
      'a',
      [' #/oneOf/0/type "number"', ' #/oneOf [1,2]'],
    ],
    [
      'oneOf',
      (e, v) => union(e, v, [isText], '', '#/oneOf'),
      1,
      [' #/oneOf/0/type "string"', ' #/oneOf null'],
    ],
  ])('%s of %j', (_what, call, value, expected) => {
    expect(shown(call(null, value))).toEqual(expected)
    expect(shown(call(before(), value))).toEqual(['/x #/x ', ...expected])
  })

  it('counts what was found, and takes back what a branch found', () => {
    const found = fail(before(), '', '#/y')
    expect([size(null), size(found)]).toEqual([0, 2])
    expect([shown(keep(found, 1)), keep(found, 0), keep(null, 1)]).toEqual([['/x #/x '], null, null])
  })

  it('forgets what was found in the value before', () => {
    expect([isText(1), isText.found]).toEqual([false, [expect.objectContaining({ params: 'string' })]])
    expect([isText('a'), isText.found]).toEqual([true, null])
  })

  it.each([
    [{ a: 1 }, 1],
    [{}, undefined],
    [null, undefined],
    [['a'], undefined],
    ['a', undefined],
  ])('the tag of %j is %j', (value, tag) => {
    expect(tagOf(value, 'a')).toBe(tag)
  })
})

it('a union of lists has more violations than a call has arguments', () => {
  const count = 150_000
  const isList = Object.assign((value: unknown): boolean => done(isList, list(null, value, isText)), {
    found: [],
  })
  const wrong = Array.from({ length: count }, () => 1)
  expect(union(before(), wrong, [isList], '', '#/anyOf')).toHaveLength(count + 2)
})
