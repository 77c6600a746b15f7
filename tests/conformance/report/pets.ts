import type { JsonSchema, Operation, Parameter } from '../../../runtime/surface.js'
import type { Api } from '../../../conformance/model/api.js'
import type { Case } from '../../../conformance/model/case.js'
import type { Observed } from '../../../conformance/model/observed.js'
import { exchangeOf, operationOf, surfaceOf, type Telling } from '../support/make.js'

/** Component schemas of a service of pets. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  Pet: {
    type: 'object',
    required: ['id', 'owner'],
    properties: {
      id: { type: 'integer' },
      kind: { enum: ['cat', 'dog'] },
      nickname: { type: 'string' },
      secret: { type: 'string', writeOnly: true },
      owner: { oneOf: [{ $ref: '#/components/schemas/Person' }, { $ref: '#/components/schemas/Shelter' }] },
      parent: { $ref: '#/components/schemas/Pet' },
    },
  },
  Person: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  Shelter: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
}

const parameter = (name: string, location: Parameter['in'], pointer: string): Parameter => ({
  name,
  in: location,
  pointer,
  required: location === 'path',
  deprecated: false,
  style: location === 'path' ? 'simple' : 'form',
  explode: false,
  allowReserved: false,
})

const answer = (pointer: string, schema?: JsonSchema) => ({
  pointer,
  description: '',
  headers: {},
  content:
    schema === undefined
      ? {}
      : { 'application/json': { pointer: `${pointer}/content/application~1json`, schema } },
})

const pet = { $ref: '#/components/schemas/Pet' }

/** The operations: listing, creating, reading and deleting pets. */
export const [listPets, createPet, getPet, deletePet] = [
  operationOf({
    operationId: 'listPets',
    method: 'get',
    path: '/pets',
    pointer: '#/paths/~1pets/get',
    parameters: [parameter('limit', 'query', '#/paths/~1pets/get/parameters/0')],
    responses: { '200': answer('#/paths/~1pets/get/responses/200', { type: 'array', items: pet }) },
  }),
  operationOf({
    operationId: 'createPet',
    method: 'post',
    path: '/pets',
    pointer: '#/paths/~1pets/post',
    responses: {
      '201': answer('#/paths/~1pets/post/responses/201', pet),
      '4XX': answer('#/paths/~1pets/post/responses/4XX'),
      '500': answer('#/paths/~1pets/post/responses/500'),
    },
  }),
  operationOf({
    operationId: 'getPet',
    method: 'get',
    path: '/pets/{petId}',
    pointer: '#/paths/~1pets~1{petId}/get',
    parameters: [parameter('petId', 'path', '#/paths/~1pets~1{petId}/get/parameters/0')],
    responses: {
      '200': answer('#/paths/~1pets~1{petId}/get/responses/200', pet),
      '404': answer('#/paths/~1pets~1{petId}/get/responses/404'),
    },
  }),
  operationOf({
    operationId: 'deletePet',
    method: 'delete',
    path: '/pets/{petId}',
    pointer: '#/paths/~1pets~1{petId}/delete',
    responses: { '204': answer('#/paths/~1pets~1{petId}/delete/responses/204') },
  }),
] as const satisfies readonly Operation[]

const operations = [listPets, createPet, getPet, deletePet]

/** The text of the document, of which every line counts. */
export const documentText = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        '200': { description: '' }
    post:
      responses:
        '201': { description: '' }
  /pets/{petId}:
    get:
      responses:
        '200': { description: '' }
    delete:
      responses:
        '204': { description: '' }
components:
  schemas:
    Pet:
      type: object
`

/** A service of pets as it is explored. */
export const pets: Api = {
  version: 'openapi',
  surface: surfaceOf(operations, { version: 'openapi', title: 'Pets', schemas }),
  document: { openapi: '3.1.0', components: { schemas } },
  baseUrl: 'http://127.0.0.1:8080',
  operations,
}

/** A case of an operation that was sent, and answered so. */
export const observedOf = (
  operation: Operation,
  telling: Telling = {},
  changes: Partial<Case> & { readonly credentials?: 'none' | 'wrong' } = {},
): Observed => {
  const { credentials, ...ofCase } = changes
  const exchange = exchangeOf({
    method: operation.method.toUpperCase(),
    url: `http://127.0.0.1:8080${operation.path.replace('{petId}', '7')}`,
    asked: [],
    ...telling,
  })
  return {
    api: pets,
    case: {
      call: { operation, path: {}, query: {}, header: {}, cookie: {}, ...(credentials && { credentials }) },
      expectation: 'valid',
      source: 'coverage',
      aim: 'as it is',
      ...ofCase,
    },
    exchange: { ...exchange, operationId: operation.operationId },
    durationMs: 1,
  }
}
