import { expect, it } from 'vitest'
import { ref, schemasDocument } from '../support/documents.js'
import { declarationsOf, textOf } from './support.js'

const text = { type: 'string' }

it('the views of a schema are two only where they differ', async () => {
  const schemas = {
    Own: { type: 'object', properties: { id: { ...text, readOnly: true }, name: text } },
    List: { type: 'array', items: ref('Own') },
    Deep: { type: 'object', additionalProperties: ref('List') },
    Cycle: { type: 'object', properties: { next: ref('Cycle'), own: ref('Own') } },
    Mark: { ...text, readOnly: true },
    ByMark: { type: 'object', properties: { mark: ref('Mark') } },
    Plain: { type: 'object', properties: { name: text, next: ref('Plain') } },
    Text: text,
  }
  const { schemas: seen, requests } = await declarationsOf(schemasDocument(schemas))
  expect(seen.map(({ name }) => name)).toEqual(Object.keys(schemas))
  expect(requests.map(({ name }) => name)).toEqual(['Own', 'List', 'Deep', 'Cycle', 'ByMark'])
})

it.each<['3.0.3' | '3.1.0', readonly string[]]>([
  ['3.0.3', []],
  ['3.1.0', ['It']],
])('of %s, readOnly beside a reference makes two views of %j', async (openapi, names) => {
  const schemas = {
    It: { type: 'object', properties: { id: { ...ref('Text'), readOnly: true } } },
    Text: text,
  }
  const { requests } = await declarationsOf(schemasDocument(schemas, openapi))
  expect(requests.map(({ name }) => name)).toEqual(names)
})

it.each([
  ['#/$defs/Text', []],
  ['#/$defs/Text/properties/a', ['_defs_Text_properties_a']],
])('a reference to %s has types of inner schemas: %j', async ($ref, names) => {
  const tree = schemasDocument({ It: { type: 'object', properties: { it: { $ref } } } })
  const { inner } = await declarationsOf({ ...tree, $defs: { Text: { properties: { a: text } } } })
  expect(inner.map(({ name }) => name)).toEqual(names)
})

// openapi-fetch treats types that keep the listed values visible in editors as objects.
it('open enumerations list their values for the reader, and need no second view when nobody asks', async () => {
  const tree = schemasDocument({ It: { ...text, enum: ['open', 'done'] } })
  const { schemas, requests } = await declarationsOf(tree, { openEnums: true })
  expect([...schemas, ...requests].map(({ text: type }) => type)).toEqual([
    '"open" | "done" | string',
    '"open" | "done"',
  ])
  expect((await declarationsOf(tree)).requests).toEqual([])
})

it.each([
  ['parameters', 'size?: number;'],
  ['requestBodies', 'size?: number;'],
  ['responses', 'size: number;'],
])(
  'a member with a default is optional where clients write it: used in components.%s it is %s',
  async (kind, due) => {
    const schemas = { Sized: { type: 'object', properties: { size: { type: 'number', default: 1 } } } }
    const content = { 'application/json': { schema: ref('Sized') } }
    const own = { name: 'a', in: 'query', description: 'Done.', content }
    const tree = { ...schemasDocument(schemas), components: { schemas, [kind]: { It: own } } }
    expect(await textOf('schemas.d.ts', tree)).toContain(due)
  },
)
