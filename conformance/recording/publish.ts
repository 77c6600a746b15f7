import { type Exchange, type HeaderList, ifRecorded } from '../exchange/exchange.js'
import { masks, variableIn } from './redact.js'
import { counted } from '../../reporting/index.js'

type Redact = (text: string) => string

const longestBody = 16 * 1024

/** Truncates a long body after redaction, because half a secret would not be recognized. */
const bodyOf = (body: string, redact: Redact, longest: number): string => {
  const clean = redact(body)
  const rest = clean.length - longest
  // A copy, because a slice would keep the whole body in memory.
  const beginning = (): string => Buffer.from(clean.slice(0, longest)).toString()
  return rest > 0 ? `${beginning()}… (${counted(rest, 'more character')})` : clean
}

const ownMasks = new Set<string>(Object.values(masks))

/** Replaces a key by its mask, which only names its owner. An empty key is not a secret. */
const keyOf = (value: string, redact: Redact): string => {
  const clean = redact(value)
  const isMasked = ownMasks.has(clean) || variableIn(clean) !== undefined
  return value === '' || isMasked ? clean : masks.otherKey
}

const headersOf = (headers: HeaderList, redact: Redact, redactKey: Redact): HeaderList =>
  headers.map(([name, value]) => [
    name,
    name.toLowerCase() === 'x-api-key' ? keyOf(value, redactKey) : redact(value),
  ])

/** An exchange without secrets, its bodies cut. @param redactKey for keys, which may be short */
export function publishExchange(
  exchange: Exchange,
  redact: Redact,
  longest = longestBody,
  redactKey = redact,
): Exchange {
  const { request, response } = exchange
  const body = ifRecorded(() => response.body, '(not recorded)')
  return {
    ...exchange,
    request: {
      ...request,
      url: redact(request.url),
      headers: headersOf(request.headers, redact, redactKey),
      ...(request.body === undefined ? {} : { body: bodyOf(request.body, redact, longest) }),
    },
    response: {
      status: response.status,
      headers: headersOf(response.headers, redact, redactKey),
      body: bodyOf(body, redact, longest),
    },
  }
}

/** Shorter than for a finding, because there is much evidence of passed rules. */
const longestEvidence = 4 * 1024

/** An exchange of a passed rule, without secrets and with truncated bodies. */
export function publishEvidence(exchange: Exchange, redact: Redact): Exchange {
  return publishExchange(exchange, redact, longestEvidence)
}

/** Members with names that refer to something, which a short secret may equal. */
const referring = new Set(['exchanges', 'id', 'lacks', 'rule', 'severity', 'state', 'version'])

const isExchange = (value: object): value is Exchange => 'request' in value && 'response' in value

const published = (value: unknown, redact: Redact, longest: number): unknown => {
  if (typeof value === 'string') return redact(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => published(one, redact, longest))
  if (isExchange(value)) return publishExchange(value, redact, longest)
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      referring.has(name) ? one : published(one, redact, longest),
    ]),
  )
}

/** Results, findings, or whatever contains them, without secrets and with truncated bodies. */
export function publish<Value>(value: Value, redact: Redact, longest = longestBody): Value {
  return published(value, redact, longest) as Value
}
