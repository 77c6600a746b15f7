const encoder = /* @__PURE__ */ new TextEncoder()

/** Bytes with a buffer of their own, as Web Crypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>

/** A body as received. */
export type RawBody = string | ArrayBuffer | ArrayBufferView

/** Encodes a string as UTF-8. */
export function bytesOf(text: string): Bytes {
  return encoder.encode(text)
}

/** The bytes of a raw body; undefined for a parsed one, which is not the signed text. */
export function rawBytes(body: unknown): Bytes | undefined {
  if (typeof body === 'string') return bytesOf(body)
  if (ArrayBuffer.isView(body)) {
    return Uint8Array.from(new Uint8Array(body.buffer, body.byteOffset, body.byteLength))
  }
  return isBuffer(body) ? new Uint8Array(body.slice(0)) : undefined
}

/** Checked by name, because buffers of another realm are not instances of this realm's class. */
const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === '[object ArrayBuffer]'

/** Concatenates byte arrays. */
export function concatenated(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Compares byte arrays in constant time. */
const equalInConstantTime = (a: Uint8Array, b: Uint8Array): boolean => {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0)
  return difference === 0
}

/** Decodes hexadecimal of either case; undefined for other text. */
export function fromHex(text: string): Bytes | undefined {
  if (text.length % 2 !== 0 || !/^[\da-f]+$/i.test(text)) return undefined
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
  )
}

/** Decodes base64 or base64url, with or without padding; undefined for other text. */
export function fromBase64(text: string): Bytes | undefined {
  const plain = text
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  if (plain.length % 4 === 1 || !/^[a-z\d+/]+$/i.test(plain)) return undefined
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0))
}

/** The part of a Node stream that is needed to read it. */
export interface NodeStream {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  on(event: 'end' | 'close' | 'error', listener: () => void): unknown
}

/** Collects the bytes of a request up to a limit; undefined if there are more, or if the request is incomplete. */
export function collected(request: NodeStream, limit: number): Promise<Bytes | undefined> {
  return new Promise((resolve) => {
    const parts: Uint8Array[] = []
    let length = 0
    request.on('data', (chunk) => {
      length += chunk.length
      if (length <= limit) parts.push(chunk)
      else resolve(undefined)
    })
    request.on('end', () => resolve(concatenated(parts)))
    // The connection is gone, so no response is needed.
    request.on('error', () => resolve(undefined))
    request.on('close', () => resolve(undefined))
  })
}

/** The secret of a webhook, or several during rotation. */
export type Secrets = string | readonly string[]

/** HMAC-SHA256 with one key. */
export type Mac = (signed: Bytes) => Promise<Uint8Array>

const macUnder = async (bytes: Bytes): Promise<Mac> => {
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return async (signed) => new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
}

// The specification does not define the bytes of a key, so every plausible reading of a secret is tried.
const readingsOf = (secret: string): Bytes[] => {
  const bare = secret.replace(/^whsec_/, '')
  const readings = [bytesOf(secret), bytesOf(bare), fromBase64(bare), fromHex(bare)]
  const usable = readings.filter((reading) => reading !== undefined).filter(({ length }) => length > 0)
  return [...new Map(usable.map((reading) => [reading.join(), reading])).values()]
}

/** The secrets that are not blank. */
export function usableSecrets(secrets: Secrets): readonly string[] {
  const list = typeof secrets === 'string' ? [secrets] : secrets
  return list.filter((secret) => typeof secret === 'string' && secret.replace(/^whsec_/, '').trim() !== '')
}

/** The possible keys of secrets: as they are, without `whsec_`, and decoded. */
export function keysOf(secrets: readonly string[]): Promise<readonly Mac[]> {
  return Promise.all(secrets.flatMap(readingsOf).map(macUnder))
}

/** Whether one of the digests matches the bytes under one of the keys. All are compared, for constant time. */
export async function isSigned(
  signed: Bytes,
  digests: readonly Uint8Array[],
  keys: readonly Mac[],
): Promise<boolean> {
  let fits = 0
  for (const own of await Promise.all(keys.map((mac) => mac(signed)))) {
    for (const digest of digests) fits |= equalInConstantTime(own, digest) ? 1 : 0
  }
  return fits === 1
}

type Values = string | number | readonly string[] | undefined

/** Headers in the forms of various servers: `Headers`, a `Map`, or a Node object. */
export type HeadersLike =
  | { forEach(each: (value: string, name: string) => void): void }
  | ReadonlyMap<string, Values>
  | Readonly<Record<string, Values>>

const isEach = (headers: HeadersLike): headers is ReadonlyMap<string, Values> =>
  typeof headers.forEach === 'function'

const entriesOf = (headers: HeadersLike): [string, Values][] => {
  if (!isEach(headers)) return Object.entries(headers)
  const entries: [string, Values][] = []
  headers.forEach((value, name) => entries.push([name, value]))
  return entries
}

/** The value of a header, by case-insensitive name; several values are joined as in HTTP. */
export function headerOf(headers: HeadersLike, name: string): string | undefined {
  const values = entriesOf(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
    .map((value) => String(value).trim())
    .filter((value) => value !== '')
  return values.length === 0 ? undefined : values.join(',')
}
