import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadDocument } from '../../../generator/load/load.js'
import { resolvePointer } from '../../../document/index.js'
import { failureOf } from '../support/failure.js'

const json = (schema: string): readonly [string, string] => [
  'api.json',
  `{"openapi":"3.1.0","components":{"schemas":{"A":${schema}}}}`,
]
const yaml = (schema: string, extension = '1'): readonly [string, string] => [
  'api.yaml',
  `openapi: 3.1.0\nx-more: ${extension}\ncomponents:\n  schemas:\n    A: ${schema}\n`,
]
const load = ([file, text]: readonly [string, string], lenient = false) =>
  loadDocument({ name: 'api', file, text }, { lenient })

const decisive = [
  ['"const" beyond numbers', json('{"const":1e400}'), 'const', '1e400, which JavaScript reads as Infinity'],
  ['"enum" beyond numbers', json('{"enum":[1,1e400]}'), 'enum/1', '1e400'],
  ['inside of an "enum"', json('{"enum":[{"a":[-1e400]}]}'), 'enum/0/a/0', '-1e400'],
  ['beyond 2^53', json('{"const":9007199254740993}'), 'const', 'JavaScript reads as 9007199254740992'],
  ['spelled as a fraction', json('{"const":9007199254740993.0}'), 'const', '9007199254740993.0'],
  ['too small', json('{"const":1e-400}'), 'const', '1e-400, which JavaScript reads as 0'],
  ['a fraction of many digits', json('{"const":0.1000000000000000055511}'), 'const', 'reads as 0.1'],
  ['a bound that is none', json('{"maximum":1e400}'), 'maximum', 'Infinity'],
  ['a length that is none', json('{"minLength":1e400}'), 'minLength', 'Infinity'],
  ['a divisor that is none', json('{"multipleOf":1e-400}'), 'multipleOf', '1e-400'],
  ['.inf', yaml('{const: .inf}'), 'const', '.inf, which JavaScript reads as Infinity'],
  ['-.INF', yaml('{minimum: -.INF}'), 'minimum', 'reads as -Infinity'],
  ['.nan', yaml('{enum: [.nan, 1]}'), 'enum/0', 'reads as NaN'],
  ['beyond 2^53 in YAML', yaml('{const: +9007199254740993}'), 'const', '+9007199254740993'],
  ['by sixteen', yaml('{const: 0x20000000000001}'), 'const', '0x20000000000001'],
  ['by an alias', yaml('{const: *n}', '&n 9007199254740993'), 'const', '9007199254740993'],
  ['in a merged map', yaml('{<<: *n}', '&n {const: 9007199254740993}'), 'const', '9007199254740993'],
] as const

describe('a number that decides, and that JavaScript reads as another', () => {
  it.each(decisive)('%s is refused', async (_what, document, at, said) => {
    const { code, problems } = await failureOf(load(document))
    expect(code).toBe('DOCUMENT_INVALID')
    expect(problems.map(({ where }) => where?.pointer)).toEqual([`#/components/schemas/A/${at}`])
    expect(problems[0]?.message).toContain(said)
  })

  it.each(decisive)('%s is a gap where that is asked for', async (_what, document) => {
    const { root, problems } = await load(document, true)
    expect(problems.map(({ where }) => where?.pointer)).toEqual(['#/components/schemas/A'])
    expect(resolvePointer(root, '#/components/schemas/A')).toEqual({ description: expect.any(String) })
  })

  it('is refused in other files too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rampart-numbers-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'other.json'), '{"A":{"enum":[9007199254740993]}}')
    const [, text] = json('{"$ref":"other.json#/A"}')
    const { problems } = await failureOf(load([join(folder, 'api.json'), text]))
    expect(problems.some(({ message }) => message.includes('#/A/enum/0 says 9007199254740993'))).toBe(true)
  })
})

it.each([
  ['a bound', json('{"maximum":9223372036854775807}'), '#/components/schemas/A/maximum'],
  ['a default', json('{"default":9007199254740993}'), '#/components/schemas/A/default'],
  ['a default that is none', yaml('{default: .nan}'), '#/components/schemas/A/default'],
])('%s as near as a double is noted', async (_what, document, pointer) => {
  const { problems } = await load(document)
  expect(problems).toMatchObject([{ code: 'DOCUMENT_NOTE', where: { pointer } }])
})

it.each([
  ['a power of two', json('{"const":9007199254740992}')],
  ['the shortest spelling of a double', json('{"enum":[0.1,1e23,1.50,-0,1e5]}')],
  ['by sixteen', yaml('{const: 0x10}')],
  ['text', yaml('{const: "9007199254740993", enum: [1_000]}')],
  ['an example', json('{"example":1e400,"examples":[9007199254740993],"x-a":9007199254740993}')],
  ['a property of that name', json('{"properties":{"const":{"example":1e400},"enum":{}}}')],
])('nothing is said of %s', async (_what, document) => {
  expect((await load(document)).problems).toEqual([])
})
