import { describe, expect, it } from 'vitest'
import { responsesOf } from '../../../generator/render/client.js'
import { clientView, helpersOf, mostCommonOf } from '../../../generator/render/client-operation.js'
import { buildModel } from '../../../generator/build/build.js'
import { loadDocument } from '../../../generator/load/load.js'
import { document } from '../support/documents.js'
import { operation } from './operation.js'
import type { Operation, Parameter, SecurityScheme } from '../../../runtime/surface.js'

const header = (name: string) => ({ name, in: 'header', style: 'simple', explode: false }) as Parameter

const view = (
  operations: Record<string, Operation>,
  schemes: Record<string, SecurityScheme> = {},
  name = 'api',
) => clientView({ name, operations, securitySchemes: schemes })

describe('the client of a document', () => {
  const plain = (where: string, name: string) => ({ in: where, name, isBase64: false })
  const bearer = { ...plain('header', 'authorization'), prefix: 'Bearer ' }

  it.each<readonly [SecurityScheme, unknown]>([
    [{ type: 'apiKey', in: 'header', name: 'X-Key' }, plain('header', 'X-Key')],
    [{ type: 'apiKey', in: 'query', name: 'k' }, plain('query', 'k')],
    [{ type: 'apiKey', in: 'cookie' }, plain('cookie', '')],
    [{ type: 'apiKey', in: 'body', name: 'k' }, undefined],
    [{ type: 'http', scheme: 'bearer' }, bearer],
    [
      { type: 'http', scheme: 'BASIC' },
      { ...bearer, prefix: 'Basic ', isBase64: true },
    ],
    [{ type: 'http' }, bearer],
    [{ type: 'oauth2' }, bearer],
    [{ type: 'openIdConnect' }, bearer],
    [{ type: 'mutualTLS' }, undefined],
  ])('sends credentials of %j as %j', (scheme, expected) => {
    expect(view({ a: operation() }, { key: scheme }).schemes['key']).toEqual(expected)
  })

  it('sends versions, keys and credentials by itself', () => {
    const parameters = ['X-API-Version', 'Idempotency-Key', 'x-key', 'X-Other', 'X-Version'].map(header)
    const { managed, service, operations, wantsVersion } = view(
      { a: operation({ parameters }) },
      {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        k: { type: 'apiKey', in: 'query', name: 'X-Other' },
      },
    )
    expect([...managed]).toEqual(['X-API-Version', 'Idempotency-Key', 'x-key'])
    expect(service).toEqual({ versionHeader: 'X-API-Version', server: 'https://a.test', auth: [['key']] })
    expect([operations['a']?.idempotency, wantsVersion]).toEqual(['Idempotency-Key', true])
  })

  it('wants no version of a dated document, or of one without the header', () => {
    const versioned = { a: operation({ parameters: [header('X-API-Version')] }) }
    expect(view(versioned, {}, '2026-08-01').wantsVersion).toBe(false)
    expect(view({ a: operation() }).wantsVersion).toBe(false)
  })

  it.each([
    [['https://b.test', 'https://a.test', 'https://a.test'], 'https://a.test'],
    [['/api'], undefined],
    [['https://{region}.test'], undefined],
  ])('has the server that most operations have, if it is a plain one: %j', (urls, server) => {
    const operations = urls.map((url, index) => [`o${index}`, operation({ servers: [url] })])
    expect(view(Object.fromEntries(operations)).service.server).toBe(server)
  })
})

const text = { description: 'It.', content: { 'text/plain': {} } }
/** The client's description of the operations of one path. */
const knownOf = async (item: object) => {
  const tree = JSON.stringify(document({ paths: { '/it': item } }))
  return clientView(buildModel(await loadDocument({ name: '2026-08-01', file: 'it.json', text: tree })).model)
    .operations
}

describe('what a client knows of an operation', () => {
  it('is what is not usual', async () => {
    const schema = { type: 'array', items: {} }
    const parameters = [
      { name: 'plain', in: 'query', explode: false, schema: { type: 'string' } },
      { name: 'list', in: 'query', schema },
      { name: 'joined', in: 'query', explode: false, schema },
      { name: 'deep', in: 'query', style: 'deepObject', explode: true, schema: { type: 'object' } },
      { name: 'reserved', in: 'query', allowReserved: true, schema: { type: 'string' } },
      { name: 'content', in: 'query', content: { 'application/json': { schema: {} } } },
      { name: '__proto__', in: 'cookie', schema },
    ]
    const responses = { default: text, '4xx': text, 201: { description: 'Made.' } }
    const { it } = await knownOf({ get: { operationId: 'it', parameters, responses } })
    const styles = { joined: ',', deep: 'deepObject*', reserved: 'form*+', content: 'json' }
    expect(it).toEqual({
      id: 'it',
      method: 'GET',
      path: '/it',
      statuses: '201- 4xx default',
      accept: 'text/plain',
      styles: Object.fromEntries(Object.entries(styles).map(([name, style]) => [`query:${name}`, style])),
    })
    expect(it && helpersOf(it)).toEqual(['styled'])
  })

  it('is how the members of a form are written', async () => {
    const encoding = {
      joined: { explode: false },
      piped: { style: 'pipeDelimited' },
      deep: { style: 'deepObject', explode: true },
      text: { contentType: 'application/json' },
      usual: { contentType: 'text/plain' },
    }
    const content = {
      'application/x-www-form-urlencoded': { schema: { type: 'object' }, encoding },
      'multipart/form-data': {
        schema: { type: 'object' },
        encoding: {
          part: { explode: false },
          one: { contentType: 'application/xml' },
          ...Object.fromEntries(
            ['image/*', 'image/png, image/gif', 'text/plain'].map((type) => [type, { contentType: type }]),
          ),
        },
      },
    }
    const { it } = await knownOf({ post: { operationId: 'it', requestBody: { content }, responses: {} } })
    const styles = { joined: 'form', piped: 'pipeDelimited', deep: 'deepObject*', text: 'json' }
    expect(it?.styles).toEqual({
      ...Object.fromEntries(Object.entries(styles).map(([name, style]) => [`form:${name}`, style])),
      'part:one': 'application/xml',
    })
    expect(it && helpersOf(it)).toEqual(['encodeForm'])
  })

  it('is that it answers with success, also where the document forgot it', async () => {
    const { it } = await knownOf({ get: { operationId: 'it', responses: { 404: text } } })
    expect(it?.statuses).toBe('404 2XX-')
  })

  const echo = { headers: { 'x-api-version': { schema: {} } } }
  it.each([
    ['declares it as others do', { 200: echo }, { 200: echo }, undefined],
    ['does not, and others do', { 200: {}, 404: echo }, { '2XX': echo }, true],
    ['does not, and nothing does', { 200: {} }, { 200: {} }, undefined],
  ])('is whether its version is echoed: %s', async (_what, own, others, unechoed) => {
    const described = (operationId: string, all: object): object => {
      const responses = Object.entries(all).map(([status, one]) => [status, { description: 'It.', ...one }])
      const parameters = [{ name: 'X-API-Version', in: 'header', schema: { type: 'string' } }]
      return { operationId, parameters, responses: Object.fromEntries(responses) }
    }
    const { it, other } = await knownOf({ get: described('it', own), post: described('other', others) })
    expect([it?.unechoed, other?.unechoed]).toEqual([unechoed, undefined])
  })
})

it.each([
  [[], undefined],
  [['a'], 'a'],
  [['a', 'b', 'b'], 'b'],
  [['a', 'b'], 'a'],
])('the most common of %j is %j', (values, expected) => {
  expect(mostCommonOf(values)).toBe(expected)
})

it.each([
  ['application/json', 'type["responses"][200]["content"]["application/json"]'],
  ['application/a+json', 'type["responses"][200]["content"]["application/a+json"]'],
  ['text/plain', 'string'],
  ['application/xml', 'string'],
  ['application/x-www-form-urlencoded', 'string'],
  ['multipart/form-data', 'runtime.WebBlob'],
  ['application/pdf', 'runtime.WebBlob'],
  ['text/event-stream', 'AsyncGenerator<runtime.ServerSentEvent, void>'],
  ['*/*', 'unknown'],
])('a response of %s is %s', (mediaType, body) => {
  const responses = { 200: { pointer: '', headers: {}, content: { [mediaType]: { pointer: '' } } } }
  const names = { schemas: new Map<string, string>(), requests: new Set<string>() }
  expect(responsesOf(operation({ responses }), 'type', names)).toEqual([{ status: '200', body, ok: 'true' }])
})
