import { memberAt, objectOf, textsOf } from '../../document/index.js'
import { operationGroups } from '../tables/operations.js'
import { type Judge, lacks } from './view.js'

// Words of a name may be joined in several ways.
const plain = (name: string): string => name.replaceAll(/[\s_-]/g, '').toLowerCase()

/** The tags of a document's operations. */
const usedIn = (paths: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.values(paths).flatMap((item) =>
    Object.values(objectOf(item)).flatMap((operation) => textsOf(memberAt(operation, 'tags'))),
  )

const listedIn = (document: unknown): readonly string[] => {
  const tags = memberAt(document, 'tags')
  const names = Array.isArray(tags) ? tags.map((tag: unknown) => memberAt(tag, 'name')) : []
  return names.filter((name) => typeof name === 'string')
}

/**
 * A group is required where the document has its operations, or, if none of them is known, where it lists its groups.
 */
export const groupJudge: Judge = ({ api: { document } }) => {
  const paths = objectOf(memberAt(document, 'paths'))
  if (Object.keys(paths).length === 0) return undefined
  const listed = listedIn(document)
  const known = new Set([...usedIn(paths), ...listed].map(plain))
  if (known.size === 0) return [lacks('operations stand in groups; the document has no tags', '#/paths')]
  const segments = new Set(Object.keys(paths).flatMap((path) => path.split('/')))
  return Object.entries(operationGroups)
    .filter(([, segment]) => (segment === undefined ? listed.length > 0 : segments.has(segment)))
    .filter(([name]) => !known.has(plain(name)))
    .map(([name]) => lacks(`there is the operation group ${name}; the document has no such tag`, '#/tags'))
}
