import { diffDocuments, type Change } from '../../../diff/index.js'

/** A schema (or any other object) as the tests write it. */
export type Json = unknown

const content = (schema: Json): object => ({ content: { 'application/json': { schema } } })

const fine = { '200': { description: 'Fine.' } }

/** Ways to put a schema into a document, and which way the data flows there, seen from the service. */
export interface Setting {
  readonly name: string
  readonly flow: 'request' | 'response'
  readonly operation: string
  readonly build: (schema: Json) => object
}

const callback = (item: object): object => ({ onEvent: { '{$request.body#/url}': { post: item } } })

/** The same schema wherever a payload can stand: the direction is inverted in webhooks and callbacks, and twice in both. */
export const settings: readonly Setting[] = [
  {
    name: 'request body',
    flow: 'request',
    operation: 'post /a',
    build: (schema) => ({ paths: { '/a': { post: { requestBody: content(schema), responses: fine } } } }),
  },
  {
    name: 'response',
    flow: 'response',
    operation: 'post /a',
    build: (schema) => ({ paths: { '/a': { post: { responses: { '200': content(schema) } } } } }),
  },
  {
    name: 'webhook body',
    flow: 'response',
    operation: 'webhook changed',
    build: (schema) => ({
      webhooks: { changed: { post: { requestBody: content(schema), responses: fine } } },
    }),
  },
  {
    name: 'webhook response',
    flow: 'request',
    operation: 'webhook changed',
    build: (schema) => ({ webhooks: { changed: { post: { responses: { '200': content(schema) } } } } }),
  },
  {
    name: 'callback body',
    flow: 'response',
    operation: 'callback post /a onEvent post {$request.body#/url}',
    build: (schema) => ({
      paths: {
        '/a': {
          post: { responses: fine, callbacks: callback({ requestBody: content(schema), responses: fine }) },
        },
      },
    }),
  },
  {
    name: 'body of a callback of a webhook',
    flow: 'request',
    operation: 'callback webhook changed onEvent post {$request.body#/url}',
    build: (schema) => ({
      webhooks: {
        changed: {
          post: { responses: fine, callbacks: callback({ requestBody: content(schema), responses: fine }) },
        },
      },
    }),
  },
  {
    name: 'component used by a response',
    flow: 'response',
    operation: 'post /a',
    build: (schema) => ({
      paths: { '/a': { post: { responses: { '200': content({ $ref: '#/components/schemas/Thing' }) } } } },
      components: { schemas: { Thing: schema } },
    }),
  },
]

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

/** The differences of two schemas in a response. */
export const diffInResponse = (from: Json, to: Json, openapi?: string): readonly Change[] => {
  const setting = settings[1]
  if (setting === undefined) throw new TypeError('no setting')
  return diff(documentOf(setting.build(from), openapi), documentOf(setting.build(to), openapi))
}

/** The differences of two operations under one path. */
export const diffOperations = (from: object, to: object): readonly Change[] =>
  diff(documentOf({ paths: { '/a': { get: from } } }), documentOf({ paths: { '/a': { get: to } } }))
