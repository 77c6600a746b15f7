/** A key as it stands in a JSON Pointer. */
export const escapeKey = (key: string): string =>
  key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key

const unescapeKey = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~')

/** The keys of a pointer in fragment form (`#/paths/~1a`), unescaped. */
export const keysOf = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeKey)

/** A pointer with a further key. */
export const pointerTo = (pointer: string, key: string | number): string =>
  typeof key === 'number' ? `${pointer}/${key}` : `${pointer}/${escapeKey(key)}`

/** The last key of a pointer, unescaped. */
export const lastKey = (pointer: string): string => unescapeKey(pointer.slice(pointer.lastIndexOf('/') + 1))

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The pointer that a `$ref` of the document to itself means, decoded; nothing for anchors and other documents. */
export const pointerOfRef = (ref: string): string | undefined =>
  ref === '#' || ref.startsWith('#/') ? decoded(ref) : undefined
