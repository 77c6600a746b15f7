import type { ParameterValues } from '../model/call.js'

const parameter = /\{([^{}]+)\}/g

/** A path without the slash at its end. */
export function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path
}

/** A path without the names of its parameters, and without a slash at its end: equal for paths of one thing. */
export function shapeOf(path: string): string {
  return withoutSlash(path).replace(parameter, '{}')
}

/** The names of the parameters of a path, in their order. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(parameter)].map(([, name = '']) => name)
}

/** The values of a path's parameters in their order; undefined unless all of them are there. */
export function valuesInOrder(path: string, values: ParameterValues): readonly unknown[] | undefined {
  const found = parametersIn(path).map((name) => values[name])
  return found.every((value) => value !== undefined && value !== null) ? found : undefined
}

/** Values in their order by the names of a path's parameters, as far as there are values. */
export function valuesByName(path: string, values: readonly unknown[]): Record<string, unknown> {
  const names = parametersIn(path).slice(0, values.length)
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

/** A path with values in place of its parameters: a target below the base URL. */
export function targetOf(path: string, values: ParameterValues): string {
  return path.replace(parameter, (_, name: string) => encodeURIComponent(String(values[name])))
}

/** The beginning of a path up to and with one of its parameters: `/pets/{petId}` of `/pets/{petId}/photos`. */
export function pathUpTo(path: string, name: string): string {
  const end = path.indexOf(`{${name}}`)
  const slash = path.indexOf('/', end)
  return end === -1 || slash === -1 ? path : path.slice(0, slash)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A text of a URL without its escapes; as it is where they are none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A template of a path as a pattern of the paths that end with it, its values in groups. */
export function pathPattern(template: string): RegExp {
  const texts = template.split(/\{[^}]*\}/).map(escaped)
  return new RegExp(`${texts.join('([^/]*)')}/?$`)
}

/** The values of a path's parameters in a target below the base URL; undefined where it is not of that path. */
export function valuesInTarget(path: string, target: string): readonly string[] | undefined {
  const pattern = withoutSlash(path)
    .split(/\{[^{}]+\}/)
    .map(escaped)
    .join('([^/?#]+)')
  const found = new RegExp(`^${pattern}/?$`).exec(target.replace(/[?#].*$/, ''))
  return found?.slice(1).map(decoded)
}

/**
 * The target below the base URL that a URL or a reference in a response means, with its query; undefined for one
 * elsewhere.
 * @param reference as a Location header or a link of a body has it
 * @param url absolute URL of the request that was answered
 */
export function targetOfReference(reference: string, url: string, baseUrl: string): string | undefined {
  try {
    const [meant, base] = [new URL(reference, url), new URL(baseUrl)]
    const root = withoutSlash(base.pathname) === '/' ? '' : withoutSlash(base.pathname)
    if (meant.host !== base.host || !`${meant.pathname}/`.startsWith(`${root}/`)) return undefined
    return `${meant.pathname.slice(root.length) || '/'}${meant.search}`
  } catch {
    return undefined
  }
}
