import { diffDocuments, type Change } from '../../../diff/index.js'

/** A schema (or any other object) as the tests write it. */
export type Json = unknown

/** The body of a message with a schema. */
export const content = (schema: Json): object => ({ content: { 'application/json': { schema } } })

const fine = { '200': { description: 'Fine.' } }

/** Ways to put a schema into a document, and which way the data flows there, seen from the service. */
interface Setting {
  readonly name: string
  readonly flow: 'request' | 'response'
  readonly operation: string
  readonly build: (schema: Json) => object
}

const callback = (item: object): object => ({ onEvent: { '{$request.body#/url}': { post: item } } })
const taking = (schema: Json): object => ({ requestBody: content(schema), responses: fine })
const giving = (schema: Json): object => ({ responses: { '200': content(schema) } })
const calling = (schema: Json): object => ({ responses: fine, callbacks: callback(taking(schema)) })
const inPath = (post: object): object => ({ paths: { '/a': { post } } })
const inWebhook = (post: object): object => ({ webhooks: { changed: { post } } })

/** A schema in every place of a payload: webhooks and callbacks invert the direction, and both together do not. */
export const settings: readonly Setting[] = (
  [
    ['request body', 'request', 'post /a', (schema) => inPath(taking(schema))],
    ['response', 'response', 'post /a', (schema) => inPath(giving(schema))],
    ['webhook body', 'response', 'webhook changed', (schema) => inWebhook(taking(schema))],
    ['webhook response', 'request', 'webhook changed', (schema) => inWebhook(giving(schema))],
    [
      'callback body',
      'response',
      'callback post /a onEvent post {$request.body#/url}',
      (schema) => inPath(calling(schema)),
    ],
    [
      'body of a callback of a webhook',
      'request',
      'callback webhook changed onEvent post {$request.body#/url}',
      (schema) => inWebhook(calling(schema)),
    ],
    [
      'component used by a response',
      'response',
      'post /a',
      (schema) => ({
        ...inPath(giving({ $ref: '#/components/schemas/Thing' })),
        components: { schemas: { Thing: schema } },
      }),
    ],
  ] as const satisfies (readonly [string, Setting['flow'], string, Setting['build']])[]
).map(([name, flow, operation, build]) => ({ name, flow, operation, build }))

/** A whole document around some members. */
export const documentOf = (members: object, openapi = '3.1.0'): object => ({
  openapi,
  info: { title: 'Test', version: '1' },
  paths: {},
  ...members,
})

/** The differences of two documents. */
export const diff = (from: object, to: object): readonly Change[] =>
  diffDocuments({ document: from }, { document: to })

/** The ids of changes, sorted. */
export const idsOf = (changes: readonly Change[]): string[] => changes.map(({ id }) => id).sort()

/** The ids of the changes from one to the other, and back. */
export const idsBothWays = (from: object, to: object): string[][] => [
  idsOf(diff(from, to)),
  idsOf(diff(to, from)),
]

/** The differences of two schemas in a response. */
export const diffInResponse = (from: Json, to: Json): readonly Change[] =>
  diff(documentOf(inPath(giving(from))), documentOf(inPath(giving(to))))

/** A document with an operation under one path. */
export const withOperation = (get: object): object => documentOf({ paths: { '/a': { get } } })

/** The differences of two operations under one path. */
export const diffOperations = (from: object, to: object): readonly Change[] =>
  diff(withOperation(from), withOperation(to))
