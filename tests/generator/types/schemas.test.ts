import { describe, expect, it } from 'vitest'
import { compile } from '../../support/compile.js'
import { document, ref, schemasDocument } from '../support/documents.js'
import { declarationsOf, faultsOf, filesOf, loaded, textOf } from './support.js'

const text = { type: 'string' }

const base = { type: 'object', required: ['id'], properties: { id: text } }

describe('documents of unusual size', () => {
  const many = (count: number, make: (index: number) => unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_item, index) => [`C${index}`, make(index)]))
  const tagged = (index: number) => ({ ...base, properties: { id: text, kind: { const: `k${index}` } } })
  const refs = (count: number) => Array.from({ length: count }, (_item, index) => ref(`C${index}`))

  it.each([
    ['a union of thousands of objects', { It: { oneOf: refs(2000) }, ...many(2000, tagged) }],
    [
      'a union of unions that are multiplied out',
      {
        It: { allOf: [{ oneOf: refs(400) }, { anyOf: refs(400) }, { oneOf: refs(400) }] },
        ...many(400, tagged),
      },
    ],
    [
      'references to unions that are multiplied out',
      {
        It: { allOf: refs(25) },
        ...many(25, (index) => ({ anyOf: [{ ...base, required: [`a${index}`] }, tagged(index)] })),
      },
    ],
    [
      'an enumeration of thousands',
      { It: { enum: Array.from({ length: 5000 }, (_item, index) => `v${index}`) } },
    ],
    [
      'a long way of references',
      { It: ref('C0'), ...many(90, (index) => (index < 89 ? ref(`C${index + 1}`) : text)) },
    ],
    [
      'a long way of extensions',
      { ...many(90, (index) => (index < 89 ? { allOf: [ref(`C${index + 1}`), tagged(0)] } : base)) },
    ],
    [
      'a long way of unions',
      many(90, (index) => (index < 89 ? { oneOf: [ref(`C${index + 1}`), { type: 'number' }] } : text)),
    ],
    [
      'a deep schema',
      {
        It: Array.from({ length: 90 }).reduce<object>(
          (inner) => ({ type: 'object', properties: { inner } }),
          text,
        ),
      },
    ],
  ])('%s', async (_what, schemas) => {
    expect(await faultsOf(schemasDocument(schemas))).toEqual([])
  })

  it('are printed when a union leads to a union five thousand times', async () => {
    const step = (index: number) =>
      index < 4999 ? { oneOf: [ref(`C${index + 1}`), { type: 'number' }] } : text
    const { schemas } = await declarationsOf(schemasDocument(many(5000, step)))
    expect(schemas[4998]?.text).toBe('C4999 | number')
  })

  it('keep a large union that stands alone beside another member', async () => {
    const schemas = { It: { oneOf: refs(2500) }, ...many(2500, tagged) }
    const { schemas: printed } = await declarationsOf(schemasDocument(schemas))
    expect(printed[0]?.text.split(' | ')).toHaveLength(2500)
  })
})

describe('a reference to nothing', () => {
  it('is a gap in the types, and no more', async () => {
    const document = await loaded(schemasDocument({}))
    const gone = { schema: ref('Gone') }
    const content = { 'application/json': gone }
    const root = {
      ...document.root,
      paths: {
        '/it': {
          get: {
            parameters: [{ $ref: '#/components/parameters/Gone' }],
            requestBody: { $ref: '#/components/requestBodies/Gone' },
            responses: { 200: { content }, 400: { $ref: '#/components/responses/Gone' } },
          },
        },
        '/gone': { $ref: '#/components/pathItems/Gone' },
      },
      components: { schemas: { It: { allOf: [ref('Gone'), base], oneOf: [ref('Gone'), text] } } },
    }
    expect(compile(await filesOf({ ...document, root }))).toEqual([])
  })
})

describe('the text of types', () => {
  const tree = (state: object, more: object = {}) =>
    document({
      components: {
        schemas: {
          First: base,
          State: state,
          ...more,
          Last: { type: 'object', properties: { state: ref('State') } },
        },
      },
    })

  const linesOf = async (state: object, more: object = {}): Promise<string[]> =>
    (await textOf('schemas.d.ts', tree(state, more))).split('\n')

  it('changes only where the document does', async () => {
    const before = await linesOf({ enum: ['a', 'b'] })
    const after = await linesOf({ enum: ['a', 'b', 'c'] })
    expect(after.filter((line) => !before.includes(line))).toEqual(['export type State = "a" | "b" | "c"'])
    expect(before.filter((line) => !after.includes(line))).toEqual(['export type State = "a" | "b"'])
    const longer = await linesOf({ enum: ['a', 'b'] }, { More: text })
    expect(longer.filter((line) => !before.includes(line))).toEqual(['export type More = string'])
  })
})
