/** A media type without its parameters, in lower case. */
export function bareMediaType(mediaType: string): string {
  return mediaType.replace(/;.*/s, '').trim().toLowerCase()
}

/** Whether a media type is JSON: `application/json`, or any that ends in `+json`. */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(bareMediaType(mediaType))
}
