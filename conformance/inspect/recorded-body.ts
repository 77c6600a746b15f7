import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { memberAt } from '../../document/index.js'
import { primitiveText } from './primitive-text.js'

const largestBody = 64 * 1024 * 1024
const bounds = { maxOutputLength: largestBody }

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, bounds),
  'x-gzip': (bytes) => gunzipSync(bytes, bounds),
  deflate: (bytes) => {
    try {
      return inflateSync(bytes, bounds)
    } catch {
      return inflateRawSync(bytes, bounds)
    }
  },
  br: (bytes) => brotliDecompressSync(bytes, bounds),
  identity: (bytes) => bytes,
}

/** Recorders keep a body as it came or as it reads, and the header says the same of both: what unpacks was packed. */
const unpacked = (bytes: Buffer, encodings: readonly string[]): Buffer | undefined => {
  let rest = bytes
  for (const encoding of encodings.toReversed()) {
    const decode = decoders[encoding]
    if (!decode) return undefined
    try {
      rest = decode(rest)
    } catch {
      return rest
    }
  }
  return rest
}

const decoded = (bytes: Buffer, contentType: string): string => {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

const isGzip = (text: string): boolean => text.startsWith('\u001F\u008B')

/** A recorder's facts about a body besides its text. */
export interface BodyFacts {
  /** Value of Content-Encoding. */
  readonly packing: string
  /** Value of Content-Type. */
  readonly contentType: string
  /** Bytes of the body, where the recorder says so; below 0 where it does not know. */
  readonly size: number
}

/**
 * The text of a recorded body (HAR 1.2, `content`): plain or in base64, as it came or unpacked, in its own charset.
 * Undefined where the recording does not hold it, or holds a part.
 */
export function bodyText(content: unknown, { packing, contentType, size }: BodyFacts): string | undefined {
  const text = memberAt(content, 'text')
  const encodings = packing
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  if (typeof text !== 'string' || text === '') return size === 0 ? '' : undefined
  const isBase64 = primitiveText(memberAt(content, 'encoding'))?.toLowerCase() === 'base64'
  if (isBase64 || isGzip(text)) {
    const bytes = unpacked(Buffer.from(text, isBase64 ? 'base64' : 'latin1'), encodings)
    return bytes && decoded(bytes, contentType)
  }
  // Some recorders cut long bodies; of a packed one the size is that of the package.
  const isCut = encodings.length === 0 && Buffer.byteLength(text) < size
  return isCut ? undefined : text
}
