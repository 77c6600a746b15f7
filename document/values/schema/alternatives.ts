import type { Schemas } from '../../schema/components.js'
import type { Bounds } from '../model/bounds.js'
import { childrenOf, tagFor } from './discriminators.js'
import { below, type Clause, isSchema, type Located, type Node, targetOf } from './node.js'

/** One way to satisfy schemas: a branch of each union is chosen, and references and `allOf` are resolved. */
export interface Alternative {
  /** The schemas that the value must satisfy. `not` and the exclusivity of `oneOf` are checked by the judge. */
  readonly clauses: readonly Clause[]
  /** JSON Pointers of the chosen branches. */
  readonly branches: readonly string[]
}

/** One branch of a choice. */
interface Way {
  readonly schemas: readonly Located[]
  readonly branch?: string
}

/** A linked list, so that alternatives share a common tail without copies. */
interface Chain<Item> {
  readonly item: Item
  readonly next: Chain<Item> | undefined
}

/** A schema to satisfy, or a choice of ways. */
type Step = Located | readonly Way[]

interface State {
  readonly due: Chain<Step> | undefined
  readonly clauses: Chain<Clause> | undefined
  /** The number of clauses. */
  readonly size: number
  readonly branches: Chain<string> | undefined
}

/** The number of clauses that a lookup may scan per step. */
const clausesInStep = 1_000

const isChoice = (step: Step): step is readonly Way[] => Array.isArray(step)

const onto = <Item>(next: Chain<Item> | undefined, items: readonly Item[]): Chain<Item> | undefined =>
  items.reduceRight<Chain<Item> | undefined>((chain, item) => ({ item, next: chain }), next)

const inside = function* <Item>(chain: Chain<Item> | undefined): Iterable<Item> {
  for (let link = chain; link; link = link.next) yield link.item
}

const isNull = ({ schema }: Located): boolean => typeof schema === 'object' && schema.type === 'null'

const unions = (clause: Clause, schemas: Schemas): (readonly Way[])[] =>
  (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
    const branches = (clause.schema[keyword] ?? []).map((branch, index) =>
      below(clause.pointer, branch, keyword, index),
    )
    if (branches.length === 0) return []
    const ordered = [...branches.filter((one) => !isNull(one)), ...branches.filter(isNull)]
    return [
      ordered.map((branch) => ({
        schemas: [branch, ...tagFor(clause, branch, schemas)],
        branch: branch.pointer,
      })),
    ]
  })

const condition = ({ schema, pointer }: Clause): (readonly Way[])[] => {
  const { if: when, then = true, else: otherwise = true } = schema
  if (typeof when !== 'object' || when === null) return []
  const at = (keyword: string, one: unknown): Located[] =>
    isSchema(one) ? [below(pointer, one, keyword)] : []
  return [[{ schemas: [...at('if', when), ...at('then', then)] }, { schemas: at('else', otherwise) }]]
}

/** For a schema with a discriminator but without a union, the choice among the schemas that extend it. */
const extending = (clause: Clause, clauses: Chain<Clause>, schemas: Schemas): (readonly Way[])[] => {
  if (clause.schema.oneOf ?? clause.schema.anyOf) return []
  const children = childrenOf(clause, schemas)
  if (children.length === 0) return []
  const seen = new Set<unknown>([...inside(clauses)].map(({ schema }) => schema))
  const own = children.find(({ schema }) => seen.has(schema))
  const among = own === undefined ? children : [own]
  return [among.map((child) => ({ schemas: [child, ...tagFor(clause, child, schemas)] }))]
}

const stepsOf = (clause: Clause, clauses: Chain<Clause>, schemas: Schemas): Step[] => {
  const { $ref, allOf = [] } = clause.schema
  const target = targetOf($ref, schemas)
  return [
    ...(target ? [target] : []),
    ...allOf.map((one, index) => below(clause.pointer, one, 'allOf', index)),
    ...unions(clause, schemas),
    ...condition(clause),
    ...extending(clause, clauses, schemas),
  ]
}

const isIn = (clauses: Chain<Clause> | undefined, schema: unknown): boolean => {
  for (const one of inside(clauses)) if (one.schema === schema) return true
  return false
}

/**
 * The ways to satisfy schemas, in document order but null last.
 * @yields them lazily
 * @throws Spent
 */
export function* alternativesOf(node: Node, schemas: Schemas, bounds: Bounds): Iterable<Alternative> {
  const waiting: State[] = [{ due: onto(undefined, node), clauses: undefined, size: 0, branches: undefined }]
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    const { due, clauses, size, branches } = state
    bounds.take(1 + Math.floor(size / clausesInStep))
    if (!due) {
      yield { clauses: [...inside(clauses)].toReversed(), branches: [...inside(branches)].toReversed() }
      continue
    }
    const { item: step, next } = due
    if (isChoice(step)) {
      for (const { schemas: chosen, branch } of step.toReversed()) {
        const chosenBranches = branch === undefined ? branches : { item: branch, next: branches }
        waiting.push({ due: onto<Step>(next, chosen), clauses, size, branches: chosenBranches })
      }
    } else if (typeof step.schema === 'object' && !isIn(clauses, step.schema)) {
      const clause: Clause = { schema: step.schema, pointer: step.pointer }
      const known = { item: clause, next: clauses }
      const rest = onto(next, stepsOf(clause, known, schemas))
      waiting.push({ due: rest, clauses: known, size: size + 1, branches })
    } else if (step.schema !== false) {
      waiting.push({ due: next, clauses, size, branches })
    }
  }
}
