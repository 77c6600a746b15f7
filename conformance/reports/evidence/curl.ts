import { type Exchange, type HeaderList, rawByte } from '../../exchange/exchange.js'
import { masks, variableIn, variableMask } from '../../recording/redact.js'
import { isUuid } from '../../../runtime/formats.js'

const variables: Readonly<Record<string, string>> = {
  [masks.key]: '"$RAMPART_API_KEY"',
  [masks.secondKey]: '"$RAMPART_SECOND_KEY"',
  [masks.otherKey]: "'no-such-key'",
}

const literal = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A capturing group, so that `split` keeps the masks. */
const maskPattern = new RegExp(
  `(${Object.values(masks)
    .map((mask) => mask.replaceAll(/[[\]]/g, '\\$&'))
    .join('|')}|${variableMask.source})`,
)

/** A part of a shell word: the variable for a mask, otherwise the literal text. */
const spelled = (text: string): string => {
  const name = variableIn(text)
  return variables[text] ?? (name === undefined ? literal(text) : `"$${name}"`)
}

/** One word of a POSIX shell, with the variable in place of a key. */
const word = (text: string): string =>
  text
    .split(maskPattern)
    .filter((part) => part !== '')
    .map(spelled)
    .join('') || "''"

const octal = (byte: number): string => `\\0${byte.toString(8).padStart(3, '0')}`

/** A word with a body whose bytes are not all UTF-8, of which printf makes them. */
const wordOfBytes = (body: string): string => {
  const escaped = body
    .replaceAll('\\', '\\\\')
    .split(rawByte)
    .map((part) => (rawByte.test(part) ? octal(part.charCodeAt(0) & 0xff) : part))
  return `"$(printf '%b' ${literal(escaped.join(''))})"`
}

/** The first command exists on macOS, the second on Linux. */
const freshId = '$(uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid)'

/** A user and a password of HTTP basic, which curl encodes. */
const pairMask = /^Basic \[redacted user and password: ([A-Z\d_]+)(?::([A-Z\d_]+))?\]$/

const header = ([name, value]: readonly [string, string]): string => {
  const pair = pairMask.exec(value)?.slice(1)
  if (pair) return `-u "${pair.flatMap((one) => (one === undefined ? [] : [`\${${one}}`])).join(':')}"`
  if (name.toLowerCase() === 'idempotency-key' && isUuid(value)) return `-H "${name}: ${freshId}"`
  // curl sends an empty header if it ends in a semicolon, and removes one that ends in a colon.
  return `-H ${value === '' ? word(`${name};`) : word(`${name}: ${value}`)}`
}

const ownHeaders = ['Accept', 'User-Agent', 'Content-Type'] as const

/** Switches off the headers that curl adds. */
const without = (headers: HeaderList, hasBody: boolean): string[] =>
  ownHeaders
    .filter((name) => name !== 'Content-Type' || hasBody)
    .filter((name) => !headers.some(([field]) => field.toLowerCase() === name.toLowerCase()))
    .map((name) => `-H '${name}:'`)

const lengthHeaders = /^(content-length|host|connection|transfer-encoding)$/i

const methodOf = (method: string, hasBody: boolean): string[] => {
  if (method === 'HEAD') return ['--head']
  return method === 'GET' && !hasBody ? [] : ['-X', word(method)]
}

/** Truncated bodies end with a mark. */
const isCut = (body: string): boolean => /… \(\d+ more characters?\)$/.test(body)

/** A POSIX command line that repeats a published exchange, with keys from the environment and a new idempotency key. */
export function curlLine({ request }: Exchange): string {
  const { method, url, headers, body } = request
  const hasBody = body !== undefined
  return [
    'curl -sS -i --globoff --path-as-is',
    ...methodOf(method, hasBody),
    word(url),
    ...headers.filter(([name]) => !lengthHeaders.test(name)).map(header),
    ...without(headers, hasBody),
    ...(hasBody ? [`--data-raw ${rawByte.test(body) ? wordOfBytes(body) : word(body)}`] : []),
    ...(hasBody && isCut(body) ? ['# the body was longer and is cut here'] : []),
  ].join(' ')
}
