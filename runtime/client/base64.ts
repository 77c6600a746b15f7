/** Encodes a string as UTF-8 in base64, for HTTP Basic. Generated clients import it only if the document needs it. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
