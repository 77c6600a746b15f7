import type { AppliedCredentials } from '../requests/index.js'
import { isShort, type Secret } from '../../redaction/index.js'
import { maskFor, pairMaskFor } from './variables.js'
import { isObject, member, objectOf, textOf } from '../../document/index.js'
import type { SecurityScheme } from '../../runtime/surface.js'

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

const authorization = (value: string): Field => ({ in: 'header', name: 'Authorization', value })

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The field for the credentials of a scheme; undefined for schemes that are not supported. */
export function fieldOf(scheme: Scheme, value: string): Field | undefined {
  switch (scheme.kind) {
    case 'key':
      return { in: scheme.in, name: scheme.name, value }
    case 'basic':
      return authorization(`Basic ${base64(value)}`)
    case 'bearer':
    case 'oauth':
    case 'openid':
      return authorization(`Bearer ${value.replace(/^bearer /i, '')}`)
    case 'other':
      return undefined
  }
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
  // A response may echo only the second word of `Token 123...`.
  const word = value.includes(' ') ? value.slice(value.lastIndexOf(' ') + 1) : ''
  return [
    { value, mask },
    ...(word === '' ? [] : [{ value: word, mask }]),
    ...(isHidden ? [{ value: header, mask: header.replace(value, () => mask) }] : []),
  ]
}

export interface Flow {
  readonly tokenUrl?: string
}

/** The kind of a security scheme, with the parameters that are needed to send it. */
export type Scheme =
  | { readonly kind: 'key'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly kind: 'basic' }
  | { readonly kind: 'bearer'; readonly isJwt: boolean }
  | { readonly kind: 'oauth'; readonly clientCredentials?: Flow; readonly password?: Flow }
  | { readonly kind: 'openid'; readonly url: string }
  | { readonly kind: 'other'; readonly what: string }

const flowOf = (flows: unknown, name: string): Flow | undefined => {
  const flow = member(flows, name)
  if (!isObject(flow)) return undefined
  const tokenUrl = textOf(flow['tokenUrl'])
  return tokenUrl === undefined ? {} : { tokenUrl }
}

const oauthOf = (flows: unknown): Scheme => {
  const clientCredentials = flowOf(flows, 'clientCredentials')
  const password = flowOf(flows, 'password')
  return { kind: 'oauth', ...(clientCredentials && { clientCredentials }), ...(password && { password }) }
}

const httpOf = (scheme: SecurityScheme): Scheme => {
  const name = (scheme.scheme ?? '').toLowerCase()
  if (name === 'basic') return { kind: 'basic' }
  if (name === 'bearer') {
    return { kind: 'bearer', isJwt: /^jwt$/i.test(textOf(scheme['bearerFormat']) ?? '') }
  }
  return { kind: 'other', what: `HTTP authentication "${name}"` }
}

/** Reads a Security Scheme Object with its references resolved. */
export function readScheme(scheme: SecurityScheme): Scheme {
  const { type, name = '', in: location } = scheme
  if (type === 'apiKey' && (location === 'header' || location === 'query' || location === 'cookie')) {
    return { kind: 'key', in: location, name }
  }
  if (type === 'http') return httpOf(scheme)
  if (type === 'oauth2') return oauthOf(objectOf(scheme['flows']))
  if (type === 'openIdConnect') return { kind: 'openid', url: textOf(scheme['openIdConnectUrl']) ?? '' }
  return { kind: 'other', what: type === 'mutualTLS' ? 'a client certificate (mutualTLS)' : `type "${type}"` }
}

/** A scheme in words: `API key in header X-API-Key`. */
export function schemeWords(scheme: Scheme): string {
  switch (scheme.kind) {
    case 'key':
      return `API key in ${scheme.in} ${scheme.name}`
    case 'basic':
      return 'HTTP basic'
    case 'bearer':
      return 'bearer token'
    case 'oauth':
      return 'OAuth 2'
    case 'openid':
      return 'OpenID Connect'
    case 'other':
      return scheme.what
  }
}
