/** Base64 of a text in UTF-8, for HTTP Basic. Generated clients bring it along where the document needs it. */
export const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
