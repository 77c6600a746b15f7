import { entriesOf, isMethod, isObject, type Location, pointerOf } from '../../../document/index.js'
import { longestChain } from '../reading/views.js'
import { otherKinds } from '../declarations/model.js'
import type { Facts } from './facts.js'

type IsAt = (location: Location, facts: Facts) => boolean

const printed: ReadonlySet<string | undefined> = new Set(['schemas', ...otherKinds])
const unprinted = /^(examples|links|callbacks|securitySchemes)$/

/** Whether a reference leads to anything but a component of the kind that is due. */
export const isDeepReference: IsAt = (location) => {
  const { node, kind } = location
  const ref = isObject(node) && (kind === 'schema' || kind === 'object') ? node['$ref'] : undefined
  if (typeof ref !== 'string') return false
  const [, found] = /^#\/components\/(\w+)\/[^/]+$/.exec(ref) ?? []
  if (kind === 'schema') return found !== 'schemas'
  return !printed.has(found) && !unprinted.test(location.path.at(-2) ?? '')
}

/** Whether a component is no more than a reference to another of a kind that the library reads as it stands. */
export const isAlias: IsAt = (location) => {
  const { node, kind } = location
  if (kind !== 'object' || !isObject(node) || !('$ref' in node)) return false
  const { path } = location
  const isComponent = path.length === 3 && path[0] === 'components' && path[1] !== 'schemas'
  return isComponent || (path.length === 2 && path[0] === 'webhooks')
}

/** Whether nothing stands where something is due. */
export const isEmpty: IsAt = (location) =>
  location.node === null &&
  (location.kind === 'schema' || location.kind === 'object') &&
  location.path[0] !== 'info'

const holders = ['paths', 'webhooks', 'responses', 'content']

/** Whether an extension stands among things with names. */
export const isExtension: IsAt = ({ node, kind }) =>
  kind === 'object' &&
  isObject(node) &&
  holders.some((holder) => entriesOf(node[holder]).some(([name]) => name.startsWith('x-')))

/** Whether a component has a name that cannot be told from an escaped one. */
export const isNameEscaped: IsAt = ({ node }, { document: { root } }) =>
  node === root &&
  entriesOf(root['components']).some(([, components]) =>
    entriesOf(components).some(([name]) => /[%#]/.test(name)),
  )

/** Whether references, one through the other, are more than the compiler follows. */
export const isChainLong: IsAt = ({ node }, { document: { root }, views, references }) => {
  if (node !== root) return false
  const components = isObject(root['components']) ? root['components'] : {}
  const names = entriesOf(components['schemas']).map(([name]) => name)
  return (
    names.length > longestChain &&
    names.some((name) => views.endsChain(references.target(pointerOf('components', 'schemas', name))))
  )
}

/** Whether an operation has the id of another, or one that is read as a pointer. */
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
