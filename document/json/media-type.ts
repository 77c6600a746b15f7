/** Type and subtype of a Content-Type value, in lower case and without parameters. */
export function mediaTypeOf(contentType: string): string
/** The same for a value that may be missing. */
export function mediaTypeOf(contentType: string | undefined): string | undefined
/** The implementation of both. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(';')[0]?.trim().toLowerCase()
}

/** True for application/json and everything that ends in +json; not for application/json-seq. */
export function isJsonType(contentType: string | undefined): boolean {
  return /^[^/]+\/(.+\+)?json$/.test(mediaTypeOf(contentType) ?? '')
}
