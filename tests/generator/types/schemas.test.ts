import { describe, expect, it } from 'vitest'
import { compile } from '../../support/compile.js'
import { ref, schemasDocument } from '../support/documents.js'
import { declarationsOf, faultsOf, filesOf, loaded, textOf } from './support.js'

const text = { type: 'string' }

const base = { type: 'object', required: ['id'], properties: { id: text } }

describe('documents of unusual size', () => {
  const many = (count: number, make: (index: number) => unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_item, index) => [`C${index}`, make(index)]))
  const tagged = (index: number) => ({ ...base, properties: { id: text, kind: { const: `k${index}` } } })
  const refs = (count: number) => Array.from({ length: count }, (_item, index) => ref(`C${index}`))

  const chain = (wrap: (next: object) => object, last: object): object =>
    many(90, (index) => (index < 89 ? wrap(ref(`C${index + 1}`)) : last))
  const branches = (index: number) => ({ anyOf: [{ ...base, required: [`a${index}`] }, tagged(index)] })
  const multiplied = [{ oneOf: refs(400) }, { anyOf: refs(400) }, { oneOf: refs(400) }]
  const inner = (one: object): object => ({ type: 'object', properties: { inner: one } })

  it.each([
    ['a union of thousands of objects', { It: { oneOf: refs(2000) }, ...many(2000, tagged) }],
    ['a union of unions that are multiplied out', { It: { allOf: multiplied }, ...many(400, tagged) }],
    ['references to unions that are multiplied out', { It: { allOf: refs(25) }, ...many(25, branches) }],
    ['an enumeration of thousands', { It: { enum: Object.keys(many(5000, String)) } }],
    ['a long way of references', chain((next) => next, text)],
    ['a long way of extensions', chain((next) => ({ allOf: [next, tagged(0)] }), base)],
    ['a long way of unions', chain((next) => ({ oneOf: [next, { type: 'number' }] }), text)],
    ['a deep schema', { It: Array.from({ length: 90 }).reduce<object>(inner, text) }],
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

it('a reference to nothing is a gap in the types, and no more', async () => {
  const document = await loaded(schemasDocument({}))
  const gone = (kind: string) => ({ $ref: `#/components/${kind}/Gone` })
  const content = { 'application/json': { schema: ref('Gone') } }
  const get = {
    parameters: [gone('parameters')],
    requestBody: gone('requestBodies'),
    responses: { 200: { content }, 400: gone('responses') },
  }
  const paths = { '/it': { get }, '/gone': gone('pathItems') }
  const components = { schemas: { It: { allOf: [ref('Gone'), base], oneOf: [ref('Gone'), text] } } }
  expect(compile(await filesOf({ ...document, root: { ...document.root, paths, components } }))).toEqual([])
})

it('the text of types changes only where the document does', async () => {
  const linesOf = async (state: object, more: object = {}): Promise<string[]> => {
    const Last = { type: 'object', properties: { state: ref('State') } }
    const tree = schemasDocument({ First: base, State: state, ...more, Last })
    return (await textOf('schemas.d.ts', tree)).split('\n')
  }
  const before = await linesOf({ enum: ['a', 'b'] })
  const after = await linesOf({ enum: ['a', 'b', 'c'] })
  expect(after.filter((line) => !before.includes(line))).toEqual(['export type State = "a" | "b" | "c"'])
  expect(before.filter((line) => !after.includes(line))).toEqual(['export type State = "a" | "b"'])
  const longer = await linesOf({ enum: ['a', 'b'] }, { More: text })
  expect(longer.filter((line) => !before.includes(line))).toEqual(['export type More = string'])
})
