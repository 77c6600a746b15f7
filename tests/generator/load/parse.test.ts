import { describe, expect, it } from 'vitest'
import { isPrintedAs, parseDocumentText } from '../../../generator/load/parse.js'
import { errorOf } from '../../support/failure.js'

const read = (text: string, file = 'api.json') => parseDocumentText({ name: 'api', file, text })
const parse = async (text: string, file?: string) => (await read(text, file)).value

describe('what can be read', () => {
  it.each([
    ['JSON', 'api.json', '{"a": 1}', { a: 1 }],
    ['JSON with a byte order mark', 'api.json', '\uFEFF{"a": 1}', { a: 1 }],
    ['JSON in a file without an ending', 'api', '[1]', [1]],
    ['YAML', 'api.yaml', 'a: 1\nb: [x]\n', { a: 1, b: ['x'] }],
    [
      'YAML with brackets that end to the left',
      'api.yaml',
      'a:\n  b: {\n    x: 1\n  }\nc: [\n]\n',
      { a: { b: { x: 1 } }, c: [] },
    ],
    ['YAML that starts like JSON', 'api.yaml', '{a: 1, b: two}', { a: 1, b: 'two' }],
    ['YAML in a file named like JSON', 'api.json', 'a: 1', { a: 1 }],
    ['a status code as a key', 'api.yaml', '200: ok', { '200': 'ok' }],
    ['a date, which stays text', 'api.yaml', 'version: 2026-08-01', { version: '2026-08-01' }],
    ['an anchor', 'api.yaml', 'a: &x {k: 1}\nb: *x', { a: { k: 1 }, b: { k: 1 } }],
    [
      'a tag of another tool',
      'api.yaml',
      'a: !Sub x\nb: !Join [y]\nc: !!set {z: 1}',
      { a: 'x', b: ['y'], c: { z: 1 } },
    ],
    ['a long number as a key', 'api.yaml', '12345678901234567890: 1', { '12345678901234567890': 1 }],
    ['a merge key', 'api.yaml', 'a: &x {k: 1}\nb:\n  <<: *x\n  l: 2', { a: { k: 1 }, b: { k: 1, l: 2 } }],
  ])('%s', async (_what, file, text, value) => {
    expect(await parse(text, file)).toEqual(value)
  })

  it('a member twice, which is noted', async () => {
    expect(await read('{ "a": { "b": 1, "b": 2 } }')).toMatchObject({
      value: { a: { b: 2 } },
      hidden: [['a', 'b']],
    })
  })

  it('keeps a key that is the name of a prototype', async () => {
    const value = await parse('__proto__: {a: 1}', 'api.yaml')
    expect(Object.keys(value ?? {})).toEqual(['__proto__'])
  })
})

it('copies what aliases repeat, which has a location of its own each time', async () => {
  const value = await parse('a: &a {b: &b [{c: 1}]}\nd: *a\ne: *b', 'api.yaml')
  const objects = new Set<unknown>()
  JSON.stringify(value, (_key, one: unknown) => {
    if (typeof one === 'object') objects.add(one)
    return one
  })
  expect([value, objects.size]).toEqual([{ a: { b: [{ c: 1 }] }, d: { b: [{ c: 1 }] }, e: [{ c: 1 }] }, 9])
})

describe('what cannot be read', () => {
  it.each([
    ['a missing comma', 'api.json', '{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['a word that is not a value', 'api.json', '{\n  "a": tru\n}', 2, 8],
    ['a word among much else', 'api.json', `{\n  "a": "${'x'.repeat(500)}",\n  "b": nope\n}`, 3, 8],
    ['a comma too many', 'api.json', '{"a": 1,\n}', 2, 1],
    ['a comment', 'api.json', '{\n  // why\n  "a": 1\n}', 2, 3],
    ['an end too early', 'api.json', '{"a": [1, 2', 1, 12],
    ['something after the end', 'api.json', '{"a": 1}\n}', 2, 1],
    ['JSON that is not YAML either', 'api.yaml', '{"a": [1,\n"b": 2', 2, 4],
    ['a tab in YAML', 'api.yaml', 'a:\n\tb: 1', 2, 1],
    ['YAML with a list that does not end', 'api.yaml', 'a:\n  b: [\n  1\nc: 2', 3, 3],
    ['a key twice in YAML', 'api.yaml', 'a: 1\nb: 2\na: 3', 3, 1],
    ['two documents in one', 'api.yaml', 'a: 1\n---\nb: 2', 2, 1],
    ['a bracket that stays open', 'api.yaml', 'a: [1\nb: 2', 2, 1],
  ])('%s', async (_what, file, text, line, column) => {
    const failure = await errorOf(parse(text, file))
    expect(failure.code).toBe('DOCUMENT_SYNTAX')
    expect(failure.where).toEqual({ file, line, column })
    expect(failure.message).toMatch(new RegExp(`^${file}:${line}:${column}: .{5,}`))
  })

  it.each([
    ['comments alone', '# a'],
    ['a list as a key', '? [a]\n: 1'],
    ['an alias of nothing', 'a: *nothing'],
    ['a merge of what is not a map', 'a: 1\n<<: 5'],
  ])('%s', async (_what, text) => {
    expect((await errorOf(parse(text, 'api.yaml'))).code).toBe('DOCUMENT_SYNTAX')
  })

  it('does not quote the document in its message', async () => {
    const { message } = await errorOf(parse('{"apiKey": "s3cret", "b": nope}'))
    expect(message).toBe('api.json:1:27: it is not valid JSON where a value is expected')
  })
})

describe('a text that says no more than its value', () => {
  it.each([
    ['on one line', '{"a":[1,{"b":null}]}', true],
    ['indented, with a line end', '{\n  "a": [\n    1\n  ]\n}\n', true],
    ['indented by tabs', '{\n\t"a": 1\n}', true],
    ['with a member twice', '{"a":1,"a":1}', false],
    ['with a member twice, indented', '{\n  "a": 1,\n  "a": 1\n}', false],
    ['laid out by hand', '{ "a": 1 }', false],
    ['with a number spelled otherwise', '{"a":1.0}', false],
  ])('%s: %j', (_what, text, is) => {
    expect(isPrintedAs(text, JSON.parse(text))).toBe(is)
  })
})
