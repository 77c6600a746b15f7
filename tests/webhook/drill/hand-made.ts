import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

export const secret = 'drill-secret-of-the-tests'

export type Status = number | 'close' | 'never'

/** The parts of a receiver, each of which may be replaced by a wrong one. */
export interface Parts {
  readonly read: (request: IncomingMessage) => Promise<Buffer>
  readonly header: (request: IncomingMessage, name: string) => string | undefined
  readonly isTimely: (timestamp: string) => boolean
  readonly mac: (timestamp: string, body: Buffer) => Buffer | string
  readonly isSigned: (expected: Buffer, signature: string) => boolean
  /** Everything before the signature is looked at; a status ends it there. */
  readonly before: (request: IncomingMessage) => Status | undefined
  readonly parse: (body: Buffer) => Event
  readonly handle: (event: Event, request: IncomingMessage) => Status | Promise<Status>
  readonly refusal: Status
}

export interface Event {
  readonly type?: unknown
  readonly data?: { readonly customer_id?: unknown; readonly message?: unknown }
}

export const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

export const hmac = (...parts: readonly (string | Buffer)[]): Buffer => {
  const mac = createHmac('sha256', secret)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

export const age = (timestamp: string): number => Math.abs(Date.now() / 1000 - Number(timestamp))

/** What a careful developer writes by hand. */
export const right: Parts = {
  read: readAll,
  header: (request, name) => request.headers[name]?.toString(),
  isTimely: (timestamp) => /^\d{10}$/.test(timestamp) && age(timestamp) <= 300,
  mac: (timestamp, body) => hmac(timestamp, body),
  isSigned: (expected, signature) => {
    if (!/^v1=[\da-f]{64}$/.test(signature)) return false
    return timingSafeEqual(expected, Buffer.from(signature.slice(3), 'hex'))
  },
  before: () => undefined,
  parse: (body) => JSON.parse(body.toString('utf8')),
  handle: () => 200,
  refusal: 401,
}

const answer = (response: ServerResponse, status: Status): void => {
  if (status === 'close') response.destroy()
  if (typeof status !== 'number') return
  response.statusCode = status
  response.end()
}

const judged = async (request: IncomingMessage, parts: Parts): Promise<Status> => {
  const early = parts.before(request)
  if (early !== undefined) return early
  const body = await parts.read(request)
  const timestamp = parts.header(request, 'webhook-timestamp')
  const signature = parts.header(request, 'webhook-signature')
  if (request.method !== 'POST') return 405
  if (timestamp === undefined || signature === undefined) return parts.refusal
  if (!parts.isTimely(timestamp)) return parts.refusal
  if (!parts.isSigned(Buffer.from(parts.mac(timestamp, body)), signature)) return parts.refusal
  try {
    return await parts.handle(parts.parse(body), request)
  } catch {
    return 500
  }
}

/** A receiver that is right but for the parts that are given. */
export const handMade = (wrong: Partial<Parts> = {}): RequestListener => {
  const parts = { ...right, ...wrong }
  return (request, response) => {
    judged(request, parts).then(
      (status) => answer(response, status),
      () => answer(response, 500),
    )
  }
}
