import { walk } from '../../document/index.js'

/** The scalar values that a text in a URL, a form or a header may mean. */
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

/** Lists of texts, and of their most likely values. */
export function listsOf(items: readonly string[]): unknown[] {
  return [items, items.map((item) => likeliest(item))]
}

/** The number, boolean or null that a text may mean, otherwise the text. */
export function likeliest(text: string): unknown {
  return text.trim() === '' ? text : scalarsIn(text).at(-1)
}

/** The nested texts, numbers and booleans of a JSON value. */
export function nestedScalars(value: unknown): (string | number | boolean)[] {
  return walk(value).flatMap(([, one]) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [one] : [],
  )
}
