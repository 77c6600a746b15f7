import { entriesOf, isMethod, isObject, type Location, pointerOf } from '../../../document/index.js'
import { longestChain } from '../reading/views.js'
import { otherKinds } from '../declarations/model.js'
import type { Facts } from './facts.js'

type IsAt = (location: Location, facts: Facts) => boolean

const printed: ReadonlySet<string | undefined> = new Set(['schemas', ...otherKinds])
const unprinted = /^(examples|links|callbacks|securitySchemes)$/

/** Whether the target of a reference is anything but a component of the expected kind. */
export const isDeepReference: IsAt = (location) => {
  const { node, kind } = location
  const ref = isObject(node) && (kind === 'schema' || kind === 'object') ? node['$ref'] : undefined
  if (typeof ref !== 'string') return false
  const [, found] = /^#\/components\/(\w+)\/[^/]+$/.exec(ref) ?? []
  if (kind === 'schema') return found !== 'schemas'
  return !printed.has(found) && !unprinted.test(location.path.at(-2) ?? '')
}

/** Whether a component is only a reference to another, of a kind for which the library does not follow references. */
export const isAlias: IsAt = (location) => {
  const { node, kind } = location
  if (kind !== 'object' || !isObject(node) || !('$ref' in node)) return false
  const { path } = location
  const isComponent = path.length === 3 && path[0] === 'components' && path[1] !== 'schemas'
  return isComponent || (path.length === 2 && path[0] === 'webhooks')
}

/** Whether a schema or an object is null. */
export const isEmpty: IsAt = (location) =>
  location.node === null &&
  (location.kind === 'schema' || location.kind === 'object') &&
  location.path[0] !== 'info'

const holders = ['paths', 'webhooks', 'responses', 'content']

/** Whether an extension is a member of a map of names. */
export const isExtension: IsAt = ({ node, kind }) =>
  kind === 'object' &&
  isObject(node) &&
  holders.some((holder) => entriesOf(node[holder]).some(([name]) => name.startsWith('x-')))

/** Whether the name of a component contains characters that look like escapes. */
export const isNameEscaped: IsAt = ({ node }, { document: { root } }) =>
  node === root &&
  entriesOf(root['components']).some(([, components]) =>
    entriesOf(components).some(([name]) => /[%#]/.test(name)),
  )

/** Whether a chain of references is longer than the compiler can follow. */
export const isChainLong: IsAt = ({ node }, { document: { root }, views, references }) => {
  if (node !== root) return false
  const components = isObject(root['components']) ? root['components'] : {}
  const names = entriesOf(components['schemas']).map(([name]) => name)
  return (
    names.length > longestChain &&
    names.some((name) => views.endsChain(references.target(pointerOf('components', 'schemas', name))))
  )
}

/** Whether an operationId is not unique, or could be read as a pointer. */
export const isIdOdd: IsAt = (location, { repeatedIds }) => {
  const { node, kind } = location
  if (kind !== 'object' || !isObject(node) || !('operationId' in node)) return false
  const id = node['operationId']
  const isOdd = typeof id !== 'string' || repeatedIds.has(id) || /[%#]/.test(id)
  return isOdd && isMethod(location.path.at(-1) ?? '')
}

/** Whether a parameter or header is described by a media type. */
export const isContentParameter: IsAt = ({ node }) =>
  isObject(node) && 'in' in node && 'name' in node && 'content' in node && !('schema' in node)

/** Whether a media type is a sequence of items. */
export const isSequence: IsAt = ({ node, kind }) =>
  kind === 'object' && isObject(node) && 'itemSchema' in node
