import { isObject } from '../../document/index.js'

const maxDepth = 3

type Named = readonly [name: string, text: string]

const looksLikeLocation = (text: string): boolean =>
  /^\S+$/.test(text) && (/^(?:https?:\/)?\.{0,2}\//.test(text) || /\.(?:json|ya?ml)$/.test(text))

const textsIn = (value: unknown, name = '', depth = 0): readonly Named[] => {
  if (typeof value === 'string') return looksLikeLocation(value) ? [[name, value]] : []
  if (!isObject(value) || depth > maxDepth) return []
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, `${name} ${key}`, depth + 1))
}

const only = (found: readonly Named[]): string | undefined => (found.length === 1 ? found[0]?.[1] : undefined)

/**
 * The URL or path in an entry that can only be that of its document: by its name, by the date in it, or because there
 * is no other. Undefined if that is ambiguous; then the default location of the specification applies.
 */
export function searchLocation(entry: unknown, version: string): string | undefined {
  const texts = textsIn(entry)
  return (
    only(texts.filter(([name]) => /openapi|swagger|spec|schema|contract/i.test(name))) ??
    only(texts.filter(([, text]) => text.includes(version))) ??
    only(texts.filter(([name]) => !/doc|change|guide|note|human|html|self/i.test(name)))
  )
}
