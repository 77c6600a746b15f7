import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

const bounds = { maxOutputLength: 64 * 1024 * 1024 }

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, bounds),
  'x-gzip': (bytes) => gunzipSync(bytes, bounds),
  deflate: (bytes) => {
    // Some servers send the compressed data without the header of zlib, and clients read both.
    try {
      return inflateSync(bytes, bounds)
    } catch {
      return inflateRawSync(bytes, bounds)
    }
  },
  br: (bytes) => brotliDecompressSync(bytes, bounds),
  identity: (bytes) => bytes,
}

/** The names in a Content-Encoding header, in the order in which the body was encoded. */
export function encodingsIn(contentEncoding: string): readonly string[] {
  return contentEncoding
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/**
 * The bytes of a body before it was compressed; undefined for an unknown encoding.
 * @throws the error of zlib where the body is not compressed as its header says.
 */
export function decompressed(bytes: Buffer, contentEncoding: string): Buffer | undefined {
  return encodingsIn(contentEncoding)
    .toReversed()
    .reduce<Buffer | undefined>((rest, encoding) => rest && decoders[encoding]?.(rest), bytes)
}
