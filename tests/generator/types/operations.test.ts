import { describe, expect, it } from 'vitest'
import { document } from '../support/documents.js'
import { notesOf } from '../../../generator/types/declarations.js'
import { declarationsOf, faultsOf, textOf } from './support.js'

const text = { type: 'string' }
const responses = { 204: { description: 'done' } }
const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: text, ...more })

it('operations take parameters that are references into other operations', async () => {
  const get = { responses, parameters: [query('page', { required: true })] }
  const other = { responses, parameters: [{ $ref: '#/paths/~1a/get/parameters/0' }] }
  const types = await textOf('types.d.ts', document({ paths: { '/a': { get }, '/b': { get: other } } }))
  expect(types.match(/query: \{\s+page: string;/g)).toHaveLength(2)
})

describe('comments', () => {
  const hostile = '*/ export const x = 1 /* ` ${x}\u2028@deprecated\r\n  @internal\n\n*/'
  const schemas = {
    It: {
      title: 'Title',
      description: hostile,
      type: 'object',
      properties: {
        amount: {
          ...text,
          description: 'How much.',
          format: 'decimal',
          pattern: '^*/$',
          maxLength: 9,
          default: '*/',
          example: '1.50',
          deprecated: true,
          externalDocs: { url: 'https://docs.example/*/a' },
        },
        list: { type: 'array', uniqueItems: true, minItems: 1, items: text, examples: [['a']] },
        odd: { description: 5, title: ['a'], example: { large: Array.from({ length: 99 }) } },
      },
    },
  }

  it('say what the document says', async () => {
    const { schemas: printed } = await declarationsOf(document({ components: { schemas } }))
    expect(printed[0]?.comment).toEqual([
      'Title',
      '',
      String.raw`*\/ export const x = 1 /* ` + '` ${x}',
      String.raw`\@deprecated`,
      String.raw`  \@internal`,
      '',
      String.raw`*\/`,
    ])
    expect(printed[0]?.text).toBe(
      [
        '{',
        '  /**',
        '   * How much.',
        '   *',
        String.raw`   * Format: decimal. Pattern: ^*\/$. Maximum length: 9`,
        String.raw`   * @default "*\/"`,
        '   * @example "1.50"',
        '   * @deprecated',
        String.raw`   * @see https://docs.example/*\/a`,
        '   */',
        '  amount: string;',
        '  /**',
        '   * Unique items. Minimum items: 1',
        '   * @example ["a"]',
        '   */',
        '  list?: string[];',
        '  odd?: unknown;',
        '}',
      ].join('\n'),
    )
  })

  it.each([
    ['a text', 'x'.repeat(198), true],
    ['a longer text', 'x'.repeat(199), false],
    ['a small object', { a: [1] }, true],
    ['a long list in an object', { a: Array.from({ length: 10 }).fill(1) }, false],
  ])('have an example that is small: %s', (_what, example, isPrinted) => {
    expect(notesOf({ example })).toEqual(isPrinted ? [`@example ${JSON.stringify(example)}`] : [])
  })

  it('do not repeat a summary that is the description too', async () => {
    const twice = { A: { ...text, title: 'Once', description: 'Once\n' } }
    const { schemas: printed } = await declarationsOf(document({ components: { schemas: twice } }))
    expect(printed[0]?.comment).toEqual(['Once'])
  })

  it('never end early', async () => {
    const noted = { summary: hostile, description: hostile, deprecated: true, externalDocs: { url: hostile } }
    const get = {
      ...noted,
      operationId: hostile,
      parameters: [{ ...query(hostile), ...noted }],
      responses: { 200: noted },
    }
    const content = document({
      paths: { [`/${hostile}`]: { ...noted, get } },
      webhooks: { [hostile]: { get } },
      components: {
        schemas: {
          [hostile]: { ...text, ...noted, format: hostile, enum: [hostile, 'a'], default: hostile },
        },
      },
    })
    expect(await faultsOf(content)).toEqual([])
    for (const file of ['types.d.ts', 'schemas.d.ts'] as const)
      expect(await textOf(file, content)).not.toMatch(/^\s*export const/m)
  })
})
