import { isObject } from '../../document/index.js'
import { pick, UnknownShapeError } from './shape.js'

const locationNames = [
  'url',
  'href',
  'location',
  'uri',
  'specurl',
  'spec',
  'documenturl',
  'document',
  'openapiurl',
  'specification',
  'path',
  'link',
  'links',
  'file',
  'self',
  'describedby',
  'json',
  'yaml',
] as const

const relations: ReadonlySet<unknown> = new Set(['self', 'describedby', 'service-desc', ...locationNames])

/** Whether a text is a path, a URL or a file name, as opposed to a remark such as "stable" or "3.1.0". */
const isLocation = (text: string): boolean =>
  /^\S+$/.test(text) &&
  (text.includes('/') || /\d{4}-\d{2}-\d{2}/.test(text) || /\.(?:json|ya?ml)$/.test(text))

const fromLinks = (links: readonly unknown[]): string | undefined => {
  const named = links.find((link) => isObject(link) && relations.has(link['rel']))
  const chosen = named ?? (links.length === 1 ? links[0] : undefined)
  if (chosen === undefined && links.length > 0) {
    throw new UnknownShapeError('an entry has several links and none is marked as the document')
  }
  return readLocation(chosen)
}

/**
 * Reads a location: a string, `{ href }` under any sensible name, or a list of links. Undefined if there is none.
 * @throws UnknownShapeError when there is something else instead
 */
export function readLocation(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && isLocation(value)) return value
  if (Array.isArray(value)) return fromLinks(value)
  if (isObject(value)) return readLocation(pick(value, locationNames))
  throw new UnknownShapeError('an entry has something else where the location of its document should be')
}
