import { fromBase64, fromHex } from '../../runtime/webhooks/bytes.js'
import { mistake, type Reading } from './mistakes.js'

/** The derivation of a key from a secret: its UTF-8 bytes, or the bytes that it encodes. */
export type SecretForm = 'text' | 'base64' | 'hex'

/** A secret to try, with its name; its value is never shown. */
export interface NamedSecret {
  readonly name: string
  readonly value: string
  /** False for a secret that is tried only to identify it. */
  readonly isOwn: boolean
}

/** A key with the name of its secret. */
export interface Key {
  readonly bytes: Uint8Array
  readonly secret: string
}

const bare = (text: string): string => text.replace(/^whsec_/, '')
const trimmed = (text: string): string => text.replaceAll(/^[\s"'`\ufeff]+|[\s"'`\ufeff]+$/g, '')

/** The key of a secret; undefined where it cannot be decoded. */
export function keyOf(text: string, form: SecretForm): Uint8Array | undefined {
  if (form === 'text') return Buffer.from(text)
  return form === 'hex' ? fromHex(bare(text)) : fromBase64(bare(text))
}

type Guess = readonly [bytes: Uint8Array | undefined, Reading<unknown>['mistake']]

const notDecoded = (text: string): Guess => [
  Buffer.from(text),
  mistake('secret-not-decoded', 'the key is the text of the secret, which --secret-as says is decoded'),
]

const decoded = (text: string): Guess[] => [
  [fromBase64(bare(text)), mistake('secret-base64-decoded', 'the key is the secret decoded from base64')],
  [fromHex(bare(text)), mistake('secret-hex-decoded', 'the key is the secret decoded from hexadecimal')],
]

const prefixes = (text: string): Guess[] =>
  text.startsWith('whsec_')
    ? [[Buffer.from(bare(text)), mistake('secret-prefix', 'the key is the secret without "whsec_"')]]
    : [
        [
          Buffer.from(`whsec_${text}`),
          mistake('secret-prefix', 'the key is the secret with "whsec_" before it'),
        ],
      ]

const spaces = (text: string): Guess[] => {
  const clean = trimmed(text)
  const given = mistake('secret-white-space', 'the secret given has white space or quotation marks around it')
  const cleaned: Guess[] = clean === text || clean === '' ? [] : [[Buffer.from(clean), given]]
  const signed = mistake(
    'secret-white-space',
    'the signer has white space or quotation marks around the secret',
  )
  const padded = ['\n', '\r\n', ' '].map((end): Guess => [Buffer.from(clean + end), signed])
  const quoted = ['"', "'"].map((quote): Guess => [Buffer.from(quote + clean + quote), signed])
  return [...cleaned, ...padded, [Buffer.from(` ${clean}`), signed], ...quoted]
}

const guessesOf = ({ value }: NamedSecret, form: SecretForm): Guess[] => [
  [keyOf(value, form), undefined],
  ...(form === 'text' ? [] : [notDecoded(value)]),
  ...decoded(value),
  ...spaces(value),
  ...prefixes(value),
]

const readingsOf = (secret: NamedSecret, form: SecretForm): Reading<Key>[] =>
  guessesOf(secret, form).flatMap(([bytes, wrong]) =>
    bytes === undefined || bytes.length === 0
      ? []
      : [{ value: { bytes, secret: secret.name }, ...(wrong && { mistake: wrong }) }],
  )

const ofAnother = (reading: Reading<Key>, { name }: NamedSecret): Reading<Key> => {
  const more = reading.mistake === undefined ? '' : `, and ${reading.mistake.found}`
  return { ...reading, mistake: mistake('another-secret', `it is signed with the secret of ${name}${more}`) }
}

/** Keys that may be derived from secrets, the right one of each first, without duplicates. */
export function keyReadings(secrets: readonly NamedSecret[], form: SecretForm): readonly Reading<Key>[] {
  const all = secrets.flatMap((secret) =>
    readingsOf(secret, form).map((reading) => (secret.isOwn ? reading : ofAnother(reading, secret))),
  )
  const once = new Map<string, Reading<Key>>()
  for (const reading of all) {
    const key = Buffer.from(reading.value.bytes).toString('hex')
    if (!once.has(key)) once.set(key, reading)
  }
  return [...once.values()]
}
