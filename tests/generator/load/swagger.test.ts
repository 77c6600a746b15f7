import { describe, expect, it } from 'vitest'
import { memberAt, objectOf } from '../../../document/index.js'
import { loadDocument, readTree } from '../../../generator/load/load.js'
import { errorOf } from '../../support/failure.js'
import { tableIn } from '../../support/table.js'

const { document, places } = tableIn<{
  readonly document: object
  readonly places: readonly (readonly [place: string, said: string | null])[]
}>(import.meta.dirname, 'swagger.yaml')

const inputOf = (tree: object) => ({ name: 'shop', file: 'shop.json', text: JSON.stringify(tree) })
const withOrder = (definitions: object): object => {
  const schema = { $ref: '#/definitions/Order' }
  const paths = { '/orders': { get: { responses: { 200: { description: 'Fine', schema } } } } }
  return { ...document, paths, definitions }
}

describe('a document of Swagger 2.0', () => {
  it('is loaded and compared as OpenAPI 3.0, with a note', async () => {
    const { dialect, root, problems } = await loadDocument(inputOf(document))
    expect(dialect).toBe('3.0')
    expect(root).toMatchObject({ components: { schemas: { Order: { properties: { id: {} } } } } })
    expect(problems.map(({ message, where }) => [message, where?.pointer])).toEqual([
      ['the document is Swagger 2.0; it is read as OpenAPI 3.0', '#/swagger'],
    ])
    const { root: compared } = await readTree(inputOf(document), true)
    const openapi = expect.stringMatching(/^3\.0/)
    // A response that no operation refers to has the media types of the document.
    const responses = { Spare: { content: { 'application/json': { schema: { type: 'number' } } } } }
    expect(compared).toMatchObject({ openapi, components: { schemas: { Order: {} }, responses } })
  })

  it('has lists joined by tabs, with a note', async () => {
    const list = { in: 'query', type: 'array', items: { type: 'string' } }
    const parameters = [
      { ...list, name: 'a', collectionFormat: 'tsv' },
      { ...list, name: 'b', collectionFormat: 'csv' },
    ]
    const paths = { '/a': { get: { parameters, responses: { 204: { description: 'Done' } } } } }
    const { problems } = await loadDocument(inputOf({ ...document, paths }))
    expect(problems.map(({ where }) => where?.pointer)).toEqual([
      '#/swagger',
      '#/paths/~1a/get/parameters/0/collectionFormat',
    ])
  })

  it('has null by x-nullable, and a form that is required for one of its fields', async () => {
    const form = (required: boolean) => ({
      parameters: [{ in: 'formData', name: 'f', type: 'string', required }],
      responses: { 204: { description: 'Done' } },
    })
    const Order = { type: 'object', properties: { id: { type: 'string', 'x-nullable': true } } }
    const paths = { '/orders': { post: form(true), put: form(false) } }
    const { root } = await loadDocument(inputOf({ ...document, paths, definitions: { Order } }))
    expect(memberAt(root, 'components', 'schemas', 'Order', 'properties', 'id', 'nullable')).toBe(true)
    const isRequired = (method: string) =>
      memberAt(root, 'paths', '/orders', method, 'requestBody', 'required')
    expect([isRequired('post'), isRequired('put')]).toEqual([true, undefined])
  })

  it('has the fields of a form with all that is said of them', async () => {
    const list = { in: 'formData', type: 'array', items: { type: 'integer' } }
    const parameters = [
      { in: 'formData', name: 'size', type: 'string', enum: ['s', 'l'], maxLength: 1 },
      { ...list, name: 'ids', minItems: 1 },
      { ...list, name: 'many', collectionFormat: 'multi' },
      { ...list, name: 'pipes', collectionFormat: 'pipes' },
    ]
    const post = {
      parameters,
      consumes: ['multipart/form-data'],
      responses: { 204: { description: 'Done' } },
    }
    const { root } = await loadDocument(inputOf({ ...document, paths: { '/orders': { post } } }))
    const content = ['requestBody', 'content', 'multipart/form-data']
    expect(memberAt(root, 'paths', '/orders', 'post', ...content)).toMatchObject({
      schema: {
        properties: {
          size: { enum: ['s', 'l'], maxLength: 1 },
          ids: { items: { type: 'integer' }, minItems: 1 },
        },
      },
      encoding: {
        ids: { style: 'form', explode: false },
        pipes: { style: 'pipeDelimited', explode: false },
      },
    })
  })

  it('is refused with the locations and the references that it has itself', async () => {
    const strange = { Order: { type: 'object', properties: { id: { type: 'strange' } } } }
    const { problems } = await errorOf(loadDocument(inputOf(withOrder(strange))))
    expect(problems.map(({ where }) => where?.pointer)).toEqual(['#/definitions/Order/properties/id'])
    const { problems: gone } = await errorOf(loadDocument(inputOf(withOrder({}))))
    expect(gone[0]?.message).toBe('"#/definitions/Order" does not resolve in this document')
    const away = { Order: { $ref: 'gone.yaml#/Order' } }
    const { problems: outside } = await errorOf(loadDocument(inputOf(withOrder(away))))
    expect(outside.map(({ message }) => message.replace(/ENOENT.*/, 'ENOENT'))).toEqual([
      '"#/definitions/Order" does not resolve: ENOENT',
      '"gone.yaml#/Order" does not resolve: ENOENT',
    ])
  })

  it('has bodies that are shared parameters', async () => {
    const { root } = await loadDocument(inputOf(document))
    const form = { type: 'object', properties: { g: { type: 'string' }, file: { format: 'binary' } } }
    expect(root['paths']).toMatchObject({
      '/orders/{id}': {
        patch: { requestBody: { content: { 'application/json': { schema: { properties: { b: {} } } } } } },
        delete: { requestBody: { content: { 'multipart/form-data': { schema: form } } } },
      },
    })
  })

  it('has responses with the media types of their operation, also where they are shared', async () => {
    const { root } = await loadDocument(inputOf(document))
    const typesAt = (...path: string[]) => Object.keys(objectOf(memberAt(root, ...path, 'content')))
    const responses = ['paths', '/orders/{id}', 'get', 'responses']
    expect([typesAt(...responses, '200'), typesAt(...responses, '404')]).toEqual([
      ['text/plain'],
      ['text/plain'],
    ])
    expect(typesAt('components', 'responses', 'Lost')).toEqual(['application/json'])
    const shared = { $ref: '#/components/responses/Lost' }
    expect(memberAt(root, 'paths', '/orders', 'get', 'responses', '404')).toEqual(shared)
  })

  const loaded = loadDocument(inputOf(document))
  it.each(places)('has a place for %s: %s', async (place, said) => {
    const keysOf = (text: string) => text.split(' ').map((key) => (key === 'ITEM' ? '/orders/{id}' : key))
    const path = (text: string) => (text.startsWith('ITEM') ? ['paths', ...keysOf(text)] : keysOf(text))
    const { pathInText } = await loaded
    expect(pathInText?.(path(place))).toEqual(said === null ? undefined : path(said))
  })
})
