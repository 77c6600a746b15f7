/** As much as a fragment needs; slashes and at signs stay, so that a person can read it. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\uFFFD'))
    .replaceAll('%2F', '/')
    .replaceAll('%40', '@')

/** The fragment of the address that opens an item. */
export function itemAddress(id: string): string {
  return `#${encoded(id)}`
}

/** A filter as it stands in the address: the values of facets by their names, of which `*` is all. */
export function queryOf(values: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(values)
    .map(([name, own]) => `${name}=${own.map(encoded).join(',')}`)
    .join('&')
}

/** The fragment of the address that shows the items of a filter. */
export function filterAddress(query: string): string {
  return `#?${query}`
}
