import { EventEmitter } from 'node:events'
import type { Agent } from 'undici'

import { literalOf } from './addresses.js'
import { isAllowedHost, isAllowedLiteral } from './allowed-hosts.js'
import { readAnswer } from './answer-body.js'
import { type Ending, failureOf, reasonOf } from './failure-words.js'
import { allowedFor, AddressRefusedError, guardedLookup, type Resolve, systemResolve } from './resolve.js'
import type { ReachableHosts } from './url.js'

/** The outcome of one request: a response, or the reason why there is none. */
export interface Outcome {
  readonly status?: number
  /** Why it does not count as acknowledged. */
  readonly failure?: string
  /** The headers of the response, as received. */
  readonly responseHeaders?: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The first bytes of the response. */
  readonly bytes: Buffer
  /** The duration in milliseconds of real time. */
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
  /** Closes every connection; requests in progress fail. */
  readonly close: () => Promise<void>
}

export interface HttpClientOptions extends ReachableHosts {
  /** Timeout in milliseconds, to the end of the response. */
  readonly timeout: number
  readonly resolve?: Resolve
}

const mostConnections = 64
const nothing = Buffer.alloc(0)

/** Creates agents on demand, because undici takes longer to load than a sandbox without webhooks takes to start. */
const createAgents = (options: HttpClientOptions) => {
  const { allowedHosts, resolve = systemResolve, timeout } = options
  const agents = new Map<string, Promise<Agent>>()
  const open = async (url: URL): Promise<Agent> => {
    const { Agent } = await import('undici')
    const lookup = guardedLookup(resolve, allowedFor(url, options))
    // Passed to the socket by undici, whose types do not have this option.
    const connect: object = { lookup, timeout }
    return new Agent({ connect, connections: mostConnections, headersTimeout: 0, bodyTimeout: 0 })
  }
  return {
    agentFor: (url: URL): Promise<Agent> => {
      // Protocol and host permission are all that determines the permitted addresses, so agents are shared by these.
      const kind = `${url.protocol} ${isAllowedHost(url, allowedHosts)}`
      const agent = agents.get(kind) ?? open(url)
      agents.set(kind, agent)
      return agent
    },
    close: async (): Promise<void> => {
      for (const agent of agents.values()) await (await agent).destroy()
    },
  }
}

const checkLiteral = (url: URL, options: HttpClientOptions): void => {
  const literal = literalOf(url)
  if (literal === undefined || isAllowedLiteral(url, options.allowedHosts)) return
  // Sockets do no lookup for a literal address, so it is checked here.
  if (!allowedFor(url, options)(literal)) throw new AddressRefusedError('the address is not public')
}

/** An HTTP client that only connects to permitted addresses. It follows no redirects. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { agentFor, close } = createAgents(options)
  const send = async (
    request: DeliveryRequest,
    signal: EventEmitter,
    isLate: () => boolean,
  ): Promise<Omit<Outcome, 'duration'>> => {
    const { headers, body, method = 'POST' } = request
    const url = new URL(request.url)
    checkLiteral(url, options)
    const agent = await agentFor(url)
    const path = `${url.pathname}${url.search}`
    const parameters = { origin: url.origin, path, method, headers, body, signal }
    const answer = await agent.request(parameters)
    const { bytes, ending: read } = await readAnswer(answer.body)
    const ending: Ending = read === 'cut' && isLate() ? 'late' : read
    const failure = failureOf(answer.statusCode, ending)
    return {
      status: answer.statusCode,
      ...(failure === undefined ? {} : { failure }),
      responseHeaders: answer.headers,
      bytes,
    }
  }
  const post = async (request: DeliveryRequest): Promise<Outcome> => {
    const began = performance.now()
    // An EventEmitter, because an AbortSignal takes a considerable part of a delivery's time.
    const late = new EventEmitter()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      late.emit('abort')
    }, options.timeout)
    const took = (): number => Math.round(performance.now() - began)
    try {
      const outcome = await send(request, late, () => isLate)
      return { ...outcome, duration: took() }
    } catch (error) {
      return { failure: reasonOf(error, isLate), bytes: nothing, duration: took() }
    } finally {
      clearTimeout(timer)
    }
  }
  return { post, close }
}
