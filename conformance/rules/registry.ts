import type { Surface } from '../../runtime/surface.js'
import { memberAt, operationsIn, textOf, textsOf } from '../../document/index.js'
import { jsonOrYaml } from '../exchange/reading.js'
import type { Severity } from '../model/rule.js'
import type { ServicePlan } from '../model/plan.js'
import type { Tolerances } from '../model/case.js'
import type { Scenario } from './context.js'
import type { ObserverRegistry, ObservingRule } from '../session/observer-runner.js'

/** The outline of a document's text; text that is neither JSON nor YAML has no operations. */
export function outlineOf(version: string, text: string): DocumentOutline {
  const root = parsed(text)
  const operations = operationsIn(root, 'paths').map(({ method, name, node }) => {
    const operationId = textOf(node['operationId'])
    const route = { method, path: name, tags: textsOf(node['tags']) }
    return operationId === undefined ? route : Object.assign(route, { operationId })
  })
  return { version, title: textOf(memberAt(root, 'info', 'title')) ?? '', operations }
}

const parsed = (text: string): unknown => {
  try {
    return jsonOrYaml(text)
  } catch {
    // The generator reports the syntax error with its line.
    return undefined
  }
}

/** The outline of a generated surface. */
export function outlineOfSurface({ version, title, operations }: Surface): DocumentOutline {
  return { version, title, operations: Object.values(operations) }
}

/** The packs that apply to the service with these documents. */
export function packsFor(
  packs: readonly RulePack[],
  documents: readonly DocumentOutline[],
): readonly RulePack[] {
  return packs.filter((pack) => pack.appliesTo(documents))
}

const weighed = (rule: JudgedRule, packs: readonly RulePack[]): JudgedRule[] => {
  const severity = packs.map(({ severities }) => severities?.[rule.id]).findLast((own) => own !== undefined)
  if (severity === 'off') return []
  return [severity === undefined ? rule : { ...rule, severity }]
}

/** The rules of packs for one service, with the severities that its specification sets. */
export function registryFor(packs: readonly RulePack[]): Registry {
  const registry = registryOf(packs)
  return { ...registry, rules: registry.rules.flatMap((rule) => weighed(rule, packs)) }
}

/** The rules of packs in order, with their own severities. */
export function registryOf(packs: readonly RulePack[]): Registry {
  const service = packs.find((pack) => pack.service)?.service
  const prepare = packs.find((pack) => pack.prepare)?.prepare
  return {
    ...(service && { service }),
    ...(prepare && { prepare }),
    rules: packs.flatMap(({ rules }) => rules),
    secretsIn: (exchange) => packs.flatMap(({ secretsIn }) => secretsIn?.(exchange) ?? []),
    tolerances: (served) =>
      Object.assign({}, ...packs.map(({ tolerances }) => tolerances?.(served))) as Tolerances,
  }
}

/** The members of an operation that packs may select by. */
export interface OutlinedOperation {
  readonly operationId?: string
  /** In lower case. */
  readonly method: string
  /** The path template as spelled in the document. */
  readonly path: string
  readonly tags?: readonly string[]
}

/** The members of a document that packs may select by. */
export interface DocumentOutline {
  /** Its date, or its name if it has none. */
  readonly version: string
  readonly title: string
  readonly operations: readonly OutlinedOperation[]
}

/** Related rules, and a condition on documents. */
export interface RulePack extends Registry {
  readonly name: string
  /** Whether the rules apply to the service with these documents. */
  readonly appliesTo: (documents: readonly DocumentOutline[]) => boolean
  /** Severities of other packs' rules, by id, that this pack changes; `off` where it has its own rules instead. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>
}

export type PackService = Required<Pick<ServicePlan, 'keyHeader' | 'carrier' | 'defaultVersion'>>

/** A rule with its judge: `observe` of an observer, `run` of a rule with steps of its own. Cases have their checks. */
export type JudgedRule = ObservingRule & { readonly run?: Scenario }

/** The rules of a contract. */
export interface Registry extends ObserverRegistry {
  readonly rules: readonly JudgedRule[]
  /** Makes the calls that cases start from, where documents do not show how; runs once for each version. */
  readonly prepare?: Scenario
  readonly service?: PackService
}
