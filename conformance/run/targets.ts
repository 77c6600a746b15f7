import { isObject, resolvePath } from '../../document/index.js'
import { isJsonType } from '../exchange/reading.js'
import { type Call, valuesAt } from '../model/case.js'

/** Members of objects further inside are not looked at. */
export const deepestNested = 4

/** The location of a value in a call: the body or a parameter location, and the names that lead to the value. */
export interface Target {
  readonly in: 'body' | 'query' | 'header' | 'cookie' | 'path'
  readonly keys: readonly string[]
}

/** A name without case and separators. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '')
}

/** The member names that lead to a value, as spelled in it; the last one may be missing. */
const spelled = (value: unknown, at: readonly string[]): string[] | undefined => {
  const [first, ...rest] = at
  if (first === undefined) return []
  if (Array.isArray(value)) {
    const index = /^\d+$/.test(first) ? first : '0'
    const keys = spelled(value[Number(index)], /^\d+$/.test(first) ? rest : at)
    return keys && [index, ...keys]
  }
  if (!isObject(value)) return undefined
  const name = Object.keys(value).find((one) => plainName(one) === plainName(first))
  if (name === undefined) return rest.length === 0 ? [first] : undefined
  const keys = spelled(value[name], rest)
  return keys && [name, ...keys]
}

/** The names that lead to each member of that name. */
export function namedBelow(value: unknown, name: string, keys: readonly string[] = []): readonly string[][] {
  if (keys.length === deepestNested || typeof value !== 'object' || value === null) return []
  const found = Object.keys(value).flatMap((key) => (plainName(key) === name ? [[...keys, key]] : []))
  return found.concat(...Object.entries(value).map(([key, one]) => namedBelow(one, name, [...keys, key])))
}

/** The locations of values, those that refusals mostly are about first. */
export const locationsIn = ['body', 'query', 'header', 'path', 'cookie'] as const

/** The body of a call; where it was sent without its optional one, an empty one to which members are added. */
export function bodyOf({ body, operation: { requestBody } }: Call): Call['body'] {
  const mediaType = Object.keys(requestBody?.content ?? {}).find((one) => isJsonType(one))
  return body ?? (mediaType === undefined ? undefined : { mediaType, value: {} })
}

/** The value at a location. Prefixes that frameworks add, such as `body` or a type name, are skipped. */
export function targetOf(
  call: Call,
  at: readonly string[],
  full: Call | undefined,
  isMissing: boolean,
): Target | undefined {
  for (let start = 0; start < at.length; start++)
    for (const of of [call, ...(full ? [full] : [])])
      for (const location of locationsIn) {
        const keys = spelled(valuesAt(of, location), at.slice(start))
        if (keys && resolvePath(valuesAt(of, location), keys) !== undefined) return { in: location, keys }
      }
  const name = at.at(-1)
  // Some refusals name a member without those that lead to it.
  const isAlone = at.length === 1 && !isMissing
  const [inner, ...others] = isAlone ? namedBelow(call.body?.value, plainName(name ?? '')) : []
  if (inner && others.length === 0) return { in: 'body', keys: inner }
  // A missing value without an example is a parameter of that name, or a member of the body or of an object in it.
  const parameter = call.operation.parameters.find((one) => plainName(one.name) === plainName(name ?? ''))
  if (name === undefined || (!parameter && !isObject(bodyOf(call)?.value))) return undefined
  if (parameter) return { in: parameter.in, keys: [parameter.name] }
  const inside = at
    .map((_, start) => spelled(call.body?.value, at.slice(start)))
    .find((keys) => keys && isObject(resolvePath(call.body?.value, keys.slice(0, -1))))
  return { in: 'body', keys: inside ?? [name] }
}
