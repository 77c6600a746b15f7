import type { Operation, Parameter } from '../../runtime/surface.js'
import { isObject } from '../../document/index.js'

type Values = Readonly<Record<string, unknown>>
type Pair = readonly [name: string, value: string]

/** A value that is no list and no object, as text. */
const plain = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const joiners: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' }

/** The names and values that a parameter becomes in a query, before they are escaped. */
const pairsOf = (name: string, value: unknown, parameter: Parameter | undefined): readonly Pair[] => {
  if (value === undefined) return []
  if (parameter?.content) return [[name, JSON.stringify(value)]]
  const { style = 'form', explode = style === 'form' } = parameter ?? {}
  if (Array.isArray(value)) {
    if (explode) return value.map((item: unknown) => [name, plain(item)])
    return [[name, value.map(plain).join(joiners[style] ?? ',')]]
  }
  if (!isObject(value)) return [[name, plain(value)]]
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (style === 'deepObject') return members.map(([key, member]) => [`${name}[${key}]`, plain(member)])
  if (explode) return members.map(([key, member]) => [key, plain(member)])
  return [[name, members.flatMap(([key, member]) => [key, plain(member)]).join(',')]]
}

/** The pairs of a query, each parameter in the style that the document gives it. */
export function queryPairs({ parameters }: Operation, query: Values): readonly Pair[] {
  return Object.entries(query).flatMap(([name, value]) =>
    pairsOf(
      name,
      value,
      parameters.find((one) => one.in === 'query' && one.name === name),
    ),
  )
}

const listed = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(listed).join(',')
  const text = isObject(value) ? Object.entries(value).flat().map(plain).join(',') : plain(value)
  return encodeURIComponent(text).replaceAll('%2C', ',')
}

/** A value of a parameter in the path, whose commas are escaped where they are no separators. */
const inPath = (value: unknown): string =>
  typeof value === 'object' && value !== null ? listed(value) : encodeURIComponent(plain(value))

/**
 * A path template filled with values by name.
 * @throws Error, a mistake of whoever calls, where one is missing, or has no place in the path.
 */
export function pathOf(template: string, operationId: string, values: Values): string {
  const names = new Set([...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))
  const strange = Object.keys(values).find((name) => !names.has(name))
  if (strange !== undefined) throw new Error(`the path of ${operationId} has no parameter "${strange}"`)
  return template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const { [name]: value } = values
    if (value === undefined || value === '') throw new Error(`the path of ${operationId} needs "${name}"`)
    return inPath(value)
  })
}
