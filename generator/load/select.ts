import { RampartError } from '../../diagnostics/index.js'
import type { RawObject } from '../model/document.js'
import {
  collectReferences,
  entriesOf,
  isMethod,
  isObject,
  member,
  type NamedOperation,
  operationMatcher,
  pointerOf,
  segmentsOf,
  textOf,
  textsOf,
} from '../../document/index.js'

/** Patterns for the names of operations to include, and to exclude from those. */
export interface Selection {
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
}

type Keeps = (operation: NamedOperation) => boolean

const namedOf = (path: string, method: string, operation: unknown): NamedOperation => ({
  operationId: textOf(member(operation, 'operationId')),
  tags: textsOf(member(operation, 'tags')),
  path,
  method,
})

/** A path item without the operations that are not kept; undefined if it had operations and none is left. */
const keptItem = (path: string, item: RawObject, keeps: Keeps): RawObject | undefined => {
  const { additionalOperations, ...own } = item
  const isKept = ([method, operation]: [string, unknown]): boolean => keeps(namedOf(path, method, operation))
  const all = [...Object.entries(own).filter(([key]) => isMethod(key)), ...entriesOf(additionalOperations)]
  if (all.length > 0 && !all.some(isKept)) return undefined
  const members = Object.entries(own).filter((entry) => !isMethod(entry[0]) || isKept(entry))
  const additional = entriesOf(additionalOperations).filter(isKept)
  return {
    ...Object.fromEntries(members),
    ...(additional.length > 0 && { additionalOperations: Object.fromEntries(additional) }),
  }
}

const keptItems = (items: unknown, keeps: Keeps): RawObject =>
  Object.fromEntries(
    entriesOf(items).flatMap(([path, item]): [string, unknown][] => {
      const kept = isObject(item) ? keptItem(path, item, keeps) : item
      return kept === undefined ? [] : [[path, kept]]
    }),
  )

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
  const isIncluded = include === undefined ? () => true : operationMatcher(include)
  const isExcluded = operationMatcher(exclude ?? [])
  const keeps: Keeps = (operation) => isIncluded(operation) && !isExcluded(operation)
  const { components, paths, webhooks, ...rest } = root
  const tree = {
    ...rest,
    paths: keptItems(paths, keeps),
    ...(webhooks === undefined ? {} : { webhooks: keptItems(webhooks, keeps) }),
  }
  const left = [...Object.keys(tree.paths), ...Object.keys(tree.webhooks ?? {})]
  if (left.every((path) => path.startsWith('x-'))) {
    throw new RampartError('SELECTION_EMPTY', {
      message: `${file}: no operation has a selected tag, path or operationId`,
      where: { file },
    })
  }
  return isObject(components) ? { ...tree, components: keptComponents(tree, components) } : tree
}
