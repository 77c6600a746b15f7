import {
  type ExchangeRequest,
  type ExchangeResponse,
  type HeaderList,
  jsonBody,
} from '../exchange/exchange.js'
import { isSuccess } from '../exchange/reading.js'
import { reasonOf } from '../client/failure.js'
import type { Transport } from '../client/transport.js'
import { RampartError } from '../../diagnostics/index.js'
import { member, textOf } from '../../document/index.js'
import { printable } from '../../reporting/index.js'

export interface Grant {
  readonly clientId?: string
  readonly clientSecret?: string
  /** Of the password flow. */
  readonly user?: { readonly name: string; readonly password: string }
  readonly scopes: readonly string[]
  readonly audience?: string
}

export interface Token {
  readonly value: string
  /** Unix time in milliseconds. */
  readonly expiresAt: number
}

const formOf = ({ user, scopes, audience }: Grant): Record<string, string> => ({
  ...(user
    ? { grant_type: 'password', username: user.name, password: user.password }
    : { grant_type: 'client_credentials' }),
  ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  ...(audience !== undefined && { audience }),
})

const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

/** RFC 6749, 2.3.1: a client may authenticate in the header, which every server supports, or in the form. */
const requestsFor = (grant: Grant, url: string): readonly ExchangeRequest[] => {
  const { clientId, clientSecret = '' } = grant
  const form = formOf(grant)
  const request = (more: Readonly<Record<string, string>>, headers: HeaderList): ExchangeRequest => ({
    method: 'POST',
    url,
    headers: [
      ['user-agent', 'rampart'],
      ['accept', 'application/json'],
      ['content-type', 'application/x-www-form-urlencoded'],
      ...headers,
    ],
    body: new URLSearchParams({ ...form, ...more }).toString(),
  })
  if (clientId === undefined) return [request({}, [])]
  const basic = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64')
  return [
    request({}, [['authorization', `Basic ${basic}`]]),
    request({ client_id: clientId, client_secret: clientSecret }, []),
  ]
}

const longestLifeS = 365 * 24 * 3600

const tokenIn = (response: ExchangeResponse): Token | undefined => {
  const body = isSuccess({ response }) ? jsonBody(response) : undefined
  const value = textOf(member(body, 'access_token'))
  const seconds = Number(member(body, 'expires_in') ?? longestLifeS)
  // Services say 0 of a token without an end, too.
  const lifeS = seconds > 0 ? Math.min(seconds, longestLifeS) : longestLifeS
  const isBearer = /^bearer$/i.test(textOf(member(body, 'token_type')) ?? 'bearer')
  const isSendable = value !== undefined && /^[\u0021-\u007e]+$/.test(value)
  return isSendable && isBearer ? { value, expiresAt: Date.now() + lifeS * 1000 } : undefined
}

/** The status of a refusal, with its error code if that looks like a standard one; other text may repeat secrets. */
const refusalOf = (response: ExchangeResponse): string => {
  if (response.status === 0) return response.body
  const word = textOf(member(jsonBody(response), 'error')) ?? ''
  const what = /^[a-z_]{1,40}$/.test(word) ? ` ${word}` : ''
  return `${response.status}${isSuccess({ response }) ? ' without a bearer token in "access_token"' : what}`
}

/** The response of a token server; without one the status is 0, and the body is the reason. */
export function responseTo(request: ExchangeRequest, transport: Transport): Promise<ExchangeResponse> {
  return transport
    .send(request)
    .catch((error: unknown) => ({ status: 0, headers: [], body: reasonOf(error) }))
}

/** Fetches a token from the first URL that issues one. @throws RampartError TOKEN_REFUSED. */
export async function fetchToken(
  scheme: string,
  grant: Grant,
  urls: readonly URL[],
  transport: Transport,
): Promise<Token> {
  const refusals: string[] = []
  for (const url of urls) {
    for (const request of requestsFor(grant, url.href)) {
      const response = await responseTo(request, transport)
      const token = tokenIn(response)
      if (token) return token
      refusals.push(`${url.origin}${url.pathname}: ${refusalOf(response)}`)
      // Only these statuses may mean that the other form of client authentication works.
      if (![400, 401].includes(response.status)) break
    }
  }
  throw new RampartError('TOKEN_REFUSED', {
    message: `no token for "${printable(scheme)}": ${printable([...new Set(refusals)].join('; '))}`,
  })
}
