import type { Transport } from '../client/transport.js'
import type { Secret } from '../../redaction/index.js'
import { Stopped } from '../model/explorer.js'
import { type Field, fieldOf, type Scheme, schemeWords, secretsOf } from './scheme.js'
import { fetchToken, type Token, type Grant } from './token.js'
import {
  type Environment,
  held,
  maskFor,
  type SchemeSettings,
  shownName,
  variableNames,
  type VariableNames,
} from './variables.js'
import { RampartError } from '../../diagnostics/index.js'
import { printable } from '../../reporting/index.js'
import { type ExchangeResponse, jsonBody } from '../exchange/exchange.js'
import { reasonOf } from '../client/failure.js'
import { member, textOf } from '../../document/index.js'

const opaque = 'rampart-wrong-credentials'

const base64url = (text: string): string => Buffer.from(text).toString('base64url')

/** A token that is well formed, and that nobody signed. */
const jwt = [
  base64url('{"alg":"HS256","typ":"JWT"}'),
  base64url('{"sub":"rampart","exp":4102444800}'),
  base64url('rampart-has-not-signed-this-....'),
].join('.')

const shapes: readonly (readonly [shape: RegExp, wrong: (own: string) => string])[] = [
  [
    /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
    () => '00000000-0000-4000-8000-000000000000',
  ],
  [/^eyJ[\w-]+\.[\w-]+\.[\w-]*$/, () => jwt],
  [/^\d+$/, (own) => '9'.repeat(own.length)],
  [/^[\da-f]+$/i, (own) => 'deadbeef'.repeat(Math.ceil(own.length / 8)).slice(0, own.length)],
]

/**
 * Credentials of the shape of those that are right, which nobody has. Nothing of the right ones is in them.
 * @param own the right ones, where they are known
 */
const wrongFor = (scheme: Scheme, own: string | undefined): string => {
  if (scheme.kind === 'basic') return `rampart:${opaque}`
  if (own === undefined) return scheme.kind === 'bearer' && scheme.isJwt ? jwt : opaque
  const wrong = shapes.find(([shape]) => shape.test(own))?.[1](own) ?? opaque
  return wrong === own ? opaque : wrong
}

/** Where tokens of a scheme are got. */
interface TokenPlace {
  readonly scheme: string
  readonly baseUrl: string
  /** Origin that the document came from; absent for a file. */
  readonly origin?: string
  /** The variable by which the user may name the URL. */
  readonly variable: string
  /** As the settings, or that variable, name it. */
  readonly configured?: string
  /** As the document names it. */
  readonly documented?: string
  /** Where the document says that an OpenID provider describes itself. */
  readonly discovery?: string
}

const unusable = ({ scheme }: TokenPlace, message: string, fix: string): RampartError =>
  new RampartError('CREDENTIALS_UNUSABLE', { message: `"${printable(scheme)}": ${message}`, fix })

/** How the user names a URL for tokens. */
const nameIt = ({ scheme, variable }: TokenPlace, url = 'URL'): string =>
  `${variable}=${url} in the environment, or auth.${printable(scheme)}.tokenUrl in the config file`

/** Relative URLs of a document are below the API root; some frameworks mean the root of the host. */
const resolved = (place: TokenPlace, text: string): readonly URL[] => {
  const { baseUrl } = place
  const bases = [`${baseUrl}/`, new URL('/', baseUrl).href].filter((base) => URL.canParse(text, base))
  const urls = bases.map((base) => new URL(text, base)).filter(({ protocol }) => /^https?:$/.test(protocol))
  if (urls.length === 0)
    throw unusable(place, 'the token URL is no http or https URL', `Set ${nameIt(place)}.`)
  return [...new Map(urls.map((url) => [url.href, url])).values()]
}

const isOwn = ({ origin }: URL, { baseUrl, origin: own }: TokenPlace): boolean =>
  origin === new URL(baseUrl).origin || origin === own

/** A document does not decide that a secret goes to another origin than the service's, or its own: the user does. */
const requireOwn = (place: TokenPlace, url: URL): URL => {
  if (isOwn(url, place)) return url
  throw unusable(
    place,
    `the document has tokens got from ${url.origin}, another origin than the service's`,
    `If its secret may go there, set ${nameIt(place, printable(url.href))}.`,
  )
}

const discover = async (place: TokenPlace, discovery: string, transport: Transport): Promise<URL> => {
  const [at = new URL(place.baseUrl)] = resolved(place, discovery)
  if (!isOwn(at, place))
    throw unusable(
      place,
      `the document has an OpenID provider at ${at.origin}, another origin than the service's`,
      `If its secret may go there, name the provider's token endpoint: set ${nameIt(place)}.`,
    )
  const answer = await transport
    .send({ method: 'GET', url: at.href, headers: [['accept', 'application/json']] })
    .catch((error: unknown): ExchangeResponse => ({ status: 0, headers: [], body: reasonOf(error) }))
  const found = textOf(member(answer.status === 200 ? jsonBody(answer) : undefined, 'token_endpoint'))
  if (found === undefined || !URL.canParse(found)) {
    const came = answer.status === 0 ? answer.body : `${answer.status}`
    const message = `${at.origin}${at.pathname} names no token endpoint (${came})`
    throw unusable(place, message, `Set ${nameIt(place)}.`)
  }
  return requireOwn(place, new URL(found))
}

/**
 * URLs at which tokens are got, the likeliest first: on the origin of the service or of the document, or where the
 * user says.
 * @throws RampartError CREDENTIALS_UNUSABLE, with what to set where the document names another origin.
 */
const tokenUrls = async (place: TokenPlace, transport: Transport): Promise<readonly URL[]> => {
  const { configured, documented, discovery } = place
  if (configured !== undefined) return resolved(place, configured)
  if (documented !== undefined) return resolved(place, documented).map((url) => requireOwn(place, url))
  if (discovery !== undefined) return [await discover(place, discovery, transport)]
  const message = 'neither the document nor the settings say where tokens are got'
  throw unusable(place, message, `Set ${nameIt(place)}.`)
}

/** Where the credentials of a scheme come from: a value that is there, a token that is got, or nowhere. */
type Source =
  | { readonly is: 'value'; readonly value: string; readonly variable?: string }
  | { readonly is: 'grant'; readonly grant: Grant; readonly hidden: readonly Hidden[] }
  | { readonly is: 'missing'; readonly fix: string }

/** A secret that a token is got with, and the variable that holds it. */
interface Hidden {
  readonly value: string
  readonly variable: string
}

/** One security scheme, with what is given for it. */
interface SourceInput {
  readonly name: string
  readonly scheme: Scheme
  readonly settings: SchemeSettings | undefined
  readonly env: Environment
  /** Given by `prepare`. */
  readonly prepared: string | undefined
  /** The document has no other scheme. */
  readonly isOnly: boolean
  /** Scopes that operations need. */
  readonly scopes: readonly string[]
}

const sendable = (name: string, value: string, variable?: string): string => {
  if (/^[\u0020-\u007e\u0080-\u00ff]+$/.test(value)) return value
  const where = variable === undefined ? 'what "prepare" returned for it' : shownName(variable)
  throw new RampartError('CREDENTIALS_UNUSABLE', {
    message: `"${printable(name)}": ${where} holds line breaks or characters that no header can hold`,
  })
}

const grantOf = (
  { scheme, settings, env, scopes }: SourceInput,
  names: VariableNames,
): Source | undefined => {
  const [clientId, clientSecret, username, password] = [
    held(env, names.clientId),
    held(env, names.clientSecret),
    held(env, names.username),
    held(env, names.password),
  ]
  const isPassword = username !== undefined && password !== undefined
  const isClient = clientId !== undefined && clientSecret !== undefined
  if ((scheme.kind !== 'oauth' && scheme.kind !== 'openid') || (!isPassword && !isClient)) return undefined
  const hidden = [password, clientSecret].flatMap((one) =>
    one === undefined ? [] : [{ value: one.value, variable: one.name }],
  )
  const grant: Grant = {
    ...(clientId && { clientId: clientId.value }),
    ...(clientSecret && { clientSecret: clientSecret.value }),
    ...(isPassword && { user: { name: username.value, password: password.value } }),
    ...(settings?.audience !== undefined && { audience: settings.audience }),
    scopes: settings?.scopes ?? scopes,
  }
  return { is: 'grant', grant, hidden }
}

const userAndPassword = ({ scheme, env }: SourceInput, names: VariableNames): Source | undefined => {
  const username = held(env, names.username)
  const password = held(env, names.password)
  if (scheme.kind !== 'basic' || !username || !password) return undefined
  return { is: 'value', value: `${username.value}:${password.value}`, variable: password.name }
}

/** What to do where nothing is given: one sentence. */
const fixOf = ({ name, scheme, settings }: SourceInput, names: VariableNames): string => {
  if (scheme.kind === 'other') {
    return `${schemeWords(scheme)} is not supported; what it sends may be given as "headers" in "auth" of the config file`
  }
  const isClient = scheme.kind === 'oauth' || scheme.kind === 'openid'
  const pair = (one: string, other: string): string => `${shownName(one)} and ${shownName(other)}`
  const ways = [
    ...names.value.slice(0, 1).map(shownName),
    ...(scheme.kind === 'basic' ? [pair(names.username, names.password)] : []),
    ...(isClient ? [pair(names.clientId, names.clientSecret)] : []),
    ...(scheme.kind === 'oauth' && scheme.password ? [pair(names.username, names.password)] : []),
  ]
  const own = settings ? '' : `, or name other variables as auth.${printable(name)} in the config file`
  return `set ${ways.join(', or ')} in the environment${own}`
}

/**
 * Where the credentials of a scheme come from: `prepare`, then what the settings name, then the usual variables.
 * @throws RampartError CREDENTIALS_UNUSABLE for a value that cannot be sent.
 */
const sourceOf = (input: SourceInput): Source => {
  const { name, scheme, settings, env, prepared, isOnly } = input
  const names = variableNames(name, settings, isOnly)
  if (scheme.kind === 'other') return { is: 'missing', fix: fixOf(input, names) }
  if (prepared !== undefined) return { is: 'value', value: sendable(name, prepared.trim()) }
  const [value] = names.value.flatMap((one) => held(env, one) ?? [])
  if (value) {
    return { is: 'value', value: sendable(name, value.value, value.name), variable: value.name }
  }
  const given = userAndPassword(input, names) ?? grantOf(input, names)
  return given ?? { is: 'missing', fix: fixOf(input, names) }
}

/** So long before its end a token is replaced; of one that lives shortly, when a fifth of its life is left. */
const earlyMs = 60_000
/** A token server that refuses to renew is asked again after so long. */
const pauseMs = 5_000

type Service = Pick<TokenPlace, 'baseUrl' | 'origin'>

/** The credentials of one security scheme: what is sent for it, right and wrong. */
export class SchemeHolder {
  readonly name: string
  readonly scheme: Scheme
  readonly secrets: Secret[] = []
  readonly #input: SourceInput
  readonly #service: Service
  readonly #source: Source
  #token: Token | undefined
  #renewAt = Infinity

  /** @throws RampartError CREDENTIALS_UNUSABLE for a value that cannot be sent. */
  constructor(input: SourceInput, service: Service) {
    this.name = input.name
    this.scheme = input.scheme
    this.#input = input
    this.#service = service
    this.#source = sourceOf(input)
    if (this.#source.is === 'value') this.#hide(this.#source.value, this.#source.variable)
    if (this.#source.is === 'grant') {
      for (const { value, variable } of this.#source.hidden)
        this.secrets.push({ value, mask: maskFor(variable) })
    }
  }

  /** What is to be done where nothing is given; undefined where something is. */
  get fix(): string | undefined {
    return this.#source.is === 'missing' ? this.#source.fix : undefined
  }

  /** Whether the token has to be got, or renewed. */
  get isDue(): boolean {
    return this.#source.is === 'grant' && (this.#token === undefined || Date.now() >= this.#renewAt)
  }

  /** The field that stands for the caller, or one that nobody has; undefined where there is none. */
  field(kind: 'own' | 'wrong'): Field | undefined {
    const own = this.#source.is === 'value' ? this.#source.value : this.#token?.value
    if (kind === 'wrong') return fieldOf(this.scheme, wrongFor(this.scheme, own))
    return own === undefined ? undefined : fieldOf(this.scheme, own)
  }

  /**
   * Gets the token, or a new one.
   * @throws RampartError TOKEN_REFUSED or CREDENTIALS_UNUSABLE when there is none yet.
   * @throws Stopped when the one that there is has ended, and there is no other.
   */
  async obtain(transport: Transport): Promise<void> {
    if (this.#source.is !== 'grant') return
    const { grant } = this.#source
    try {
      const began = Date.now()
      const token = await fetchToken(this.name, grant, await this.#urls(transport), transport)
      const lifeMs = token.expiresAt - began
      this.#token = token
      this.#renewAt = token.expiresAt - Math.min(earlyMs, lifeMs / 5)
      this.#hide(token.value)
    } catch (error) {
      if (this.#token === undefined) throw error
      if (Date.now() >= this.#token.expiresAt)
        throw new Stopped(`the access token for "${this.name}" ended, and no other could be got`)
      this.#renewAt = Date.now() + pauseMs
    }
  }

  #hide(value: string, variable?: string): void {
    this.secrets.push(...secretsOf(this.scheme, value, variable))
  }

  #urls(transport: Transport): Promise<readonly URL[]> {
    const { name, scheme, settings, env, isOnly } = this.#input
    const { tokenUrl: variable } = variableNames(name, settings, isOnly)
    const configured = settings?.tokenUrl ?? held(env, variable)?.value
    const isUser = this.#source.is === 'grant' && this.#source.grant.user !== undefined
    const flow = scheme.kind === 'oauth' ? scheme[isUser ? 'password' : 'clientCredentials'] : undefined
    return tokenUrls(
      {
        ...this.#service,
        scheme: name,
        variable,
        ...(configured !== undefined && { configured }),
        ...(flow?.tokenUrl !== undefined && { documented: flow.tokenUrl }),
        ...(scheme.kind === 'openid' && { discovery: scheme.url }),
      },
      transport,
    )
  }
}
