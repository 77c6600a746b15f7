import { defaultVersion, newestVersion, versions } from '../../../versions/index.js'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'

import { createSandbox, loadReferenceService, type SandboxOptions } from '../../../sandbox/index.js'
import { judge } from './judge.js'

/** The moment at which the clock of a test stands. */
export const NOW = new Date('2026-09-01T12:00:00.000Z')

export const VERSIONS: readonly string[] = versions
export const OLD = defaultVersion
export const NEW = newestVersion

const reference = loadReferenceService()

export interface Request {
  readonly query?: string | Readonly<Record<string, string>>
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly rawBody?: string | Buffer
  readonly version?: string | undefined
  /** `null` sends no key. */
  readonly key?: string | null
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

export type Method = (typeof methods)[number]

export const isMethod = (text: string | undefined): text is Method =>
  methods.some((method) => method === text)

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** The JSON body; `undefined` when there is none. */
  readonly body: unknown
}

export interface Sandbox {
  readonly app: FastifyInstance
  /** Sends a request and, unless faults are on, judges the response by the document of its version. */
  readonly send: (method: Method, path: string, request?: Request) => Promise<Reply>
}

const headersOf = ({
  version,
  key = 'sandbox-key',
  idempotencyKey,
  headers = {},
  body,
  rawBody,
}: Request) => ({
  ...(version === undefined ? {} : { 'x-api-version': version }),
  ...(key === null ? {} : { 'x-api-key': key }),
  ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  ...(body === undefined && rawBody === undefined
    ? {}
    : { 'content-type': 'application/json; charset=utf-8' }),
  ...headers,
})

const textHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const queryOf = ({ query = '' }: Request): string => {
  const text = typeof query === 'string' ? query : new URLSearchParams(query).toString()
  return text === '' ? '' : `?${text}`
}

/** A sandbox over the reference documents, with a fixed seed and a stopped clock unless told otherwise. */
export const openSandbox = async (options: Partial<SandboxOptions> = {}): Promise<Sandbox> => {
  const service = await reference
  const app = await createSandbox({ ...service, seed: 7, clock: () => NOW, ...options })
  const send: Sandbox['send'] = async (method, path, request = {}) => {
    const outside = path.startsWith('/spec') || path.startsWith('/controls')
    const url = `${outside ? '' : '/api'}${path}${queryOf(request)}`
    const payload = request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
    const inject: InjectOptions = { method, url, headers: headersOf(request) }
    const response = await app.inject(payload === undefined ? inject : { ...inject, payload })
    const reply = { status: response.statusCode, headers: textHeaders(response.headers), text: response.body }
    const asked = service.surfaces.has(request.version ?? '') ? request.version : undefined
    const version = reply.headers['x-api-version'] ?? asked ?? service.specs.default
    const surface = service.surfaces.get(version)
    expect(surface, `${version} is a version of the service`).toBeDefined()
    const isText = options.reading === 'other' && reply.headers['content-type']?.startsWith('text/plain')
    if (surface !== undefined && options.faults === undefined && !isText)
      await judge(surface, { method, url, ...reply })
    const isJson = reply.headers['content-type']?.startsWith('application/json') === true && reply.text !== ''
    return { ...reply, body: isJson ? JSON.parse(reply.text) : undefined }
  }
  return { app, send }
}

/** Has a sandbox listen at a host, and resolves to the port that it got. */
export const portOf = async (app: FastifyInstance, host = '127.0.0.1'): Promise<number> =>
  Number(new URL(await app.listen({ host, port: 0 })).port)
