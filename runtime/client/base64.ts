/** Base64 of a text in UTF-8, for HTTP Basic. Generated clients bring it along where the document needs it. */
export function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
