import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

import { type Authenticate, defaultApiKey } from '../../pipeline/authentication.js'
import { Refusal } from '../../primitives/refusal.js'
import { isLoopback } from '../../webhooks/addresses.js'
import { literalOf } from '../../webhooks/url.js'
import { type RequestHeaders, singleOf } from './request.js'

/** Who looks at the console: a partner, and what its forms have to carry. */
export interface Session {
  readonly partnerId: string
  /** Proves that a form was shown by this process to this session. */
  readonly token: string
  /** Whether a key was given, so that it can be taken back. */
  readonly isSignedIn: boolean
}

const cookie = 'rampart_console'
const mostSessions = 1000
const sessionBytes = 32

/** Whether a request names this machine: another name that leads here is a page elsewhere that wants to read along. */
const namesThisMachine = (host: string): boolean => {
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return false
  const url = new URL(`http://${host}`)
  const literal = literalOf(url)
  return literal === undefined ? /^(.+\.)?localhost$/.test(url.hostname) : isLoopback(literal)
}

const hostIn = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

/** Throws `Refusal` 403 for a request under a name that is not this machine's. */
export function checkHost(headers: RequestHeaders): void {
  if (!namesThisMachine(singleOf(headers, 'host') ?? ''))
    throw new Refusal(403, 'The console answers to this machine alone: open it at 127.0.0.1 or localhost.')
}

/** Throws `Refusal` 403 for a form that a page of another origin sent. */
export function checkOrigin(headers: RequestHeaders): void {
  const [origin, site] = [singleOf(headers, 'origin'), singleOf(headers, 'sec-fetch-site')]
  const isForeign = origin !== undefined && hostIn(origin) !== hostIn(`http://${singleOf(headers, 'host')}`)
  if (isForeign || (site !== undefined && site !== 'same-origin'))
    throw new Refusal(403, 'This form was sent by a page of another origin. Nothing was changed.')
}

const cookieIn = (headers: RequestHeaders): string | undefined =>
  (singleOf(headers, 'cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === cookie)?.[1]

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Lets partners in. Where the public key of the sandbox is accepted nobody has to sign in, since
 * everybody has it; elsewhere a key opens a session, which ends with the process. Keys are compared by the service,
 * and not kept.
 */
export class Sessions {
  readonly #authenticate: Authenticate
  readonly #key = randomBytes(sessionBytes)
  readonly #sessions = new Map<string, string>()

  constructor(authenticate: Authenticate) {
    this.#authenticate = authenticate
  }

  /** Who sent a request; `undefined` for one who has to sign in. */
  session(headers: RequestHeaders): Session | undefined {
    const session = cookieIn(headers) ?? ''
    const known = this.#sessions.get(session)
    const partnerId = known ?? this.#partnerOf(defaultApiKey)
    if (partnerId === undefined) return undefined
    const name = known === undefined ? '' : session
    return { partnerId, token: this.#sign(name), isSignedIn: known !== undefined }
  }

  /** The token of the form that asks for a key. */
  get entry(): string {
    return this.#sign('')
  }

  /** Throws `Refusal` 403 for a form that was not shown to its sender, or before a restart. */
  checkToken(token: string, expected: string): void {
    if (!isEqual(token, expected))
      throw new Refusal(
        403,
        'This form is from before the sandbox was started, or from another session. Nothing was changed.',
      )
  }

  /** The cookie of a new session; `undefined` for a key that is not accepted. */
  signIn(apiKey: string): string | undefined {
    const partnerId = this.#partnerOf(apiKey)
    if (partnerId === undefined) return undefined
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size >= mostSessions && oldest !== undefined) this.#sessions.delete(oldest)
    const session = randomBytes(sessionBytes).toString('hex')
    this.#sessions.set(session, partnerId)
    return `${cookie}=${session}; Path=/console; HttpOnly; SameSite=Strict`
  }

  /** Ends the session of a request, and says what ends its cookie. */
  signOut(headers: RequestHeaders): string {
    this.#sessions.delete(cookieIn(headers) ?? '')
    return `${cookie}=; Path=/console; HttpOnly; SameSite=Strict; Max-Age=0`
  }

  #partnerOf(apiKey: string): string | undefined {
    try {
      return this.#authenticate(apiKey)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  #sign(session: string): string {
    return createHmac('sha256', this.#key).update(session).digest('hex')
  }
}
