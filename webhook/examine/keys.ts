import { makeRedactor, type Redact } from '../../redaction/index.js'
import { fromBase64, fromHex } from '../../runtime/webhooks/bytes.js'
import { firstOfEach, type Mistake, mistake, type Reading, signed } from '../signing/mistakes.js'
import { keyMistakes } from '../signing/ways.js'

/** The derivation of a key from a secret: its UTF-8 bytes, or the bytes that it encodes. */
export type SecretForm = 'text' | 'base64' | 'hex'

/** A secret to try, with its name; its value is never shown. */
export interface NamedSecret {
  readonly name: string
  readonly value: string
  /** False for a secret that is tried only to identify it. */
  readonly isOwn: boolean
}

export interface Key {
  readonly bytes: Uint8Array
  readonly secret: string
}

const withoutPrefix = (text: string): string => text.replace(/^whsec_/, '')

/** The key of a secret; undefined where it cannot be decoded. */
export function keyOf(text: string, form: SecretForm): Uint8Array | undefined {
  if (form === 'text') return Buffer.from(text)
  return form === 'hex' ? fromHex(withoutPrefix(text)) : fromBase64(withoutPrefix(text))
}

const readingsOf = ({ name, value }: NamedSecret, form: SecretForm): Reading<Key>[] => {
  const right = keyOf(value, form)
  const reading = (bytes: string | Uint8Array, wrong?: Mistake): Reading<Key> => {
    return { value: { bytes: Buffer.from(bytes), secret: name }, mistake: wrong }
  }
  const found = 'the key is the text of the secret, which --secret-as says is decoded'
  return [
    ...(right === undefined ? [] : [reading(right)]),
    ...(form === 'text' ? [] : [reading(value, mistake('secret-not-decoded', found))]),
    ...keyMistakes.map((row) => reading(row.apply(value), signed(row.name, row.how))),
  ]
}

const ofAnother = (reading: Reading<Key>, { name }: NamedSecret): Reading<Key> => {
  const more = reading.mistake === undefined ? '' : `, and ${reading.mistake.found}`
  return { ...reading, mistake: mistake('another-secret', `it is signed with the secret of ${name}${more}`) }
}

/** Keys that may be derived from secrets, the right one of each first, without duplicates. */
export function keyReadings(secrets: readonly NamedSecret[], form: SecretForm): readonly Reading<Key>[] {
  const all = secrets.flatMap((secret) =>
    readingsOf(secret, form).map((reading) => (secret.isOwn ? reading : ofAnother(reading, secret))),
  )
  return firstOfEach(all, ({ value }) => value.bytes)
}

const mask = '[secret]'

const formsOf = ({ value }: NamedSecret): string[] => {
  const trimmed = value.trim()
  return [value, trimmed, trimmed.replace(/^whsec_/, '')]
}

/** Makes a function that removes secrets from a text. */
export function redactor(secrets: readonly NamedSecret[]): Redact {
  return makeRedactor([...new Set(secrets.flatMap(formsOf))].map((value) => ({ value, mask })))
}
