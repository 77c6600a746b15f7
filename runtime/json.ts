/** Whether a value is an object, and neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A media type without its parameters, in lower case. */
export function bareMediaType(mediaType: string): string {
  return mediaType.replace(/;.*/s, '').trim().toLowerCase()
}

/** Whether a media type is JSON: `application/json`, or any that ends in `+json`. */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(bareMediaType(mediaType))
}

/** A segment of a JSON Pointer as a key. */
export function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** A key as a segment of a JSON Pointer. */
export function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
