import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

type Decoder = (bytes: Buffer, bounds: { readonly maxOutputLength: number }) => Buffer

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: (bytes, bounds) => {
    // Some servers send the compressed data without the header of zlib, and clients read both.
    try {
      return inflateSync(bytes, bounds)
    } catch {
      return inflateRawSync(bytes, bounds)
    }
  },
  br: brotliDecompressSync,
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

/** The bytes of a body before compression; undefined for an unknown encoding. @throws the error of zlib */
export function decompressed(bytes: Buffer, contentEncoding: string, most: number): Buffer | undefined {
  const bounds = { maxOutputLength: most }
  return encodingsIn(contentEncoding)
    .toReversed()
    .reduce<Buffer | undefined>((rest, encoding) => rest && decoders[encoding]?.(rest, bounds), bytes)
}
