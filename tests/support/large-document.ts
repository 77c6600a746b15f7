type Json = Readonly<Record<string, unknown>>

const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

const content = (schema: Json): Json => ({ content: { 'application/json': { schema } } })

/** A thing that refers to the next one, to shared schemas, and to itself. */
const thing = (index: number, count: number): Json => ({
  allOf: [ref('schemas', 'Base')],
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 60 + (index % 7) },
    state: ref('schemas', 'State'),
    price: ref('schemas', 'Money'),
    next: ref('schemas', `Thing${(index + 1) % count}`),
    children: { type: 'array', items: ref('schemas', `Thing${index}`) },
  },
})

const inputOf = (index: number, count: number): Json => ({
  type: 'object',
  required: ['name', 'price'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 60 + (index % 7) },
    state: ref('schemas', 'State'),
    price: ref('schemas', 'Money'),
    beside: ref('schemas', `Input${(index + 1) % count}`),
    [`member${index}`]: { type: 'integer', minimum: index },
  },
})

const one = (index: number): Json => ({
  200: { description: 'It.', ...content(ref('schemas', `Thing${index}`)) },
  404: ref('responses', 'Missing'),
})

const body = (index: number): Json => ({
  requestBody: { required: true, ...content(ref('schemas', `Input${index}`)) },
})

const collection = (index: number): Json => ({
  get: {
    operationId: `list${index}`,
    parameters: [ref('parameters', 'Limit'), { name: 'q', in: 'query', schema: { type: 'string' } }],
    responses: {
      200: {
        description: 'All.',
        ...content({ type: 'array', items: ref('schemas', `Thing${index}`) }),
      },
    },
  },
  post: {
    operationId: `create${index}`,
    ...body(index),
    responses: {
      201: { description: 'Made.', ...content(ref('schemas', `Thing${index}`)) },
      400: ref('responses', 'Missing'),
    },
  },
})

const item = (index: number): Json => ({
  parameters: [ref('parameters', 'Id')],
  get: { operationId: `read${index}`, responses: one(index) },
  put: { operationId: `write${index}`, ...body(index), responses: one(index) },
  delete: { operationId: `remove${index}`, responses: { 204: { description: 'Gone.' } } },
})

const shared: Json = {
  Base: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
  State: { type: 'string', enum: ['new', 'open', 'closed'] },
  Money: {
    type: 'object',
    required: ['amount'],
    properties: { amount: { type: 'string', pattern: '^\\d+(\\.\\d+)?$' }, currency: { type: 'string' } },
  },
  Problem: { type: 'object', properties: { message: { type: 'string' } } },
}

const each = <Value>(count: number, entry: (index: number) => readonly (readonly [string, Value])[]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => entry(index)).flat())

/** A document of so many operations, five for each kind of thing, whose schemas refer to one another. */
export const largeDocument = (operations: number): Json => {
  const count = Math.ceil(operations / 5)
  return {
    openapi: '3.0.3',
    info: { title: 'A large service', version: '1.0' },
    servers: [{ url: '/' }],
    paths: each(count, (index) => [
      [`/area${index % 40}/things${index}`, collection(index)],
      [`/area${index % 40}/things${index}/{id}`, item(index)],
    ]),
    components: {
      parameters: {
        Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        Limit: { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
      },
      responses: { Missing: { description: 'No.', ...content(ref('schemas', 'Problem')) } },
      schemas: {
        ...shared,
        ...each(count, (index) => [
          [`Thing${index}`, thing(index, count)],
          [`Input${index}`, inputOf(index, count)],
        ]),
      },
    },
  }
}
