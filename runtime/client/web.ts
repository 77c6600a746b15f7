// Global types of the web where the reader's compiler knows them, and substitutes elsewhere: generated declarations
// compile without the DOM's. Each asks for its own name: asked by way of a helper that takes a name, the compiler
// works out the types of all globals.

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

/** The part of a Response that the client reads. */
export interface WebResponse {
  readonly status: number
  readonly type?: string
  readonly headers: WebHeaders
  readonly body: WebStream | null
  text(): Promise<string>
  blob(): Promise<WebBlob>
}

/** The types that a body of bytes may be given as. */
export type Bytes = string | ArrayBuffer | Uint8Array | WebBlob | WebStream

/** The types of a body when it is sent. */
export type Encoded = Bytes | WebForm | WebQuery
