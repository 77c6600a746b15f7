import { describe, expect, it } from 'vitest'
import { loadDocument, readTree } from '../../../generator/load/load.js'
import { failureOf } from '../support/failure.js'

const swagger = (type: string): object => ({
  swagger: '2.0',
  info: { title: 'Shop', version: '1' },
  consumes: ['application/json'],
  produces: ['application/json'],
  paths: {
    '/orders': {
      post: {
        parameters: [{ in: 'body', name: 'order', schema: { $ref: '#/definitions/Order' } }],
        responses: { 200: { description: 'Fine', schema: { $ref: '#/definitions/Order' } } },
      },
    },
  },
  definitions: { Order: { type: 'object', properties: { id: { type } } } },
})

const inputOf = (document: object) => ({ name: 'shop', file: 'shop.json', text: JSON.stringify(document) })

describe('a document of Swagger 2.0', () => {
  it('is loaded as OpenAPI 3.0, with a note', async () => {
    const { dialect, root, problems, pathInText } = await loadDocument(inputOf(swagger('string')))
    expect(dialect).toBe('3.0')
    expect(root).toMatchObject({ components: { schemas: { Order: { properties: { id: {} } } } } })
    expect(problems.map(({ message, where }) => [message, where?.pointer])).toEqual([
      ['the document is Swagger 2.0; it is read as OpenAPI 3.0', '#/swagger'],
    ])
    expect(pathInText?.(['components', 'schemas', 'Order', 'properties', 'id'])).toEqual([
      'definitions',
      'Order',
      'properties',
      'id',
    ])
  })

  it('is refused with the locations that it has itself', async () => {
    const { problems } = await failureOf(loadDocument(inputOf(swagger('strange'))))
    expect(problems.map(({ where }) => where?.pointer)).toEqual(['#/definitions/Order/properties/id'])
  })

  it('is compared as OpenAPI 3.0', async () => {
    const { root } = await readTree(inputOf(swagger('string')), true)
    expect(root).toMatchObject({
      openapi: expect.stringMatching(/^3\.0/),
      components: { schemas: { Order: {} } },
    })
  })
})
