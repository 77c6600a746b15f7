import { describe, expect, it } from 'vitest'
import { loadDocument, readTree } from '../../../generator/load/load.js'
import { errorOf } from '../../support/failure.js'

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
    const { problems } = await errorOf(loadDocument(inputOf(swagger('strange'))))
    expect(problems.map(({ where }) => where?.pointer)).toEqual(['#/definitions/Order/properties/id'])
  })

  it('is refused with the references that it has itself', async () => {
    const { problems } = await errorOf(loadDocument(inputOf({ ...swagger('string'), definitions: {} })))
    expect(problems[0]?.message).toBe('"#/definitions/Order" does not resolve in this document')
  })

  it('is compared as OpenAPI 3.0', async () => {
    const { root } = await readTree(inputOf(swagger('string')), true)
    expect(root).toMatchObject({
      openapi: expect.stringMatching(/^3\.0/),
      components: { schemas: { Order: {} } },
    })
  })

  describe('has a place for', () => {
    const text = {
      ...swagger('string'),
      parameters: { page: { in: 'query', name: 'page', type: 'integer' } },
      responses: { Lost: { description: '', schema: { type: 'string' } } },
      securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'k' } },
      paths: {
        '/orders/{id}': {
          parameters: [{ in: 'path', name: 'id', required: true, type: 'string' }],
          put: {
            parameters: [
              {
                in: 'body',
                name: 'order',
                schema: { type: 'object', properties: { a: { type: 'string' } } },
              },
              { in: 'query', name: 'q', type: 'string' },
            ],
            responses: {
              200: { description: '', schema: { type: 'string' }, headers: { h: { type: 'string' } } },
            },
          },
          post: {
            consumes: ['multipart/form-data'],
            parameters: [
              { in: 'query', name: 'q', type: 'string' },
              { in: 'formData', name: 'f', type: 'string' },
              { in: 'formData', name: 'g', type: 'string' },
            ],
            responses: { 200: { description: '' } },
          },
        },
      },
    }
    const item = 'paths /orders/{id}'
    const json = 'content application/json schema'
    const form = 'content multipart/form-data schema'

    it.each([
      ['info title', 'info title'],
      [`${item} parameters 0 schema type`, `${item} parameters 0 type`],
      [`${item} put parameters`, `${item} put parameters`],
      [`${item} put parameters 0`, `${item} put parameters 1`],
      [`${item} put parameters 0 schema type`, `${item} put parameters 1 type`],
      [`${item} put parameters 0 name`, `${item} put parameters 1 name`],
      [`${item} put parameters 7`, undefined],
      [`${item} put requestBody`, `${item} put parameters 0`],
      [`${item} put requestBody ${json}`, `${item} put parameters 0 schema`],
      [`${item} put requestBody ${json} properties a`, `${item} put parameters 0 schema properties a`],
      [`${item} put responses 200`, `${item} put responses 200`],
      [`${item} put responses 200 description`, `${item} put responses 200 description`],
      [`${item} put responses 200 ${json} type`, `${item} put responses 200 schema type`],
      [`${item} put responses 200 content application/json`, `${item} put responses 200`],
      [`${item} put responses 200 headers h schema type`, `${item} put responses 200 headers h type`],
      [`${item} put responses 200 headers h`, `${item} put responses 200 headers h`],
      [`${item} post requestBody`, `${item} post parameters 1`],
      [`${item} post requestBody ${form} properties g type`, `${item} post parameters 2 type`],
      ['components schemas Order properties id', 'definitions Order properties id'],
      ['components parameters page schema type', 'parameters page type'],
      ['components responses Lost content application/json schema type', 'responses Lost schema type'],
      ['components securitySchemes key in', 'securityDefinitions key'],
      ['components schemas None', undefined],
      ['components examples a', undefined],
    ])('%s: %s', async (path, expected) => {
      const { pathInText } = await loadDocument(inputOf(text))
      expect(pathInText?.(path.split(' '))?.join(' ')).toBe(expected)
    })
  })
})
