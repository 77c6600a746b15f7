// Global web types if the user's compiler has them, and substitutes otherwise, so that generated declarations
// compile without the DOM library. Each names its global directly: with a generic helper, the compiler
// would resolve the types of all globals.

export type WebSignal = typeof globalThis extends { AbortSignal: { prototype: infer T } }
  ? T
  : { readonly aborted: boolean }
export type WebHeaders = typeof globalThis extends { Headers: { prototype: infer T } }
  ? T
  : { get(name: string): string | null }
export type WebBlob = typeof globalThis extends { Blob: { prototype: infer T } }
  ? T
  : { readonly size: number; readonly type: string }
export type WebForm = typeof globalThis extends { FormData: { prototype: infer T } }
  ? T
  : { append(name: string, value: string): void }
export type WebQuery = typeof globalThis extends { URLSearchParams: { prototype: infer T } }
  ? T
  : { append(name: string, value: string): void }
export type WebStream = typeof globalThis extends { ReadableStream: { prototype: infer T } }
  ? T
  : { readonly locked: boolean }

/** The part of `Response` that the client uses. */
export interface WebResponse {
  readonly status: number
  readonly type?: string
  readonly headers: WebHeaders
  readonly body: WebStream | null
  text(): Promise<string>
  blob(): Promise<WebBlob>
}

/** The accepted types for a binary body. */
export type Bytes = string | ArrayBuffer | Uint8Array | WebBlob | WebStream

/** The types of an encoded body. */
export type Encoded = Bytes | WebForm | WebQuery
