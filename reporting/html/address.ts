/** Encodes only what a fragment requires; slashes and at signs stay readable. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\uFFFD'))
    .replaceAll('%2F', '/')
    .replaceAll('%40', '@')

/** The URL fragment that opens an item. */
export function itemAddress(id: string): string {
  return `#${encoded(id)}`
}

/** A filter as a query: the values of facets by name, with `*` for all. */
export function queryOf(values: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(values)
    .map(([name, own]) => `${name}=${own.map(encoded).join(',')}`)
    .join('&')
}

/** The URL fragment that shows the items of a filter. */
export function filterAddress(query: string): string {
  return `#?${query}`
}
