import { isObject, pointerOf } from './pointer.js'
import { type Place, placesOf } from './walk.js'

const isName = /^#[A-Za-z_][-A-Za-z0-9._]*$/

const namesOf = ({ node, kind }: Place): string[] => {
  if (kind !== 'schema' || !isObject(node)) return []
  const names = [node['$anchor'], node['$dynamicAnchor']]
  return names.filter((name) => typeof name === 'string')
}

/** Pointers of the schemas that have an anchor, by its name; nothing for a name that several have. */
const anchorsOf = (places: readonly Place[]): ReadonlyMap<string, string | undefined> => {
  const owners = new Map<string, unknown>()
  const anchors = new Map<string, string | undefined>()
  for (const place of places) {
    for (const name of namesOf(place)) {
      const isShared = owners.has(name) && owners.get(name) !== place.node
      anchors.set(name, isShared ? undefined : (anchors.get(name) ?? pointerOf(...place.path)))
      owners.set(name, place.node)
    }
  }
  return anchors
}

/**
 * Spells references by `$anchor` as pointers, in place. So it does with `$dynamicRef` where only one schema of the
 * document has the anchor, and the reference can lead nowhere else. Others stay, to be refused or told.
 * @returns the paths of the dynamic references that stay
 */
export function resolveAnchors(root: object): (readonly string[])[] {
  const places = [...placesOf(root)].filter(({ kind }) => kind === 'schema')
  const anchors = anchorsOf(places)
  const left: (readonly string[])[] = []
  for (const { node, path } of places) {
    if (!isObject(node)) continue
    for (const keyword of ['$ref', '$dynamicRef'] as const) {
      const ref = node[keyword]
      if (typeof ref !== 'string') continue
      const pointer = isName.test(ref) ? anchors.get(ref.slice(1)) : undefined
      if (pointer === undefined && keyword === '$dynamicRef') left.push([...path, keyword])
      if (pointer === undefined) continue
      Reflect.deleteProperty(node, keyword)
      Reflect.set(node, '$ref', pointer)
    }
  }
  return left
}
