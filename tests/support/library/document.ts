type Schema = Readonly<Record<string, unknown>>

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Schema): Schema => ({ content: { 'application/json': { schema } } })
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }

const draft = (isSecond: boolean): Schema => ({
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 60 },
    genre: { enum: ['novel', 'poem'] },
    ...(isSecond && { pages: { type: 'integer', minimum: 1, maximum: 5000 } }),
  },
})

/** In the first version a book has its writer as a text, in the second as an object. */
const book = (isSecond: boolean): Schema => ({
  type: 'object',
  required: ['id', 'title', 'writer'],
  properties: {
    ...(draft(isSecond)['properties'] as Schema),
    id: { type: 'integer' },
    writer: isSecond
      ? { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
      : { type: 'string' },
  },
})

const refusal = { description: 'Refused.', ...json(ref('Problem')) }
const refusals = { '400': refusal, '401': refusal, '404': refusal }
const body = { requestBody: { required: true, ...json(ref('Draft')) } }
const done = (schema: Schema): Schema => ({ description: 'Done.', ...json(schema) })

const one = {
  parameters: [id],
  get: { operationId: 'readBook', tags: ['books'], responses: { '200': done(ref('Book')), ...refusals } },
  put: {
    operationId: 'replaceBook',
    tags: ['books'],
    ...body,
    responses: { '200': done(ref('Book')), ...refusals },
  },
  delete: {
    operationId: 'deleteBook',
    tags: ['books'],
    responses: { '204': { description: 'Gone.' }, ...refusals },
  },
}

const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } }

const books = {
  get: {
    operationId: 'listBooks',
    tags: ['books'],
    parameters: [limit],
    responses: { '200': done({ type: 'array', items: ref('Book') }), ...refusals },
  },
  post: {
    operationId: 'createBook',
    tags: ['books'],
    ...body,
    responses: { '201': done(ref('Book')), ...refusals },
  },
}

const hours = {
  get: {
    operationId: 'readHours',
    tags: ['hours'],
    responses: { '200': done({ type: 'string' }), ...refusals },
  },
}

/** Versions of the library, the first one first. The second has books with pages, and no opening hours. */
export const libraryVersions = ['2025-03-01', '2025-09-01'] as const

/** The document of a library as of a version. */
export function libraryDocument(version: string = libraryVersions[0]): Schema {
  const isSecond = version === libraryVersions[1]
  return {
    openapi: '3.1.0',
    info: { title: 'Library', version },
    security: [{ card: [] }],
    paths: { '/books': books, '/books/{id}': one, ...(!isSecond && { '/hours': hours }) },
    components: {
      securitySchemes: { card: { type: 'apiKey', in: 'header', name: 'X-Card' } },
      schemas: {
        Draft: draft(isSecond),
        Book: book(isSecond),
        Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
      },
    },
  }
}
