import { when } from './schema-rows.js'

const json = (schema: object, more: object = {}): object => ({
  content: { 'application/json': { schema, ...more } },
})

const schema = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

const text = { type: 'string' }

/** Schemas that both versions have. */
const common = {
  Id: { type: 'string', pattern: '^[a-z]+$', maxLength: 30, description: 'An identifier.' },
  State: { type: 'string', enum: ['open', 'closed', 'held'], default: 'open' },
  Level: { type: 'integer', enum: [1, 2, 3] },
  Only: { type: 'string', enum: ['only'] },
  Money: {
    type: 'object',
    description: 'An amount.',
    required: ['amount', 'currency'],
    properties: {
      amount: { type: 'integer', minimum: 1, example: 12 },
      currency: { type: 'string', minLength: 3, maxLength: 3, description: 'A code.', example: 'EUR' },
      note: { type: 'string', writeOnly: true },
      made: { type: 'string', format: 'date-time', readOnly: true },
    },
  },
  Named: { type: 'object', required: ['name'], properties: { name: text, alias: text } },
  Customer: {
    description: 'A customer.',
    allOf: [
      schema('Named'),
      { type: 'object', required: ['id'], properties: { id: schema('Id'), state: schema('State') } },
      { type: 'object', properties: { limits: { type: 'array', items: schema('Money'), minItems: 1 } } },
      { not: { required: ['former'] } },
      { not: { required: ['deleted', 'alias'] } },
      { not: { type: 'object', properties: { state: { enum: ['lost'] } }, required: ['state'] } },
    ],
  },
  Card: {
    type: 'object',
    required: ['kind', 'digits'],
    properties: { kind: { enum: ['card'] }, digits: text },
  },
  Bank: { type: 'object', required: ['kind', 'iban'], properties: { kind: { enum: ['bank'] }, iban: text } },
  Cash: { type: 'object', required: ['place'], properties: { place: text, floor: { type: 'integer' } } },
  Means: { oneOf: [schema('Card'), schema('Bank'), schema('Cash')] },
  Loose: {
    anyOf: [{ type: 'array', items: text, maxItems: 4 }, schema('Money'), { type: 'string', maxLength: 9 }],
  },
  Chosen: {
    oneOf: [schema('Card'), schema('Bank')],
    discriminator: { propertyName: 'kind', mapping: { card: '#/components/schemas/Card', bank: 'Bank' } },
  },
  Tree: {
    type: 'object',
    properties: {
      label: text,
      under: { type: 'array', items: schema('Tree') },
      by: { additionalProperties: text },
    },
    additionalProperties: false,
  },
  Anything: { description: 'Whatever it is.' },
  Bag: { type: 'object', properties: { any: schema('Anything') }, additionalProperties: schema('Anything') },
  File: { type: 'string', format: 'binary' },
}

const examples = {
  small: { $ref: '#/components/examples/Small' },
  large: { summary: 'A large one.', value: { amount: 900, currency: 'EUR' } },
}

const fault = { $ref: '#/components/responses/Fault' }

const paths = {
  '/customers/{id}': {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: schema('Id') },
      { $ref: '#/components/parameters/Trace' },
    ],
    get: {
      operationId: 'getCustomer',
      tags: ['customers', 'reading'],
      security: [{ key: [] }, { token: ['read', 'list'] }],
      parameters: [
        {
          name: 'fields',
          in: 'query',
          schema: { type: 'array', items: text },
          explode: false,
          example: ['a'],
        },
        { name: 'state', in: 'query', schema: schema('State') },
      ],
      responses: {
        200: {
          description: 'It.',
          headers: {
            'X-Left': { schema: { type: 'integer' } },
            'X-Trace': { $ref: '#/components/headers/Trace' },
          },
          links: { tree: { operationId: 'putTree', parameters: { id: '$request.path.id' } } },
          ...json(schema('Customer')),
        },
        404: fault,
        default: fault,
      },
    },
    post: {
      operationId: 'payCustomer',
      requestBody: { required: true, ...json(schema('Money'), { examples }) },
      callbacks: {
        paid: {
          '{$request.body#/url}': {
            post: { requestBody: json(schema('Means')), responses: { 204: { description: 'Heard.' } } },
          },
        },
      },
      responses: { 201: { description: 'Paid.', ...json(schema('Means')) }, '4XX': fault },
    },
  },
  '/trees': {
    put: {
      operationId: 'putTree',
      requestBody: { $ref: '#/components/requestBodies/Tree' },
      responses: {
        200: { description: 'It.', ...json(schema('Bag')) },
        201: { description: 'New.', ...json(schema('Loose')) },
        202: { description: 'Soon.', ...json(schema('Chosen')) },
        203: {
          description: 'A list.',
          ...json({ type: 'array', uniqueItems: true, items: schema('Level') }),
        },
        206: { description: 'One.', ...json(schema('Only')) },
      },
    },
    post: {
      operationId: 'sendFile',
      requestBody: {
        content: {
          'multipart/form-data': { schema: { type: 'object', properties: { file: schema('File') } } },
        },
      },
      responses: { 204: { description: 'Taken.' } },
    },
  },
}

const components = {
  parameters: { Trace: { name: 'X-Trace', in: 'header', schema: { type: 'string', maxLength: 40 } } },
  headers: { Trace: { description: 'The same again.', schema: { type: 'string', maxLength: 40 } } },
  requestBodies: { Tree: { required: true, ...json(schema('Tree')) } },
  responses: {
    Fault: {
      description: 'What went wrong.',
      ...json({ type: 'object', required: ['code'], properties: { code: text, path: text } }),
    },
  },
  examples: { Small: { summary: 'A small one.', value: { amount: 1, currency: 'EUR' } } },
  securitySchemes: {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    token: {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://example.com/token', scopes: { read: '', list: '' } } },
    },
  },
}

const documentOf = (openapi: string, schemas: object): object => ({
  openapi,
  info: { title: 'Spelled', version: '1' },
  tags: [{ name: 'customers' }, { name: 'reading', description: 'Nothing is changed.' }],
  security: [{ key: [] }],
  paths,
  components: { ...components, schemas: { ...common, ...schemas } },
})

/** A document of OpenAPI 3.0 with something of everything. */
export const older = documentOf('3.0.3', {
  Perhaps: { type: 'string', nullable: true, maxLength: 5 },
  Above: { type: 'number', minimum: 0, exclusiveMinimum: true },
})

/** The same of OpenAPI 3.1, with what came new. */
export const newer = documentOf('3.1.0', {
  Perhaps: { type: ['string', 'null'], maxLength: 5, examples: ['a', 'b'] },
  Either: { type: ['integer', 'string', 'null'] },
  Above: { type: 'number', exclusiveMinimum: 0 },
  Pair: { type: 'array', prefixItems: [text, { type: 'integer' }], items: false },
  Several: {
    type: 'array',
    allOf: [{ contains: { const: 'a' } }, { contains: { type: 'integer', minimum: 4 }, minContains: 2 }],
  },
  Depending: {
    type: 'object',
    properties: { kind: text, a: text, b: text },
    dependentRequired: { a: ['b', 'kind'] },
    allOf: [
      when({ properties: { kind: { const: 'a' } }, required: ['kind'] }, { required: ['a'] }),
      when({ properties: { kind: { const: 'b' } }, required: ['kind'] }, { required: ['b'] }),
    ],
  },
  Mixed: {
    type: 'object',
    properties: {
      perhaps: schema('Perhaps'),
      either: schema('Either'),
      above: schema('Above'),
      pair: schema('Pair'),
      several: schema('Several'),
      depending: schema('Depending'),
      own: { ...schema('Id'), description: 'With words of its own.' },
    },
    patternProperties: { '^x-': text },
    unevaluatedProperties: false,
  },
  Bag: { type: 'object', properties: { any: schema('Anything'), mixed: schema('Mixed') } },
})
