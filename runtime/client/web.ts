/**
 * A global type of the web where the reader's compiler knows it, and a substitute elsewhere: generated declarations
 * compile without the DOM's.
 */
type Global<Name extends string, Otherwise> =
  typeof globalThis extends Record<Name, { prototype: infer T }> ? T : Otherwise

export type WebSignal = Global<'AbortSignal', { readonly aborted: boolean }>
export type WebHeaders = Global<'Headers', { get(name: string): string | null }>
export type WebBlob = Global<'Blob', { readonly size: number; readonly type: string }>
export type WebForm = Global<'FormData', { append(name: string, value: string): void }>
export type WebQuery = Global<'URLSearchParams', { append(name: string, value: string): void }>
export type WebStream = Global<'ReadableStream', { readonly locked: boolean }>

/** The part of a Response that the client reads. */
export interface WebResponse {
  readonly status: number
  readonly type?: string
  readonly headers: WebHeaders
  readonly body: WebStream | null
  text(): Promise<string>
  blob(): Promise<WebBlob>
}

/** What a body of bytes may be given as. */
export type Bytes = string | ArrayBuffer | Uint8Array | WebBlob | WebStream

/** What a body is when it is sent. */
export type Encoded = Bytes | WebForm | WebQuery
