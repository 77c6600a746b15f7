/** A successful response with its whole body. */
export interface FetchedResponse {
  /** The final URL, after redirects. */
  readonly url: URL
  /** The essence of the content type in lower case, without parameters; empty when absent. */
  readonly mediaType: string
  readonly bytes: Uint8Array
}
