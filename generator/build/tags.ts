import { isObject, locate } from '../../document/index.js'
import type { LoadedDocument, Tag } from '../model/document.js'
import type { NamedOperation } from './operations.js'

/** The tag of operations without one. */
const untagged = 'default'

const tagsAt = (document: LoadedDocument, { path, method }: NamedOperation): readonly string[] => {
  const item = locate(document.root, ['paths', path])?.path ?? []
  const tags = locate(document.root, [...item, method])?.node['tags']
  const names = (Array.isArray(tags) ? tags : []).filter((tag) => typeof tag === 'string' && tag !== '')
  return names.length === 0 ? [untagged] : [...new Set(names)]
}

/** The tags of operations: in the order of the document, then those that it does not list as operations name them. */
export function tagsOf(document: LoadedDocument, operations: readonly NamedOperation[]): readonly Tag[] {
  const { tags } = document.root
  const listed = (Array.isArray(tags) ? tags : []).filter(isObject)
  const byTag = new Map<unknown, string[]>(listed.map(({ name }) => [name, []]))
  for (const operation of operations) {
    for (const tag of tagsAt(document, operation)) {
      const known = byTag.get(tag)
      if (known) known.push(operation.name)
      else byTag.set(tag, [operation.name])
    }
  }
  return Array.from(byTag).flatMap(([name, names]) => {
    if (typeof name !== 'string' || names.length === 0) return []
    const description = listed.find((tag) => tag['name'] === name)?.['description']
    return [{ name, description: typeof description === 'string' ? description : '', operations: names }]
  })
}
