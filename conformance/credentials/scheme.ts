import type { AppliedCredentials } from '../requests/write-request.js'
import { isShort, type Secret } from '../../redaction/index.js'
import { type JsonObject, objectOf, textOf } from '../../document/index.js'
import type { SecurityScheme } from '../../runtime/surface.js'

/** The source of a header, query parameter or cookie. */
export interface SentSettings {
  /** The environment variable that holds it. */
  readonly env: string
  /** Text before the value, for instance `Token `. */
  readonly prefix?: string
}

/** The credentials of one security scheme: names of environment variables, never values. */
export interface SchemeSettings {
  /** The variable with the key or token; for HTTP basic `user:password`. */
  readonly env?: string
  /** The variable with a token; the same as `env`. */
  readonly tokenEnv?: string
  readonly usernameEnv?: string
  readonly passwordEnv?: string
  readonly clientIdEnv?: string
  readonly clientSecretEnv?: string
  /** The token URL, relative to the base URL or absolute; replaces that of the document. */
  readonly tokenUrl?: string
  /** Scopes to request; replace those that the operations need. */
  readonly scopes?: readonly string[]
  /** The audience, which some token servers require. */
  readonly audience?: string
}

/** The sources of all credentials. `headers`, `query` and `cookies` go with every request; the rest is by scheme. */
export interface AuthSettings {
  readonly headers?: Readonly<Record<string, SentSettings>>
  readonly query?: Readonly<Record<string, SentSettings>>
  readonly cookies?: Readonly<Record<string, SentSettings>>
  readonly schemes?: Readonly<Record<string, SchemeSettings>>
}

/** Members of `auth` that are not names of schemes. */
export const reservedNames = ['headers', 'query', 'cookies'] as const

export type Environment = Readonly<Record<string, string | undefined>>

/** A value of the environment with the name of its variable. */
interface Held {
  readonly value: string
  readonly name: string
}

/** The value of a variable, trimmed; undefined where it is blank or unset. */
export function held(env: Environment, name: string): Held | undefined {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? undefined : { name, value }
}

/** The prefix of the default variables: `petKey` gives RAMPART_AUTH_PET_KEY. */
const usualName = (scheme: string): string => {
  const words = scheme.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z\d]+/g, '_')
  return `RAMPART_AUTH_${words.replaceAll(/^_+|_+$/g, '').toUpperCase()}`
}

/** The default variable of a document with a single scheme. */
export const onlyName = 'RAMPART_API_KEY'

/** The variables of one scheme, in the order in which they are read. */
export interface VariableNames {
  readonly value: readonly string[]
  readonly username: string
  readonly password: string
  readonly clientId: string
  readonly clientSecret: string
  readonly tokenUrl: string
}

/** The variables from the settings, or else the default ones. */
export function variableNames(scheme: string, settings: SchemeSettings = {}, isOnly: boolean): VariableNames {
  const usual = usualName(scheme)
  const own = [settings.env, settings.tokenEnv].filter((name) => name !== undefined)
  const isNamed = own.length > 0 || settings.usernameEnv !== undefined || settings.clientIdEnv !== undefined
  return {
    value: isNamed ? own : [usual, ...(isOnly ? [onlyName] : [])],
    username: settings.usernameEnv ?? `${usual}_USERNAME`,
    password: settings.passwordEnv ?? `${usual}_PASSWORD`,
    clientId: settings.clientIdEnv ?? `${usual}_CLIENT_ID`,
    clientSecret: settings.clientSecretEnv ?? `${usual}_CLIENT_SECRET`,
    tokenUrl: `${usual}_TOKEN_URL`,
  }
}

// A usual variable name that does not look like a key, because a user may have entered the key itself.
const plainName = /^[A-Z][A-Z\d]{0,15}(_[A-Z\d]{1,16})*$/

/** The name of a variable, if it is safe to print. */
export function shownName(name: string): string {
  return plainName.test(name)
    ? name
    : 'the named variable (its name is not shown, because it may be the secret itself)'
}

const pairMaskFor = (names: readonly string[]): string => {
  const isShown = names.length > 0 && names.every((name) => plainName.test(name))
  return `[redacted user and password${isShown ? `: ${names.join(':')}` : ''}]`
}

/** The mask of a secret, with the name of its variable. */
export function maskFor(name: string | undefined, what = 'credentials'): string {
  if (name === onlyName) return '[redacted]'
  return name !== undefined && plainName.test(name) ? `[redacted: ${name}]` : `[redacted ${what}]`
}

export interface Field {
  readonly in: 'header' | 'query' | 'cookie'
  readonly name: string
  readonly value: string
}

/** Fields by location; of several with one name the first counts. */
export function appliedOf(fields: readonly Field[]): AppliedCredentials {
  const of = (location: Field['in']): (readonly [string, string])[] => {
    const seen = new Set<string>()
    return fields.flatMap((field) => {
      const name = location === 'header' ? field.name.toLowerCase() : field.name
      if (field.in !== location || seen.has(name)) return []
      seen.add(name)
      return [[field.name, field.value] as const]
    })
  }
  return { headers: of('header'), query: of('query'), cookies: of('cookie') }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The field for the credentials of a scheme; undefined for schemes that are not supported. */
export function fieldOf(scheme: Scheme, value: string): Field | undefined {
  if (scheme.kind === 'other') return undefined
  if (scheme.kind === 'key') {
    const { in: location, name, prefix } = scheme
    const isBare = prefix !== undefined && !value.toLowerCase().startsWith(`${prefix.toLowerCase()} `)
    return { in: location, name, value: isBare ? `${prefix} ${value}` : value }
  }
  const sent = scheme.kind === 'basic' ? `Basic ${base64(value)}` : `Bearer ${value.replace(/^bearer /i, '')}`
  return { in: 'header', name: 'Authorization', value: sent }
}

/**
 * The parts of a value that a response may echo alone: the second word of `Token 123`, what `Basic` encodes, and the
 * values of `sid=123; user=456`.
 */
export function partsOf(value: string): readonly string[] {
  const word = value.includes(' ') ? value.slice(value.lastIndexOf(' ') + 1) : ''
  const pair = /^basic /i.test(value) ? Buffer.from(word, 'base64').toString() : ''
  // A short value may be a setting, such as the theme in a cookie.
  const named = [...value.matchAll(/\w="?([^\s;,"]+)/g)].flatMap(([, one = '']) =>
    isShort(one) ? [] : [one],
  )
  return [word, pair, pair.slice(pair.indexOf(':') + 1), ...named].filter((part) => part !== '')
}

/**
 * The secrets of a scheme's credentials.
 * @param variable the variable that holds them, or the password alone
 * @param userVariable the variable that holds the user of HTTP basic, where it has one of its own
 */
export function secretsOf(
  scheme: Scheme,
  value: string,
  variable?: string,
  userVariable?: string,
): readonly Secret[] {
  const mask = maskFor(variable)
  if (scheme.kind === 'basic') {
    const encoded = base64(value)
    const password = value.slice(value.indexOf(':') + 1)
    const whole = pairMaskFor([userVariable, variable].flatMap((one) => one ?? []))
    return [
      { value: password, mask: maskFor(variable, 'password') },
      { value, mask: whole },
      { value: encoded, mask: whole },
      { value: `Basic ${encoded}`, mask: `Basic ${whole}` },
    ]
  }
  // Short secrets are redacted only as whole values, so the whole header is one.
  const header = fieldOf(scheme, value)?.value
  const isHidden = header !== undefined && header !== value && isShort(value)
  return [
    { value, mask },
    ...partsOf(value).map((part) => ({ value: part, mask })),
    ...(isHidden ? [{ value: header, mask: header.replace(value, () => mask) }] : []),
  ]
}

/** The kind of a security scheme, with the parameters that are needed to send it. */
export type Scheme =
  | {
      readonly kind: 'key'
      readonly in: 'header' | 'query' | 'cookie'
      readonly name: string
      /** The word that the description wants before the key, such as `Token`. */
      readonly prefix?: string
    }
  | { readonly kind: 'basic' }
  | { readonly kind: 'bearer'; readonly isJwt: boolean }
  | { readonly kind: 'oauth'; readonly flows: JsonObject }
  | { readonly kind: 'openid'; readonly url: string }
  | { readonly kind: 'other'; readonly what: string }

const httpOf = (scheme: SecurityScheme): Scheme => {
  const name = (scheme.scheme ?? '').toLowerCase()
  if (name === 'basic') return { kind: 'basic' }
  if (name === 'bearer') {
    return { kind: 'bearer', isJwt: /^jwt$/i.test(textOf(scheme['bearerFormat']) ?? '') }
  }
  return { kind: 'other', what: `HTTP authentication "${name}"` }
}

// The sentence of drf-spectacular, for instance: `Token-based authentication with required prefix "Token"`.
const prefixIn = (description: string): string | undefined => /\bprefix "(\w+)"/.exec(description)?.[1]

/** Reads a Security Scheme Object with its references resolved. */
export function readScheme(scheme: SecurityScheme): Scheme {
  const { type, name = '', in: location } = scheme
  if (type === 'apiKey' && (location === 'header' || location === 'query' || location === 'cookie')) {
    const prefix = /^authorization$/i.test(name) ? prefixIn(textOf(scheme['description']) ?? '') : undefined
    return { kind: 'key', in: location, name, ...(prefix !== undefined && { prefix }) }
  }
  if (type === 'http') return httpOf(scheme)
  if (type === 'oauth2') return { kind: 'oauth', flows: objectOf(scheme['flows']) }
  if (type === 'openIdConnect') return { kind: 'openid', url: textOf(scheme['openIdConnectUrl']) ?? '' }
  return { kind: 'other', what: type === 'mutualTLS' ? 'a client certificate (mutualTLS)' : `type "${type}"` }
}

const words = {
  basic: 'HTTP basic',
  bearer: 'bearer token',
  oauth: 'OAuth 2',
  openid: 'OpenID Connect',
} as const

/** A scheme in words: `API key in header X-API-Key`. */
export function schemeWords(scheme: Scheme): string {
  if (scheme.kind === 'key') return `API key in ${scheme.in} ${scheme.name}`
  return scheme.kind === 'other' ? scheme.what : words[scheme.kind]
}
