import type { Schemas } from '../../schema/components.js'
import { childrenOf, tagFor } from './discriminators.js'
import { below, type Clause, type Located, type Node, targetOf } from './node.js'

/** One way to satisfy schemas: a branch of each union is chosen, and references and `allOf` are dissolved. */
export interface Alternative {
  /** All that the value has to satisfy, leaving `not` and what unions exclude to the judge. */
  readonly clauses: readonly Clause[]
  /** JSON Pointers of the branches that were chosen. */
  readonly branches: readonly string[]
}

/** Ways to go on, one of which is taken. */
interface Choice {
  readonly ways: readonly { readonly schemas: readonly Located[]; readonly branch?: string }[]
}

type Step = Located | Choice

const isChoice = (step: Step): step is Choice => 'ways' in step

const isNull = ({ schema }: Located): boolean => typeof schema === 'object' && schema.type === 'null'

const unions = (clause: Clause, schemas: Schemas): Choice[] =>
  (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
    const branches = (clause.schema[keyword] ?? []).map((branch, index) =>
      below(clause.pointer, branch, keyword, index),
    )
    if (branches.length === 0) return []
    const ordered = [...branches.filter((one) => !isNull(one)), ...branches.filter(isNull)]
    return [
      {
        ways: ordered.map((branch) => ({
          schemas: [branch, ...tagFor(clause, branch, schemas)],
          branch: branch.pointer,
        })),
      },
    ]
  })

const condition = ({ schema, pointer }: Clause): Choice[] => {
  const { if: when, then = true, else: otherwise = true } = schema
  if (typeof when !== 'object' || when === null) return []
  const isSchema = (one: unknown): one is Located['schema'] =>
    typeof one === 'object' || typeof one === 'boolean'
  const at = (keyword: string, one: unknown): Located[] =>
    isSchema(one) ? [below(pointer, one, keyword)] : []
  return [
    { ways: [{ schemas: [...at('if', when), ...at('then', then)] }, { schemas: at('else', otherwise) }] },
  ]
}

/** Objects of a schema with a discriminator, and without a union, are those of the schemas that extend it. */
const extending = (clause: Clause, seen: ReadonlySet<unknown>, schemas: Schemas): Choice[] => {
  if (clause.schema.oneOf ?? clause.schema.anyOf) return []
  const children = childrenOf(clause, schemas)
  const own = children.find(({ schema }) => seen.has(schema))
  const among = own === undefined ? children : [own]
  if (among.length === 0) return []
  return [{ ways: among.map((child) => ({ schemas: [child, ...tagFor(clause, child, schemas)] })) }]
}

const stepsOf = (clause: Clause, seen: ReadonlySet<unknown>, schemas: Schemas): Step[] => {
  const { $ref, allOf = [] } = clause.schema
  const target = $ref === undefined ? undefined : targetOf($ref, schemas)
  return [
    ...(target ? [target] : []),
    ...allOf.map((one, index) => below(clause.pointer, one, 'allOf', index)),
    ...unions(clause, schemas),
    ...condition(clause),
    ...extending(clause, seen, schemas),
  ]
}

interface State {
  readonly clauses: readonly Clause[]
  readonly branches: readonly string[]
  readonly seen: ReadonlySet<unknown>
}

const spread = function* (steps: readonly Step[], state: State, schemas: Schemas): Iterable<Alternative> {
  const [step, ...rest] = steps
  if (step === undefined) {
    yield { clauses: state.clauses, branches: state.branches }
  } else if (isChoice(step)) {
    for (const { schemas: chosen, branch } of step.ways) {
      const branches = branch === undefined ? state.branches : [...state.branches, branch]
      yield* spread([...chosen, ...rest], { ...state, branches }, schemas)
    }
  } else if (typeof step.schema === 'object' && !state.seen.has(step.schema)) {
    const clause: Clause = { schema: step.schema, pointer: step.pointer }
    const seen = new Set([...state.seen, step.schema])
    const clauses = [...state.clauses, clause]
    yield* spread([...stepsOf(clause, seen, schemas), ...rest], { ...state, clauses, seen }, schemas)
  } else if (step.schema !== false) {
    yield* spread(rest, state, schemas)
  }
}

/** The ways to satisfy schemas, lazily; in the order of the document, but null last. */
export function alternativesOf(node: Node, schemas: Schemas): Iterable<Alternative> {
  return spread(node, { clauses: [], branches: [], seen: new Set() }, schemas)
}
