const schema = (type: string, more: object = {}) => ({ type, ...more })

const response = { 200: { description: 'ok', content: { 'application/json': { schema: schema('object') } } } }

const operation = (operationId: string, parameters: readonly object[], more: object = {}) => ({
  operationId,
  parameters,
  responses: response,
  ...more,
})

const id = { name: 'id', in: 'path', required: true, schema: schema('integer', { minimum: 1 }) }

const pet = {
  type: 'object',
  required: ['name'],
  properties: {
    name: schema('string', { minLength: 1 }),
    kind: schema('string', { enum: ['cat', 'dog'] }),
    age: schema('integer', { minimum: 0 }),
  },
}

const jsonBody = (own: object, required = true) => ({
  requestBody: { required, content: { 'application/json': { schema: own } } },
})

/** A service as most are: things of a kind, listed, created, read. */
export const pets = {
  openapi: '3.1.0',
  info: { title: 'pets', version: '1' },
  components: {
    schemas: { Pet: pet },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
  security: [{ key: [] }],
  paths: {
    '/pets': {
      get: operation('listPets', [
        { name: 'limit', in: 'query', schema: schema('integer', { minimum: 1, maximum: 100 }) },
        { name: 'kind', in: 'query', schema: schema('string', { enum: ['cat', 'dog'] }) },
        { name: 'tags', in: 'query', schema: schema('array', { items: schema('integer'), minItems: 1 }) },
        { name: 'owner', in: 'query', required: true, schema: schema('string'), example: 'me' },
      ]),
      post: operation('createPet', [], jsonBody({ $ref: '#/components/schemas/Pet' })),
    },
    '/count': {
      get: operation('readCount', [
        { name: 'count', in: 'query', schema: schema('integer', { minimum: 1, maximum: 2 ** 63 }) },
      ]),
    },
    '/pets/{id}': { get: operation('readPet', [id]), delete: operation('deletePet', [id]) },
    '/pets/search': { post: operation('searchPets', [], { security: [{}], ...jsonBody(pet, false) }) },
    '/pets/{word}/search': {
      get: operation('searchAll', [{ ...id, name: 'word', schema: schema('string') }]),
    },
    '/forms': {
      post: operation('sendForm', [], {
        requestBody: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: pet } },
        },
      }),
    },
  },
}

const query = (name: string, more: object) => ({ name, in: 'query', ...more })

/** Constructs that documents should not have, and some have. */
export const hostile = {
  openapi: '3.1.0',
  info: { title: 'hostile', version: '1' },
  paths: {
    '/names': {
      get: operation('names', [
        query('__proto__', { required: true, schema: schema('string') }),
        query('constructor', { required: true, schema: schema('integer') }),
        query('a[b]', { schema: schema('string') }),
        query('with space', { schema: schema('boolean') }),
        query('no schema', {}),
        query('mixed', { schema: { enum: [1, 'a', null, true, { a: 1 }, ['x']] } }),
        query('filter', { content: { 'application/json': { schema: pet } } }),
        query('deep', { style: 'deepObject', explode: true, schema: pet }),
      ]),
    },
    '/{a}-{b}.json': {
      get: operation(
        'twoInOne',
        ['a', 'b'].map((name) => Object.assign({}, id, { name, schema: schema('string') })),
      ),
    },
    '/undeclared/{who}': { get: operation('undeclared', []) },
    '/dots/{dot}': {
      get: operation('dots', [{ ...id, name: 'dot', schema: schema('string', { enum: ['.', 'a'] }) }]),
    },
    '/headers': {
      get: operation('headers', [
        { name: 'Accept', in: 'header', required: true, schema: schema('string', { enum: ['x'] }) },
        { name: 'Content-Type', in: 'header', required: true, schema: schema('integer') },
        { name: 'Authorization', in: 'header', required: true, schema: schema('string') },
        { name: 'Connection', in: 'header', schema: schema('string') },
        { name: 'X-Text', in: 'header', required: true, schema: schema('string') },
        { name: 'session', in: 'cookie', required: true, schema: schema('string') },
      ]),
    },
    '/any': { post: operation('anyBody', [], { requestBody: { content: { '*/*': { schema: pet } } } }) },
    '/bare': {
      post: operation('bareBody', [], {
        requestBody: { required: true, content: { 'application/json': {} } },
      }),
    },
    '/get-body': { get: operation('getBody', [], jsonBody(pet)) },
    '/binary': {
      post: operation('binary', [], {
        requestBody: {
          content: { 'application/octet-stream': { schema: schema('string', { format: 'binary' }) } },
        },
      }),
    },
    '/impossible': {
      post: operation('impossibleBody', [], jsonBody({ allOf: [schema('string'), schema('integer')] })),
      get: operation('impossibleHeader', [
        { name: 'a b', in: 'header', required: true, schema: schema('string') },
      ]),
    },
  },
}
