import type { RequestListener, ServerResponse } from 'node:http'
import type {
  ClientOptions,
  CallResponse,
  CallRequest,
  Client,
  ClientOperation,
  ClientService,
} from '../../../../runtime/client/types.js'
import { createClient, operationOf } from '../../../../runtime/client/client.js'
import { readEvents } from '../../../../runtime/client/events.js'
import { encodeForm, styled } from '../../../../runtime/client/serialize.js'
import { isObject } from '../../../../runtime/json.js'
import { type RawServer, startServer } from '../../../support/loopback.js'

export const apiKey = 'key-"very/secret'

/** One operation of each kind that matters to the client. */
const kinds: Readonly<Record<string, Omit<ClientOperation, 'id'>>> = {
  read: { method: 'GET', path: '/things/{id}', statuses: '200 404 429 503' },
  list: { method: 'GET', path: '/things', statuses: '200', styles: { 'query:ids': ',' } },
  create: {
    method: 'POST',
    path: '/things',
    statuses: '201 400 503',
    body: ['application/json; charset=utf-8'],
    idempotency: 'IDEMPOTENCY-KEY',
  },
  change: { method: 'PUT', path: '/things/{id}', statuses: '200 204-', body: ['application/json'] },
  upload: {
    method: 'POST',
    path: '/files',
    encodeForm,
    statuses: '200- 4XX default',
    body: [
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/octet-stream',
    ],
  },
  events: { method: 'GET', path: '/events', statuses: '200', accept: 'text/event-stream', readEvents },
  file: { method: 'GET', path: '/file', statuses: '200 302-', accept: 'application/pdf', auth: [] },
  outside: { method: 'GET', path: '/spec', statuses: '200', auth: [], unversioned: true, server: '/' },
  market: { method: 'GET', path: '/market', statuses: '200', unechoed: true },
  elsewhere: { method: 'GET', path: '/spec', statuses: '200', server: 'https://elsewhere.test/x' },
}

export const operations: Readonly<Record<string, ClientOperation>> = Object.fromEntries(
  Object.entries(kinds).map(([id, operation]) => [id, { id, styled, ...operation }]),
)

export const service: ClientService = {
  version: '2026-08-01',
  versionHeader: 'X-API-Version',
  auth: [['ApiKeyAuth']],
  schemes: { ApiKeyAuth: { in: 'header', name: 'X-API-Key' } },
  isVersionError: (body) => isObject(body) && body['error'] === 'unsupported_api_version',
}

/** Calls an operation of the service by its name. */
export const call = async (client: Client, id: string, request?: CallRequest): Promise<CallResponse> =>
  client.send(operationOf(operations, id), request)

interface Bench extends RawServer {
  readonly client: Client & { call(id: string, request?: CallRequest): Promise<CallResponse> }
}

/** A server that answers by a listener, and a client of it whose delays pass at once. */
export async function bench(
  listener: RequestListener,
  options: Partial<ClientOptions> = {},
  own: Partial<ClientService> = {},
): Promise<Bench> {
  const server = await startServer(listener)
  const client = createClient(
    { ...service, ...own },
    {
      baseUrl: `${server.url}/api`,
      auth: { ApiKeyAuth: apiKey },
      ...options,
      retry: { sleep: () => Promise.resolve(), ...options.retry },
    },
  )
  return { ...server, client: { ...client, call: (id, request) => call(client, id, request) } }
}

/** Answers with JSON, in the version of the service unless told otherwise. */
export const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const usual = { 'content-type': 'application/json', 'x-api-version': '2026-08-01' }
  response.writeHead(status, { ...usual, ...headers })
  response.end(JSON.stringify(body))
}
