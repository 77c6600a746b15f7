import { describe, expect, it } from 'vitest'
import { RampartError } from '../../../diagnostics/index.js'
import { assertKnownAjv } from '../../../generator/validators/ajv-modules.js'
import { CodeTree } from '../../../generator/validators/code-tree.js'
import { type CompiledValidators, compileValidators } from '../../../generator/validators/compile.js'
import { Constants } from '../../../generator/validators/expressions.js'
import { UnknownCode, FunctionName } from '../../../generator/validators/statements.js'
import type { Unit } from '../../../generator/model/document.js'
import type { JsonSchema } from '../../../runtime/surface.js'

const unit = (name: string, schema: JsonSchema): Unit => ({
  name,
  schema,
  pointer: `#/components/schemas/${name}`,
  direction: 'both',
  type: 'unknown',
})

const compile = (schemas: Readonly<Record<string, JsonSchema>>): CompiledValidators =>
  compileValidators(
    Object.entries(schemas).map(([name, schema]) => unit(name, schema)),
    'it.json',
  )

const caught = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const text = { type: 'string' }

it('the body of a function does not move further to the right than a reader can follow', () => {
  const branches = Array.from({ length: 60 }, (_none, index) => ({ const: index }))
  const [own] = compile({ It: { oneOf: branches } }).functions
  const widths = (own?.body ?? '').split('\n').map((line) => line.length - line.trimStart().length)
  expect(Math.max(...widths)).toBe(40)
})

it.each([
  ['is read in place by what reads it once', text, 'typeof data[i0] !== "string"'],
  ['has a name where it is read twice', { minLength: 2 }, 'const data0 = data[i0]'],
])('an item %s', (_, items, code) => {
  expect(compile({ It: { items } }).functions[0]?.body).toContain(code)
})

it('units that hand one on are aliases', () => {
  const { aliases } = compile({ Text: text, Alias: { unit: 'Text' }, Further: { unit: 'Alias' } })
  expect([...aliases]).toEqual([
    ['Alias', 'Text'],
    ['Further', 'Text'],
  ])
})

describe('constants of a module', () => {
  const names = (schemas: Readonly<Record<string, JsonSchema>>): string[] =>
    compile(schemas).constants.map(({ name }) => name)
  const before = { B: { pattern: '^b' }, C: { enum: letters } }

  it('are named by what they hold, whatever stands beside them', () => {
    const after = names({ A: { pattern: '^a' }, ...before, D: { const: { a: 1 } } })
    expect(after).toHaveLength(4)
    expect(after).toEqual(expect.arrayContaining(names(before)))
  })

  it('are there once, and only those that are read', () => {
    expect(names({ A: { enum: letters }, B: { properties: { b: { enum: letters } } } })).toHaveLength(1)
    expect(names({ A: { type: 'object', properties: { a: text, constructor: text } } })).toHaveLength(1)
    expect(names({ A: { properties: { a: text } } })).toEqual([])
  })

  it.each([
    ['^[\\w-.]+$', '/^[\\w-.]+$/'],
    ['^a/b$', '/^a\\/b$/u'],
    ['[^\ud800]', '/*@__PURE__*/ new RegExp("[^\\ud800]", "u")'],
  ])('hold the pattern %j as %s', (pattern, code) => {
    expect(compile({ A: { pattern } }).constants.map((constant) => constant.code)).toEqual([code])
  })

  it('hold the value of a keyword, and no more of the schema', () => {
    const { constants } = compile({ A: { items: { const: { a: 1 } }, minItems: 1 } })
    expect(constants.map(({ code }) => code)).toEqual(['{ a: 1 }'])
  })

  it('name what they take of the runtime', () => {
    const { constants, imports } = compile({ A: { pattern: '^(a|a)+$' }, B: { pattern: '^(?:[\\w-.]+)+$' } })
    expect(constants.map(({ code }) => /\[\]?.*automaton|automaton/.test(code))).toEqual([true, true])
    expect(imports).toEqual(['automaton', 'done', 'fail'])
  })
})

describe('what cannot be compiled', () => {
  it('is refused with the pointer of each schema', () => {
    const error = caught(() => compile({ A: { type: 'text' }, B: text, C: { multipleOf: 'x' } }))
    expect(error).toBeInstanceOf(RampartError)
    expect(error).toMatchObject({
      code: 'DOCUMENT_INVALID',
      problems: [
        { where: { file: 'it.json', pointer: '#/components/schemas/A' } },
        { where: { file: 'it.json', pointer: '#/components/schemas/C' } },
      ],
    })
  })

  it('is code of ajv that nobody has looked at', () => {
    const tree = new CodeTree(new Constants(), new FunctionName('$It', false), false)
    expect(() => tree.try()).toThrow(UnknownCode)
    expect(() => tree.scopeValue('keyword', { ref: () => true })).toThrow(UnknownCode)
    expect(() => tree.else()).toThrow(UnknownCode)
    expect(() => tree.if(true).statements).toThrow(UnknownCode)
  })

  it('is anything, with another version of ajv', () => {
    expect(() => assertKnownAjv('8.21.0')).toThrow('8.21.0 is installed')
    expect(() => assertKnownAjv()).not.toThrow()
  })
})

describe('unions of unions', () => {
  const level = (index: number): JsonSchema =>
    index === 0 ? text : { anyOf: [{ unit: `A${index - 1}` }, { unit: `B${index - 1}` }] }
  const levels = (count: number): Record<string, JsonSchema> =>
    Object.fromEntries(
      Array.from({ length: count }, (_none, index) => [
        [`A${index}`, level(index)],
        [`B${index}`, level(index)],
      ]).flat(),
    )

  it('judge a value once where it would be judged without end', () => {
    const { functions, imports } = compile(levels(40))
    const recalling = new Map(functions.map(({ local, body }) => [local, body.includes('recall(')]))
    expect(imports).toContain('recall')
    expect(['$A39', '$A9', '$A8'].map((name) => recalling.get(name))).toEqual([true, true, false])
  })

  it('are called plainly where they are few', () => {
    expect(compile(levels(5)).imports).not.toContain('recall')
  })
})
