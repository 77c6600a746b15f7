import { RampartError } from '../../diagnostics/index.js'
import type { RawObject } from '../model/document.js'
import {
  collectReferences,
  isMethod,
  isObject,
  pointerOf,
  segmentsOf,
  wildcard,
} from '../../document/index.js'

/** Patterns for tags and operation ids to include, and to exclude from those. */
export interface Selection {
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
}

const matcher = (patterns: readonly string[]): ((texts: readonly string[]) => boolean) => {
  const expressions = patterns.map((pattern) => wildcard(pattern))
  return (texts) => texts.some((text) => expressions.some((one) => one.test(text)))
}

const textsOf = (operation: unknown): string[] => {
  const { operationId, tags } = isObject(operation) ? operation : {}
  return [operationId, ...(Array.isArray(tags) ? tags : [])].filter((text) => typeof text === 'string')
}

const keptItems = (items: unknown, keeps: (operation: unknown) => boolean): RawObject => {
  const entries = Object.entries(isObject(items) ? items : {}).flatMap(
    ([path, item]): [string, unknown][] => {
      if (!isObject(item)) return [[path, item]]
      const members = Object.entries(item).filter(([key, value]) => !isMethod(key) || keeps(value))
      const isEmpty =
        Object.keys(item).some((key) => isMethod(key)) && !members.some(([key]) => isMethod(key))
      return isEmpty ? [] : [[path, Object.fromEntries(members)]]
    },
  )
  return Object.fromEntries(entries)
}

const componentOf = (ref: string): string => pointerOf(...segmentsOf(ref).slice(0, 3))

/** Pointers of the components that a tree needs, directly and indirectly. */
const neededComponents = (tree: RawObject, components: RawObject): Set<string> => {
  const needed = new Set(collectReferences(tree).map(({ ref }) => componentOf(ref)))
  const uses = new Map<string, string[]>()
  for (const { ref, path } of collectReferences({ components })) {
    const from = pointerOf(...path.slice(0, 3))
    uses.set(from, [...(uses.get(from) ?? []), componentOf(ref)])
  }
  for (const pointer of needed) for (const used of uses.get(pointer) ?? []) needed.add(used)
  return needed
}

const keptComponents = (tree: RawObject, components: RawObject): RawObject => {
  const needed = neededComponents(tree, components)
  return Object.fromEntries(
    Object.entries(components).map(([kind, members]) => [
      kind,
      kind === 'securitySchemes' || !isObject(members)
        ? members
        : Object.fromEntries(
            Object.entries(members).filter(([name]) => needed.has(pointerOf('components', kind, name))),
          ),
    ]),
  )
}

/**
 * A document with only the selected operations and the components that they need. Without patterns it is returned
 * unchanged.
 * @throws RampartError SELECTION_EMPTY when no operation is left.
 */
export function selectOperations(root: RawObject, { include, exclude }: Selection, file: string): RawObject {
  if (include === undefined && exclude === undefined) return root
  const isIncluded = include === undefined ? () => true : matcher(include)
  const isExcluded = matcher(exclude ?? [])
  const keeps = (operation: unknown): boolean => {
    const texts = textsOf(operation)
    return isIncluded(texts) && !isExcluded(texts)
  }
  const { components, paths, webhooks, ...rest } = root
  const tree = {
    ...rest,
    paths: keptItems(paths, keeps),
    ...(webhooks === undefined ? {} : { webhooks: keptItems(webhooks, keeps) }),
  }
  const left = [...Object.keys(tree.paths), ...Object.keys(tree.webhooks ?? {})]
  if (left.every((path) => path.startsWith('x-'))) {
    throw new RampartError('SELECTION_EMPTY', {
      message: `${file}: no operation has a tag or an operationId that is asked for`,
      where: { file },
    })
  }
  return isObject(components) ? { ...tree, components: keptComponents(tree, components) } : tree
}
