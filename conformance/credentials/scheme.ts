import { isObject, member, objectOf, textOf } from '../../document/index.js'
import type { SecurityScheme } from '../../runtime/surface.js'

/** A way to get a token of OAuth 2. */
export interface Flow {
  readonly tokenUrl?: string
}

/** What a security scheme asks for. */
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

/** Reads a Security Scheme Object, whose references were followed. */
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
