import { EventEmitter } from 'node:events'
import type { Agent, Dispatcher } from 'undici'

import { longestStart } from './excerpt.js'
import { allowedFor, AddressRefusedError, guardedLookup, type Resolve, systemResolve } from './resolve.js'
import { literalOf } from './url.js'

/** The outcome of one request: an answer, or why there is none. */
export interface Outcome {
  readonly status?: number
  /** Why it does not count as acknowledged. */
  readonly failure?: string
  /** The headers of the answer, as they came. */
  readonly responseHeaders?: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The first bytes of the answer. */
  readonly bytes: Buffer
  /** How long it took, in milliseconds of real time. */
  readonly duration: number
}

/** A request to be sent. */
export interface DeliveryRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly method?: string
}

/** Sends requests. Never rejects. */
export interface HttpClient {
  readonly post: (request: DeliveryRequest) => Promise<Outcome>
  /** Ends every connection; what is on its way fails. */
  readonly close: () => Promise<void>
}

export interface HttpClientOptions {
  readonly allowsLoopback: boolean
  /** Milliseconds that an endpoint has to answer. */
  readonly timeout: number
  readonly resolve?: Resolve
}

const acknowledged = 200
const mostConnections = 64
const nothing = Buffer.alloc(0)

const words: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED: 'the address is not public',
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ABORTED: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  HTTPParserError: 'the answer is no HTTP',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
}

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'HTTPParserError') return error.name
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Why a request has no answer. What an endpoint says is no part of it. */
const reasonOf = (error: unknown, wasLate: boolean): string => {
  if (wasLate) return 'no answer in time'
  const code = codeOf(error)
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  return known ?? `the request failed (${code.replaceAll(/[^\w-]/g, '').slice(0, 60)})`
}

const failureOf = (status: number): string | undefined => {
  if (status === acknowledged) return undefined
  return status >= 300 && status < 400
    ? `answered ${status}; redirects are not followed`
    : `answered ${status}, and 200 alone acknowledges`
}

/** The start of a body; what comes after it, or does not come in time, is not waited for: the status counts. */
const startOf = (body: Dispatcher.ResponseData['body']): Promise<Buffer> =>
  new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    const settle = (): void =>
      resolve(length === 0 ? nothing : Buffer.concat(parts).subarray(0, longestStart))
    body.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length >= longestStart) body.destroy()
    })
    body.on('end', settle)
    body.on('error', settle)
    body.on('close', settle)
  })

/** Opens agents as they are needed: undici takes longer to load than a sandbox without webhooks takes to start. */
const createAgents = ({ allowsLoopback, resolve = systemResolve, timeout }: HttpClientOptions) => {
  const agents = new Map<string, Promise<Agent>>()
  const open = async (url: URL): Promise<Agent> => {
    const { Agent } = await import('undici')
    const lookup = guardedLookup(resolve, allowedFor(url, allowsLoopback))
    // Undici hands its options on to the socket, and has no name for this one.
    const connect: object = { lookup, timeout }
    return new Agent({ connect, connections: mostConnections, headersTimeout: 0, bodyTimeout: 0 })
  }
  return {
    agentFor: (url: URL): Promise<Agent> => {
      const agent = agents.get(url.protocol) ?? open(url)
      agents.set(url.protocol, agent)
      return agent
    },
    close: async (): Promise<void> => {
      for (const agent of agents.values()) await (await agent).destroy()
    },
  }
}

const checkLiteral = (url: URL, allowsLoopback: boolean): void => {
  const literal = literalOf(url)
  // A socket asks no lookup for an address.
  if (literal !== undefined && !allowedFor(url, allowsLoopback)(literal))
    throw new AddressRefusedError('the address is not public')
}

/** A poster whose connections lead to public addresses alone. It follows no redirect. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { agentFor, close } = createAgents(options)
  const send = async (request: DeliveryRequest, signal: EventEmitter): Promise<Omit<Outcome, 'duration'>> => {
    const { headers, body, method = 'POST' } = request
    const url = new URL(request.url)
    checkLiteral(url, options.allowsLoopback)
    const agent = await agentFor(url)
    const path = `${url.pathname}${url.search}`
    const parameters = { origin: url.origin, path, method, headers, body, signal }
    const answer = await agent.request(parameters)
    const failure = failureOf(answer.statusCode)
    return {
      status: answer.statusCode,
      ...(failure === undefined ? {} : { failure }),
      responseHeaders: answer.headers,
      bytes: await startOf(answer.body),
    }
  }
  const post = async (request: DeliveryRequest): Promise<Outcome> => {
    const began = performance.now()
    // An emitter and no AbortSignal, which takes a good part of the time of a delivery.
    const late = new EventEmitter()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      late.emit('abort')
    }, options.timeout)
    const took = (): number => Math.round(performance.now() - began)
    try {
      const outcome = await send(request, late)
      return { ...outcome, duration: took() }
    } catch (error) {
      return { failure: reasonOf(error, isLate), bytes: nothing, duration: took() }
    } finally {
      clearTimeout(timer)
    }
  }
  return { post, close }
}
