import { documentOf } from './documents.js'

/** Two documents that differ in one thing, with the whole ids of the changes there and back. */
export type DocumentRow = readonly [
  from: object,
  to: object,
  there: readonly string[],
  back: readonly string[],
]

const get = (more: object = {}): object => ({
  get: { responses: { 200: { description: 'Fine.' } }, ...more },
})
const paths = (all: object): object => documentOf({ paths: all })
const inPath = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
})

const secured = (scheme: object): object =>
  documentOf({
    paths: { '/a': get() },
    security: [{ main: [] }],
    components: { securitySchemes: { main: scheme } },
  })
const oauth = (flows: object): object => secured({ type: 'oauth2', flows })
const flow = (more: object = {}): object => ({ tokenUrl: '/token', scopes: { read: '' }, ...more })
const served = (variable: object): object =>
  documentOf({ servers: [{ url: '/{v}', variables: { v: { default: '1', ...variable } } }] })

const petBody = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } }

const pets = (operation: object, ...mapping: (readonly [string, string])[]): object =>
  documentOf({
    paths: { '/a': get(operation) },
    components: {
      schemas: {
        Cat: { type: 'object', properties: { kind: { type: 'string' }, lives: {} } },
        Dog: { type: 'object', properties: { kind: { type: 'string' }, tricks: {} } },
        Pet: {
          oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
          discriminator: {
            propertyName: 'kind',
            mapping: Object.fromEntries(
              mapping.map(([value, name]) => [value, `#/components/schemas/${name}`]),
            ),
          },
        },
      },
    },
  })

const one = [
  ['cat', 'Cat'],
  ['dog', 'Dog'],
] as const
const two = [
  ['cat', 'Cat'],
  ['kitty', 'Cat'],
  ['dog', 'Dog'],
] as const

const short = documentOf({
  paths: {
    '/a': get({
      parameters: [{ name: 'a', in: 'query', schema: { $ref: '#/components/schemas/A', maxLength: 3 } }],
    }),
  },
  components: { schemas: { A: { type: 'string' } } },
})
const at = (servers: readonly string[], more: object = {}): object =>
  documentOf({ servers: servers.map((url) => ({ url })), paths: { '/x': get(more) } })

/** Every kind of change of a document outside of its operations, there and back. */
export const documentRows: readonly DocumentRow[] = [
  [paths({}), paths({ '/a': get() }), ['operation-added'], ['operation-removed']],
  [
    paths({ '/v1/a': get({ operationId: 'listA' }) }),
    paths({ '/v2/a': get({ operationId: 'listA' }) }),
    ['operation-moved'],
    ['operation-moved'],
  ],
  [
    paths({ '/a/{id}': get(inPath('id')) }),
    paths({ '/a/{key}': get(inPath('key')) }),
    ['path-parameter-renamed'],
    ['path-parameter-renamed'],
  ],
  [documentOf({}), documentOf({ webhooks: { sent: get() } }), ['webhook-added'], ['webhook-removed']],
  [documentOf({}), documentOf({ tags: [{ name: 'a' }] }), ['tag-added'], ['tag-removed']],
  [
    documentOf({}),
    documentOf({ servers: [{ url: 'https://a.example' }] }),
    ['server-added'],
    ['server-removed'],
  ],
  [served({}), served({ enum: ['1', '2'] }), ['server-variable-changed'], ['server-variable-extended']],
  [
    documentOf({}),
    documentOf({ info: { title: 'Other', version: '1' } }),
    ['info-changed'],
    ['info-changed'],
  ],
  [
    secured({ type: 'apiKey', in: 'header', name: 'X-Key' }),
    secured({ type: 'apiKey', in: 'header', name: 'X-Api-Key' }),
    ['security-scheme-changed'],
    ['security-scheme-changed'],
  ],
  [
    secured({ type: 'apiKey', in: 'header', name: 'Authorization' }),
    secured({ type: 'http', scheme: 'bearer' }),
    ['security-scheme-restated'],
    ['security-scheme-restated'],
  ],
  [
    oauth({ clientCredentials: flow() }),
    oauth({ clientCredentials: flow(), password: flow() }),
    ['security-flow-added'],
    ['security-flow-removed'],
  ],
  [
    oauth({ clientCredentials: flow() }),
    oauth({ clientCredentials: flow({ tokenUrl: '/t' }) }),
    ['security-url-changed'],
    ['security-url-changed'],
  ],
  [
    oauth({ clientCredentials: flow() }),
    oauth({ clientCredentials: flow({ scopes: { read: '', write: '' } }) }),
    ['security-flow-scope-added'],
    ['security-flow-scope-removed'],
  ],
  // In OpenAPI 3.0 siblings of a reference have no effect.
  [
    { ...short, openapi: '3.0.3' },
    short,
    ['info-changed', 'request-max-length-added'],
    ['info-changed', 'request-max-length-removed'],
  ],
  [at(['/a']), at(['/a'], { servers: [] }), [], []],
  [at(['/a', '/b']), at(['/b', '/a']), [], []],
  [
    { openapi: '3.1.0', description: 'A', paths: {} },
    { openapi: '3.1.0', description: 'B', paths: {} },
    ['text-changed'],
    ['text-changed'],
  ],
  [
    documentOf({ paths: { '/a': { description: 'A', ...get() } } }),
    documentOf({ paths: { '/a': { description: 'B', ...get() } } }),
    ['text-changed'],
    ['text-changed'],
  ],
  [
    pets({ requestBody: petBody }, ...one),
    pets({ requestBody: petBody }, ...two),
    ['request-discriminator-value-added'],
    ['request-discriminator-value-removed'],
  ],
  [
    pets({ responses: { 200: petBody } }, ...one),
    pets({ responses: { 200: petBody } }, ...two),
    ['response-discriminator-value-added'],
    ['response-discriminator-value-removed'],
  ],
]
