/** The values that are neither lists nor objects for which a text in a URL, a form or a header may stand. */
export function scalarsIn(text: string): unknown[] {
  const plain = text.trim()
  const number = plain === '' ? Number.NaN : Number(plain)
  return [
    text,
    ...(Number.isNaN(number) ? [] : [number]),
    // The spelling of booleans is up to the implementation, so `True` is one.
    ...(/^(true|false)$/i.test(plain) ? [plain.toLowerCase() === 'true'] : []),
    ...(plain === '' || plain === 'null' ? [null] : []),
  ]
}

/** Lists of texts, and of what they most likely stand for. */
export function listsOf(items: readonly string[]): unknown[] {
  return [items, items.map((item) => likeliest(item))]
}

/** The number, boolean or null for which a text may stand, otherwise the text. */
export function likeliest(text: string): unknown {
  return text.trim() === '' ? text : scalarsIn(text).at(-1)
}
