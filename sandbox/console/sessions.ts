import { createHmac, randomBytes, timingSafeEqual, randomUUID } from 'node:crypto'
import { type Authenticate, defaultApiKey } from '../pipeline/pipeline.js'
import { Refusal } from '../primitives/refusal.js'
import { type RequestHeaders, singleOf } from './request.js'
import type { EndpointInput, EndpointProblems } from '../webhook-endpoints/registration.js'
import type { Markup } from './markup.js'

/** A session of the console: a partner, and the token that its forms must contain. */
export interface Session {
  readonly partnerId: string
  /** Proves that this process showed the form to this session. */
  readonly token: string
  /** Whether the user signed in with a key, and so can sign out. */
  readonly isSignedIn: boolean
}

const cookie = 'rampart_console'
const mostSessions = 1000
const sessionBytes = 32

const hostIn = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

/** Throws `Refusal` 403 for a form sent by a page of another origin. */
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
 * The sessions of partners. If the sandbox accepts its public key, no sign-in is needed, since everyone knows that
 * key; otherwise a key opens a session, which ends with the process. Keys are checked by the service, and not stored.
 */
export class Sessions {
  readonly #key = randomBytes(sessionBytes)
  readonly #sessions = new Map<string, string>()

  constructor(private readonly authenticate: Authenticate) {}

  /** The session of a request; `undefined` if it has to sign in. */
  session(headers: RequestHeaders): Session | undefined {
    const session = cookieIn(headers) ?? ''
    const known = this.#sessions.get(session)
    const partnerId = known ?? this.#partnerOf(defaultApiKey)
    if (partnerId === undefined) return undefined
    const name = known === undefined ? '' : session
    return { partnerId, token: this.#sign(name), isSignedIn: known !== undefined }
  }

  /** The token of the sign-in form. */
  get entry(): string {
    return this.#sign('')
  }

  /** Throws `Refusal` 403 for a form that was shown to another session, or before a restart. */
  checkToken(token: string, expected: string): void {
    if (!isEqual(token, expected))
      throw new Refusal(
        403,
        'This form is from before the sandbox was started, or from another session. Nothing was changed.',
      )
  }

  /** The cookie of a new session; `undefined` if the key is not accepted. */
  signIn(apiKey: string): string | undefined {
    const partnerId = this.#partnerOf(apiKey)
    if (partnerId === undefined) return undefined
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size >= mostSessions && oldest !== undefined) this.#sessions.delete(oldest)
    const session = randomBytes(sessionBytes).toString('hex')
    this.#sessions.set(session, partnerId)
    return `${cookie}=${session}; Path=/console; HttpOnly; SameSite=Strict`
  }

  /** Ends the session of a request, and returns the header that deletes its cookie. */
  signOut(headers: RequestHeaders): string {
    this.#sessions.delete(cookieIn(headers) ?? '')
    return `${cookie}=; Path=/console; HttpOnly; SameSite=Strict; Max-Age=0`
  }

  #partnerOf(apiKey: string): string | undefined {
    try {
      return this.authenticate(apiKey)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  #sign(session: string): string {
    return createHmac('sha256', this.#key).update(session).digest('hex')
  }
}

/**
 * Values stored in memory between the response to a form and the page that shows it: never on disk, only for the
 * session that sent the form, and limited in number. The oldest are dropped first.
 */
class Memory<T> {
  readonly #entries = new Map<string, T>()

  constructor(private readonly most: number) {}

  /** Stores a value under a new unguessable name, or the one given. Returns the name. */
  keep(session: string, value: T, name: string = randomUUID()): string {
    const key = `${session}/${name}`
    this.#entries.delete(key)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size >= this.most && oldest !== undefined) this.#entries.delete(oldest)
    this.#entries.set(key, value)
    return name
  }

  read(session: string, name: string): T | undefined {
    return this.#entries.get(`${session}/${name}`)
  }

  /** Returns the value, and removes it. */
  take(session: string, name: string): T | undefined {
    const value = this.read(session, name)
    this.#entries.delete(`${session}/${name}`)
    return value
  }

  forget(session: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(`${session}/`)) this.#entries.delete(key)
  }
}

/** A rejected form: its input and its problems. */
export interface RefusedForm {
  readonly draft: EndpointInput
  readonly problems: EndpointProblems
}

/** The values that the console stores between the response to a form and the page that it redirects to. */
export class ConsoleMemory {
  /** Notices with the results of forms; each is shown once. */
  readonly notes = new Memory<Markup>(500)
  /** Rejected forms by the name in their address; shown each time that page is loaded. */
  readonly refused = new Memory<RefusedForm>(200)
  /** Secrets by webhook, each shown once. */
  readonly secrets = new Memory<string>(100)
  /** The redirect targets of submitted forms by mark, so that resubmitting one only redirects. */
  readonly sent = new Memory<string>(10_000)

  /** Removes all entries of a session when it ends. */
  forget(session: string): void {
    for (const kept of [this.notes, this.refused, this.secrets, this.sent]) kept.forget(session)
  }
}
