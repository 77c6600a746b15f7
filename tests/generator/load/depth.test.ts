import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../generator/load/load.js'
import { errorOf } from '../../support/failure.js'

const nested = (open: string, inner: string, close: string, levels = 100_000): string =>
  open.repeat(levels) + inner + close.repeat(levels)

const json = (schema: string, extension = '1'): string =>
  `{"openapi":"3.1.0","x-more":${extension},"components":{"schemas":{"A":${schema}}}}`
const yaml = (schema: string, extension = '1'): string =>
  `openapi: 3.1.0\nx-more: ${extension}\ncomponents:\n  schemas:\n    A: ${schema}\n`

const load = (text: string, file = 'api.json', lenient = false) =>
  loadDocument({ name: 'api', file, text }, { lenient })

describe('a document that is nested without end is refused where that begins', () => {
  it.each([
    ['JSON: a schema', json(nested('{"items":', '{}', '}')), '#/components/schemas/A/items/items/items'],
    [
      'JSON: a list of schemas',
      json(nested('{"allOf":[', '{}', ']}')),
      '#/components/schemas/A/allOf/0/allOf',
    ],
    ['JSON: an example', json(`{"example":${nested('[', '1', ']')}}`), '#/components/schemas/A/example/0/0'],
    ['JSON: a constant', json(`{"const":${nested('{"a":', '1', '}')}}`), '#/components/schemas/A/const/a/a'],
    ['JSON: an extension', json('{}', nested('[', '1', ']')), '#/x-more/0/0/0/0/0'],
    ['JSON: all of it', nested('[', '1', ']'), '#/0/0/0/0/0/0'],
    ['YAML: a schema', yaml(nested('{items: ', '{}', '}', 800)), '#/components/schemas/A/items/items/items'],
    [
      'YAML: an example',
      yaml(`{example: ${nested('[', '1', ']', 800)}}`),
      '#/components/schemas/A/example/0/0',
    ],
    ['YAML: an extension', yaml('{}', `\n  ${'- '.repeat(800)}1`), '#/x-more/0/0/0/0/0'],
    ['YAML: an alias of itself', yaml('&a {items: *a}'), '#/components/schemas/A/items/items/items'],
  ])('%s', async (what, text, pointer) => {
    const failure = await errorOf(load(text, what.startsWith('JSON') ? 'api.json' : 'api.yaml'))
    expect([failure.code, failure.exitCode]).toEqual(['DOCUMENT_INVALID', 2])
    expect(failure.problems).toMatchObject([
      { message: 'nested more than 400 levels deep', where: { pointer } },
    ])
    expect(failure.fix).toContain('components')
  })

  it.each([
    ['a schema', yaml(nested('{items: ', '{}', '}')), 5],
    ['an extension', yaml('{}', `\n  ${'- '.repeat(20_000)}1`), 3],
    ['what stays open', `a: ${'['.repeat(100_000)}`, 1],
    ['a key', yaml(`{? ${nested('[', '1', ']')} : 1}`), 5],
    ['merged maps', yaml(nested('{<<: ', '{}', '}')), 5],
  ])('of YAML that is nested deeper still with line and column: %s', async (_what, text, line) => {
    const { where, problems } = await errorOf(load(text, 'api.yaml'))
    expect(where).toMatchObject({ line, column: expect.any(Number) })
    expect(problems).toMatchObject([{ message: 'nested more than 400 levels deep', where }])
  })

  it.each([
    ['JSON', 'api.json', '['.repeat(100_000), 100_001],
    ['JSON with much else', 'api.json', `{"a":"${'x'.repeat(500_000)}","b":${'['.repeat(100_000)}`, 600_013],
  ])('and as broken where it ends: %s', async (_what, file, text, column) => {
    expect((await errorOf(load(text, file))).where).toEqual({ file, line: 1, column })
  })
})

describe('schemas one in the other', () => {
  const items = (levels: number): string => json(nested('{"items":', '{"enum":[1]}', '}', levels))

  it('may be 200', async () => {
    await expect(load(items(199))).resolves.toBeDefined()
  })

  it('are refused from there on, the first of them named', async () => {
    const { problems } = await errorOf(load(items(250)))
    expect(problems).toMatchObject([{ message: 'schemas are nested more than 200 levels deep' }])
    expect(problems[0]?.where?.pointer).toBe(`#/components/schemas/A${'/items'.repeat(200)}`)
  })

  it('are a gap from there on where that is asked for', async () => {
    const { problems } = await load(items(250), 'api.json', true)
    expect(problems.map(({ message }) => message)).toEqual([
      'schemas are nested more than 200 levels deep; any value is accepted instead',
    ])
  })
})

describe('aliases', () => {
  it('may be very many', async () => {
    const names = Array.from({ length: 5000 }, (_, n) => `        p${n}: *x`).join('\n')
    const text = `openapi: 3.1.0\nx-x: &x {type: string}\ncomponents:\n  schemas:\n    A:\n      properties:\n${names}\n`
    await expect(load(text, 'api.yaml')).resolves.toBeDefined()
  })

  const tripled = Array.from({ length: 30 }, (_, n) => `x-${n + 1}: &x${n + 1} [*x${n}, *x${n}, *x${n}]\n`)
  it.each([
    ['multiply', `x-0: &x0 [1]\n${tripled.join('')}`],
    [
      'stand for more than a machine can hold',
      `x-0: &x0 [${'1,'.repeat(9000)}]\nx-1: [${'*x0,'.repeat(2000)}]\n`,
    ],
  ])('may not %s', async (_, text) => {
    const failure = await errorOf(load(text, 'api.yaml'))
    expect([failure.code, failure.message]).toEqual([
      'DOCUMENT_SYNTAX',
      'api.yaml: it repeats itself through too many aliases',
    ])
  })
})

it('a reference of any length names nothing', async () => {
  const { problems } = await errorOf(load(json(`{"$ref":"#${'/a'.repeat(200_000)}"}`)))
  expect(problems[0]?.where?.pointer).toBe('#/components/schemas/A')
  expect(problems[0]?.message.length).toBeLessThan(300)
})
