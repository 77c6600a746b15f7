import { escapedPattern, once, onceByText, parametersIn } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { ParameterValues } from '../model/case.js'

const parameter = /\{([^{}]+)\}/g

/** A path without its trailing slash. */
export function withoutSlash(path: string): string {
  return path.replace(/(?<=.)\/+$/, '')
}

/** A path without its trailing slash, and without the format at its end: `/pets` of `/pets.json`. */
export function withoutFormat(path: string): string {
  return withoutSlash(path).replace(/(?<=[^/])\.(json|xml)$/i, '')
}

/** A path without parameter names: `/pets/{}` of `/pets/{petId}`. */
export function withoutNames(path: string): string {
  return path.replace(parameter, '{}')
}

const inParentheses = /(?<=[^/{}])\((?:\w+=)?'?(\{[^{}]+\})'?\)/g

/** A path with ids after slashes, which OData has in parentheses: `/Pets/{id}` of `/Pets({id})` and `/Pets(id='{id}')`. */
export function slashed(path: string): string {
  // Few paths have parentheses, and the expression is slow on those without.
  return path.includes('(') ? path.replaceAll(inParentheses, '/$1') : path
}

/**
 * A path without parameter names, format and trailing slash, so that spellings of one path are equal. Cached, because
 * the paths of a document are compared with each other.
 */
export const shapeOf = onceByText(50_000, (path) => withoutNames(slashed(withoutFormat(path))))

type Operations = readonly Operation[] | Readonly<Record<string, Operation>>

const byMethodAndShape = once((operations: Operations): ReadonlyMap<string, Operation> => {
  const all = Object.values(operations).toReversed()
  return new Map(all.map((one) => [`${one.method} ${shapeOf(one.path)}`, one]))
})

/** The first operation at a path, however its parameters are named. Indexed, because there may be thousands. */
export function operationAt(
  operations: Operations,
  method: Operation['method'],
  path: string,
): Operation | undefined {
  return byMethodAndShape(operations).get(`${method} ${shapeOf(path)}`)
}

const deletingVerb = /(?<=\}'?\)?)\/(?:delete|destroy|remove)\/?$/i

/** The path of the thing that an operation is about: `/pets/{id}`, also of `DELETE /pets/{id}/delete`. */
export function itemPathOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return method === 'delete' ? path.replace(deletingVerb, '') : path
}

const deletionsByShape = once((operations: Operations): ReadonlyMap<string, Operation> => {
  const all = Object.values(operations).filter(({ method }) => method === 'delete')
  // The one at the path of the thing itself counts.
  const ordered = all.toSorted((a, b) => b.path.length - a.path.length)
  return new Map(ordered.map((one) => [shapeOf(itemPathOf(one)), one]))
})

/** The operation that deletes the thing at a path, there or at `/delete` below it. */
export function deletionAt(operations: Operations, itemPath: string): Operation | undefined {
  return deletionsByShape(operations).get(shapeOf(itemPath))
}

/** The parameter that a path ends with; undefined for the path of a collection or an action. */
export function lastParameter(path: string): string | undefined {
  return /\{([^{}]+)\}'?\)?\/?$/.exec(path)?.[1]
}

/** Values in order, by the names of a path's parameters. */
export function valuesByName(path: string, values: readonly unknown[]): Record<string, unknown> {
  const names = parametersIn(path).slice(0, values.length)
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

/** A path with values in place of its parameters: a target below the base URL. */
export function targetOf(path: string, values: ParameterValues): string {
  return path.replace(parameter, (_, name: string) => encodeURIComponent(String(values[name])))
}

/**
 * The beginning of a path up to and with one of its parameters: `/pets/{petId}` of `/pets/{petId}/photos`, and of
 * `/pets/{petId}:feed`.
 */
export function pathUpTo(path: string, name: string): string {
  const start = path.indexOf(`{${name}}`)
  const length = path.slice(start).search(/\/|(?<=\}):/)
  return start === -1 || length === -1 ? path : path.slice(0, start + length)
}

/** A path, and those of the things above it, the nearest first: `/pets/{petId}/photos`, `/pets/{petId}`. */
export function pathsAbove(path: string): readonly string[] {
  const above = parametersIn(path).map((name) => pathUpTo(path, name))
  return [...new Set([path, ...above.toReversed()])]
}

/** Percent-decodes a text; an invalid one is returned unchanged. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const patternText = (template: string, value: string): string =>
  `${template
    .split(/\{[^}]*\}/)
    .map(escapedPattern)
    .join(value)}/?$`

/** A pattern for paths that end with a template, with the values as groups. */
export function pathPattern(template: string): RegExp {
  return new RegExp(patternText(template, '([^/]*)'))
}

/** The values of a path's parameters in a target below the base URL; undefined where the target does not match. */
export function valuesInTarget(path: string, target: string): readonly string[] | undefined {
  const pattern = new RegExp(`^${patternText(withoutSlash(path), '([^/?#]+)')}`)
  return pattern
    .exec(target.replace(/[?#].*$/, ''))
    ?.slice(1)
    .map(decoded)
}

/**
 * The target below a root that a reference in a response points at, with its query; undefined for other URLs.
 * @param reference from a Location header or a link in a body
 * @param url absolute URL of the request
 * @param under the root of the operation at the target; without one there is no target
 */
export function targetOfReference(reference: string, url: string, under = ''): string | undefined {
  try {
    const [meant, base] = [new URL(reference, url), new URL(under)]
    const root = withoutSlash(base.pathname) === '/' ? '' : withoutSlash(base.pathname)
    if (meant.host !== base.host || !`${meant.pathname}/`.startsWith(`${root}/`)) return undefined
    return `${meant.pathname.slice(root.length) || '/'}${meant.search}`
  } catch {
    return undefined
  }
}
