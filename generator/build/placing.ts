import type { JsonSchema } from '../../runtime/json-schema.js'
import type { PlacedUnit, Unit } from '../model/document.js'
import type { Home } from './homes.js'
import { identifier, SafeNames } from './names.js'
import { mapUnitSchemas, referredUnit, unitsIn } from './unit-schemas.js'

// Characters of schemas in one module, some forty kilobytes of code: to read that costs as much as to open three.
const mostTogether = 12_000

// What reaches no more than this is light.
const light = 3000

/** Lets every reference name the unit that it ends at, past those that only hand another one on. */
const withoutDetours = (units: readonly Unit[]): Unit[] => {
  const next = new Map(
    units.flatMap(({ name, schema }) => {
      const other = referredUnit(schema)
      return other === undefined ? [] : [[name, other] as const]
    }),
  )
  const end = (name: string): string => {
    const passed = new Set<string>()
    let here = name
    for (let on = next.get(here); on !== undefined && !passed.has(on); on = next.get(here)) {
      passed.add(here)
      here = on
    }
    return here
  }
  const inside = (schema: JsonSchema): JsonSchema => {
    if (typeof schema !== 'object') return schema
    const unit = schema['unit']
    const direct = typeof unit === 'string' ? { ...schema, unit: end(unit) } : schema
    return mapUnitSchemas(direct, inside)
  }
  return next.size === 0 ? [...units] : units.map((unit) => ({ ...unit, schema: inside(unit.schema) }))
}

/** A unit that may be printed together with others, and what it refers to of them. */
interface Node {
  readonly name: string
  readonly size: number
  readonly uses: readonly string[]
}

type Graph = ReadonlyMap<string, Node>

/** Nodes that are reached from `root` and were not `seen` before, each after those that it uses. */
const reachedFrom = (root: string, graph: Graph, seen: Set<string>): Node[] => {
  const order: Node[] = []
  const open: { readonly node: Node; next: number }[] = []
  const enter = (name: string | undefined): void => {
    const node = name === undefined || seen.has(name) ? undefined : graph.get(name)
    if (!node) return
    seen.add(node.name)
    open.push({ node, next: 0 })
  }
  enter(root)
  for (let top = open.at(-1); top; top = open.at(-1)) {
    if (top.next < top.node.uses.length) enter(top.node.uses[top.next++])
    else order.push(...open.splice(-1).map(({ node }) => node))
  }
  return order
}

/** How much each node reaches, those first that reach most. What is reached twice counts twice: it is an estimate. */
const byReach = (graph: Graph): string[] => {
  const reach = new Map<string, number>()
  const seen = new Set<string>()
  for (const root of graph.keys()) {
    for (const { name, size, uses } of reachedFrom(root, graph, seen)) {
      const below = uses.reduce((sum, used) => sum + (reach.get(used) ?? 0), size)
      reach.set(name, Math.min(below, Number.MAX_SAFE_INTEGER))
    }
  }
  const order = [...reach].toSorted(([a, most], [b, more]) => more - most || (a < b ? -1 : 1))
  return order.map(([name]) => name)
}

/** Whether a node and all that it reaches is little. Looks no further than it takes to tell. */
const isLight = (root: string, graph: Graph): boolean => {
  const reached = new Set([root])
  let size = 0
  for (const name of reached) {
    const node = graph.get(name)
    size += node?.size ?? 0
    if (size > light) return false
    for (const used of node?.uses ?? []) reached.add(used)
  }
  return true
}

/**
 * The groups of nodes that share a module. The last of a group is the one whose own module that is. What reaches
 * little stands apart from what reaches much, and so does not bring it along.
 */
const groupsOf = (graph: Graph): Node[][] => {
  const groups: Node[][] = []
  const seen = new Set<string>()
  for (const root of byReach(graph)) {
    const open = {
      light: { size: mostTogether, group: [] as Node[] },
      heavy: { size: mostTogether, group: [] as Node[] },
    }
    for (const node of reachedFrom(root, graph, seen)) {
      const current = open[isLight(node.name, graph) ? 'light' : 'heavy']
      if (current.size + node.size > mostTogether) {
        current.group = []
        current.size = 0
        groups.push(current.group)
      }
      current.size += node.size
      current.group.push(node)
    }
  }
  return groups
}

const graphOf = (units: readonly Unit[]): Graph => {
  const nodes = units
    .filter(({ exportName, schema }) => exportName === 'default' && referredUnit(schema) === undefined)
    .map(({ name, schema }): [string, Node] => [
      name,
      { name, size: JSON.stringify(schema).length, uses: [...new Set(unitsIn(schema))].toSorted() },
    ])
  return new Map(nodes)
}

/**
 * Decides in which module the code of each unit is printed. Units that are reached from each other share one, up to
 * a size: to load a validator takes the fewer modules the better, and none should bring much that it does not need.
 * A unit whose code stands elsewhere keeps a module of its own that hands it on.
 */
export function placeUnits(units: readonly Unit[]): PlacedUnit[] {
  const direct = withoutDetours(units)
  const modules = new Map(direct.map(({ name, module }) => [name, module]))
  const places = new Map<string, Home>()
  for (const group of groupsOf(graphOf(direct))) {
    const owner = group.at(-1)
    const module = modules.get(owner?.name ?? '')
    if (module === undefined) continue
    const names = new SafeNames(identifier)
    for (const { name } of group) {
      places.set(name, { module, exportName: name === owner?.name ? 'default' : names.get(name) })
    }
  }
  const ownPlace = ({ module, exportName }: Unit): Home => ({ module, exportName })
  return Array.from(direct, (unit) => ({ ...unit, code: places.get(unit.name) ?? ownPlace(unit) }))
}
