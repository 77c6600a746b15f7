import type { Transport } from '../client/transport.js'
import type { Secret } from '../../redaction/index.js'
import type { Api, WrongCredentials } from '../model/case.js'
import { Stopped } from '../model/explorer.js'
import {
  type Field,
  fieldOf,
  type Scheme,
  schemeWords,
  secretsOf,
  type Environment,
  held,
  onlyName,
  maskFor,
  type SchemeSettings,
  shownName,
  variableNames,
  type VariableNames,
} from './scheme.js'
import { responseTo, fetchToken, type Token, type Grant } from './token.js'
import { RampartError } from '../../diagnostics/index.js'
import { printable } from '../../reporting/index.js'
import { type ExchangeRequest, jsonBody } from '../exchange/exchange.js'
import { madeUpSignature } from '../recording/redact.js'
import { isObject, member, textOf } from '../../document/index.js'

const opaque = 'rampart-wrong-credentials'

const base64url = (text: string): string => Buffer.from(text).toString('base64url')

/** A well-formed token with an invalid signature. */
const jwt = [
  base64url('{"alg":"HS256","typ":"JWT"}'),
  base64url('{"sub":"rampart","exp":4102444800}'),
  madeUpSignature,
].join('.')

const shapes: readonly (readonly [shape: RegExp, wrong: (own: string) => string])[] = [
  [/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, () => '00000000-0000-4000-8000-000000000000'],
  [/^eyJ[\w-]+\.[\w-]+\.[\w-]*$/, () => jwt],
  [/^\d+$/, (own) => '9'.repeat(own.length)],
  [/^[\da-f]+$/i, (own) => 'deadbeef'.repeat(Math.ceil(own.length / 8)).slice(0, own.length)],
]

/** Invalid credentials in the format of the valid ones, where these are known, without any part of them. */
const wrongFor = (scheme: Scheme, own: string | undefined): string => {
  if (scheme.kind === 'basic') return `rampart:${opaque}`
  if (own === undefined) return scheme.kind === 'bearer' && scheme.isJwt ? jwt : opaque
  const [, word, key] = /^(bearer|token|jwt|api-?key|key) +(\S+)$/i.exec(own) ?? []
  if (word !== undefined) return `${word} ${wrongFor(scheme, key)}`
  const wrong = shapes.find(([shape]) => shape.test(own))?.[1](own) ?? opaque
  return wrong === own ? opaque : wrong
}

/** Invalid credentials; odd ones end with a letter outside ASCII, which functions that compare secrets may not take. */
export function invalid(kind: WrongCredentials, wrong = opaque): string {
  return kind === 'odd' ? `${wrong}\u00E9` : wrong
}

/** The candidates for the token URL of a scheme. */
interface TokenLookup {
  readonly scheme: string
  readonly baseUrl: string
  /** Origin of the document; empty for a file. */
  readonly origin: string
  /** The variable that may hold the URL. */
  readonly variable: string
  /** The URL from the settings, or from that variable. */
  readonly configured: string | undefined
  readonly documented: string | undefined
  /** The discovery URL of an OpenID provider, from the document. */
  readonly discovery: string | undefined
}

const nameIt = ({ scheme, variable }: TokenLookup, url = 'URL'): string =>
  `${variable}=${url} in the environment, or auth.${printable(scheme)}.tokenUrl in the config file`

const unusable = (lookup: TokenLookup, message: string, fix = `Set ${nameIt(lookup)}.`): RampartError =>
  new RampartError('CREDENTIALS_UNUSABLE', { message: `"${printable(lookup.scheme)}": ${message}`, fix })

/** Resolves a relative URL below the API root; some frameworks mean the root of the host. */
const resolved = (lookup: TokenLookup, text: string): readonly URL[] => {
  const { baseUrl } = lookup
  const bases = [`${baseUrl}/`, new URL('/', baseUrl).href].filter((base) => URL.canParse(text, base))
  const urls = bases.map((base) => new URL(text, base)).filter(({ protocol }) => /^https?:$/.test(protocol))
  if (urls.length === 0) throw unusable(lookup, 'the token URL is not an http or https URL')
  return [...new Map(urls.map((url) => [url.href, url])).values()]
}

const isOwn = ({ origin }: URL, { baseUrl, origin: own }: TokenLookup): boolean =>
  origin === new URL(baseUrl).origin || origin === own

/** The document must not send a secret to an origin other than its own or the service's; only the user may. */
const requireOwn = (lookup: TokenLookup, url: URL): URL => {
  if (isOwn(url, lookup)) return url
  throw unusable(
    lookup,
    `the token URL is at ${url.origin}, which is not the origin of the service`,
    `If the secret may be sent there, set ${nameIt(lookup, printable(url.href))}.`,
  )
}

const discover = async (lookup: TokenLookup, discovery: string, transport: Transport): Promise<URL> => {
  const [at = new URL(lookup.baseUrl)] = resolved(lookup, discovery)
  if (!isOwn(at, lookup))
    throw unusable(
      lookup,
      `the document names an OpenID provider at ${at.origin}, which is not the origin of the service`,
      `If the secret may be sent there, name the provider's token endpoint: set ${nameIt(lookup)}.`,
    )
  const request: ExchangeRequest = { method: 'GET', url: at.href, headers: [['accept', 'application/json']] }
  const response = await responseTo(request, transport)
  const { status, body } = response
  const found = textOf(member(status === 200 ? jsonBody(response) : undefined, 'token_endpoint'))
  if (found === undefined || !URL.canParse(found)) {
    const shown = status === 0 ? body : status
    throw unusable(lookup, `${at.origin}${at.pathname} names no token endpoint (${shown})`)
  }
  return requireOwn(lookup, new URL(found))
}

/** The token URLs, the likeliest first. @throws RampartError CREDENTIALS_UNUSABLE for another origin. */
const tokenUrls = async (lookup: TokenLookup, transport: Transport): Promise<readonly URL[]> => {
  const { configured, documented, discovery } = lookup
  if (configured !== undefined) return resolved(lookup, configured)
  if (documented !== undefined) return resolved(lookup, documented).map((url) => requireOwn(lookup, url))
  if (discovery !== undefined) return [await discover(lookup, discovery, transport)]
  throw unusable(lookup, 'neither the document nor the settings name a token URL')
}

/** The source of a scheme's credentials: a given value, a token to fetch, or none. */
type Source =
  | { readonly is: 'value'; readonly value: string; readonly secrets: readonly Secret[] }
  | { readonly is: 'grant'; readonly grant: Grant; readonly secrets: readonly Secret[] }
  | { readonly is: 'missing'; readonly fix: string }

interface SourceInput {
  readonly name: string
  readonly scheme: Scheme
  readonly settings: SchemeSettings | undefined
  readonly env: Environment
  readonly prepared: string | undefined
  /** It is the only scheme of the document. */
  readonly isOnly: boolean
  /** Scopes that operations need. */
  readonly scopes: readonly string[]
}

const sendable = (name: string, value: string, variable?: string): string => {
  if (/^[\u0020-\u007e\u0080-\u00ff]+$/.test(value)) return value
  const where = variable === undefined ? 'the value that "prepare" returned' : shownName(variable)
  throw new RampartError('CREDENTIALS_UNUSABLE', {
    message: `"${printable(name)}": ${where} contains line breaks or characters that a header cannot contain`,
  })
}

const grantOf = (
  { scheme, settings, env, scopes }: SourceInput,
  names: VariableNames,
): Source | undefined => {
  const [clientId, clientSecret] = [held(env, names.clientId), held(env, names.clientSecret)]
  const [username, password] = [held(env, names.username), held(env, names.password)]
  const isPassword = username !== undefined && password !== undefined
  const isClient = clientId !== undefined && clientSecret !== undefined
  if ((scheme.kind !== 'oauth' && scheme.kind !== 'openid') || (!isPassword && !isClient)) return undefined
  const secrets = [password, clientSecret].flatMap((one) =>
    one === undefined ? [] : [{ value: one.value, mask: maskFor(one.name) }],
  )
  const grant: Grant = {
    ...(clientId && { clientId: clientId.value }),
    ...(clientSecret && { clientSecret: clientSecret.value }),
    ...(isPassword && { user: { name: username.value, password: password.value } }),
    ...(settings?.audience !== undefined && { audience: settings.audience }),
    scopes: settings?.scopes ?? scopes,
  }
  return { is: 'grant', grant, secrets }
}

const userAndPassword = ({ scheme, env }: SourceInput, names: VariableNames): Source | undefined => {
  const username = held(env, names.username)
  const password = held(env, names.password)
  if (scheme.kind !== 'basic' || !username || !password) return undefined
  const value = `${username.value}:${password.value}`
  return { is: 'value', value, secrets: secretsOf(scheme, value, password.name, username.name) }
}

/** The fix for missing credentials, in one sentence. */
const fixOf = ({ name, scheme, settings }: SourceInput, names: VariableNames): string => {
  if (scheme.kind === 'other') {
    return `${schemeWords(scheme)} is not supported; set its credentials as "headers" in "auth" of the config file`
  }
  const isClient = scheme.kind === 'oauth' || scheme.kind === 'openid'
  const pair = (one: string, other: string): string => `${shownName(one)} and ${shownName(other)}`
  // The shortest variable, which the README names, is shown if it is read.
  const shortest = names.value.includes(onlyName) ? [onlyName] : names.value.slice(0, 1)
  const ways = [
    ...shortest.map(shownName),
    ...(scheme.kind === 'basic' ? [pair(names.username, names.password)] : []),
    ...(isClient ? [pair(names.clientId, names.clientSecret)] : []),
    ...(scheme.kind === 'oauth' && isObject(scheme.flows['password'])
      ? [pair(names.username, names.password)]
      : []),
  ]
  const own = settings ? '' : `, or name other variables as auth.${printable(name)} in the config file`
  return `set ${ways.join(', or ')} in the environment${own}`
}

/** The source of credentials: `prepare`, then named variables, then default ones. @throws RampartError */
const sourceOf = (input: SourceInput): Source => {
  const { name, scheme, settings, env, prepared, isOnly } = input
  const names = variableNames(name, settings, isOnly)
  if (scheme.kind === 'other') return { is: 'missing', fix: fixOf(input, names) }
  const given = (value: string, variable?: string): Source => ({
    is: 'value',
    value: sendable(name, value, variable),
    secrets: secretsOf(scheme, value, variable),
  })
  if (prepared !== undefined) return given(prepared.trim())
  const [value] = names.value.flatMap((one) => held(env, one) ?? [])
  if (value) return given(value.value, value.name)
  return userAndPassword(input, names) ?? grantOf(input, names) ?? { is: 'missing', fix: fixOf(input, names) }
}

/** A token is renewed this long before it expires; a short-lived one, when a fifth of its life is left. */
const earlyMs = 60_000
/** The pause before a refused renewal is repeated. */
const pauseMs = 5_000

type Service = Pick<Api, 'baseUrl' | 'origin'>

/** The credentials of one security scheme, valid and invalid. */
export class SchemeHolder {
  readonly scheme: Scheme
  readonly #secrets: Secret[]
  readonly #input: SourceInput
  readonly #service: Service
  readonly #source: Source
  #token: Token | undefined
  #renewAt = Infinity

  /** @param secrets gets those of the scheme, as they become known @throws RampartError */
  constructor(input: SourceInput, service: Service, secrets: Secret[]) {
    this.scheme = input.scheme
    this.#input = input
    this.#service = service
    this.#secrets = secrets
    this.#source = sourceOf(input)
    if (this.#source.is !== 'missing') secrets.push(...this.#source.secrets)
  }

  get fix(): string | undefined {
    return this.#source.is === 'missing' ? this.#source.fix : undefined
  }

  /** Whether the token must be fetched or renewed. */
  get isDue(): boolean {
    return this.#source.is === 'grant' && (this.#token === undefined || Date.now() >= this.#renewAt)
  }

  field(kind: 'own' | WrongCredentials): Field | undefined {
    const own = this.#source.is === 'value' ? this.#source.value : this.#token?.value
    if (kind !== 'own') return fieldOf(this.scheme, invalid(kind, wrongFor(this.scheme, own)))
    return own === undefined ? undefined : fieldOf(this.scheme, own)
  }

  /** Fetches or renews the token. @throws what `fresh` of Credentials throws. */
  async obtain(transport: Transport): Promise<void> {
    if (this.#source.is !== 'grant') return
    const { grant } = this.#source
    try {
      const began = Date.now()
      const token = await fetchToken(this.#input.name, grant, await this.#urls(transport), transport)
      const lifeMs = token.expiresAt - began
      this.#token = token
      this.#renewAt = token.expiresAt - Math.min(earlyMs, lifeMs / 5)
      this.#secrets.push(...secretsOf(this.scheme, token.value))
    } catch (error) {
      if (this.#token === undefined) throw error
      if (Date.now() >= this.#token.expiresAt)
        throw new Stopped(`the access token for "${this.#input.name}" expired and could not be renewed`)
      this.#renewAt = Date.now() + pauseMs
    }
  }

  #urls(transport: Transport): Promise<readonly URL[]> {
    const { name, scheme, settings, env, isOnly } = this.#input
    const { tokenUrl: variable } = variableNames(name, settings, isOnly)
    const configured = settings?.tokenUrl ?? held(env, variable)?.value
    const isUser = this.#source.is === 'grant' && this.#source.grant.user !== undefined
    const flow = scheme.kind === 'oauth' ? scheme.flows[isUser ? 'password' : 'clientCredentials'] : undefined
    const discovery = scheme.kind === 'openid' ? scheme.url : undefined
    const documented = textOf(member(flow, 'tokenUrl'))
    const { baseUrl, origin = '' } = this.#service
    const lookup = { baseUrl, origin, scheme: name, variable, configured, documented, discovery }
    return tokenUrls(lookup, transport)
  }
}
