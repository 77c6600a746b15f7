import type { Surface } from '../../runtime/surface.js'
import { isObject, operationsIn } from '../../document/index.js'
import { jsonOrYaml } from '../exchange/json-or-yaml.js'
import type { Rule, Severity } from '../model/rule.js'
import type { Tolerances } from '../model/observed.js'
import type { Scenario } from './context.js'
import type { ObserverRegistry } from '../session/observer-runner.js'

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The outline of a document's text; one that is neither JSON nor YAML has no operations. */
export function outlineOf(version: string, text: string): DocumentOutline {
  const root = parsed(text)
  const info = isObject(root) && isObject(root['info']) ? root['info'] : {}
  const operations = operationsIn(root, 'paths').map(({ method, name, node }) => {
    const operationId = textOf(node['operationId'])
    const route = { method, path: name }
    return operationId === undefined ? route : Object.assign(route, { operationId })
  })
  return { version, title: textOf(info['title']) ?? '', operations }
}

const parsed = (text: string): unknown => {
  try {
    return jsonOrYaml(text)
  } catch {
    // What generates code from it says so, with the line.
    return undefined
  }
}

/** The outline of a document of which code was generated. */
export function outlineOfSurface({ version, title, operations }: Surface): DocumentOutline {
  return { version, title, operations: Object.values(operations) }
}

/** Those of some packs that are about the service that serves these documents. */
export function packsFor(
  packs: readonly RulePack[],
  documents: readonly DocumentOutline[],
): readonly RulePack[] {
  return packs.filter((pack) => pack.appliesTo(documents))
}

const weighed = (rule: Rule, packs: readonly RulePack[]): Rule[] => {
  const severity = packs.findLast(({ severities }) => severities?.[rule.id] !== undefined)?.severities?.[
    rule.id
  ]
  if (severity === 'off') return []
  return [severity === undefined ? rule : { ...rule, severity }]
}

/** The rules of packs that are about one service, as its specification weighs them. */
export function registryFor(packs: readonly RulePack[]): Registry {
  const registry = registryOf(packs)
  return { ...registry, rules: registry.rules.flatMap((rule) => weighed(rule, packs)) }
}

/** The rules of all of some packs, in their order and with their own weights. */
export function registryOf(packs: readonly RulePack[]): Registry {
  const service = packs.find((pack) => pack.service)?.service
  const prepare = packs.find((pack) => pack.prepare)?.prepare
  return {
    ...(service && { service }),
    ...(prepare && { prepare }),
    rules: packs.flatMap(({ rules }) => rules),
    observers: Object.assign({}, ...packs.map(({ observers }) => observers)) as Registry['observers'],
    secretsIn: (exchange) => packs.flatMap(({ secretsIn }) => secretsIn?.(exchange) ?? []),
    tolerances: (served) =>
      Object.assign({}, ...packs.map(({ tolerances }) => tolerances?.(served))) as Tolerances,
    scenarios: Object.assign({}, ...packs.map(({ scenarios }) => scenarios)) as Registry['scenarios'],
  }
}

/** One operation of a document, as far as packs choose by it. */
export interface OutlinedOperation {
  readonly operationId?: string
  /** In lower case. */
  readonly method: string
  /** The path template as the document spells it. */
  readonly path: string
}

/** One document of the service under test, as far as packs choose by it. */
export interface DocumentOutline {
  /** Its date, or the name of one that has none. */
  readonly version: string
  readonly title: string
  readonly operations: readonly OutlinedOperation[]
}

/** Rules that belong together, with what judges each, and the documents that they are about. */
export interface RulePack extends Registry {
  readonly name: string
  readonly title?: string
  /** Whether the rules are about the service that serves these documents. */
  readonly appliesTo: (documents: readonly DocumentOutline[]) => boolean
  /**
   * Rules of other packs, by id, that weigh more or less by the specification that this one is about, or are not judged
   * because it has rules of its own for that.
   */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>
}

/** How the service that a pack is about is spoken to, and how it shows what it is. */
export interface PackService {
  /** The header by which a request asks for a version. */
  readonly versionHeader: string
  /** The header that carries the key of the run. */
  readonly keyHeader: string
}

/** The rules of a contract, with the observer or the scenario that judges each, by rule id. */
export interface Registry extends ObserverRegistry {
  readonly scenarios: Readonly<Record<string, Scenario>>
  /** Calls that cases start from, where documents alone do not show how to make them; made once for each version. */
  readonly prepare?: Scenario
  /** How the service is spoken to, where a pack says so. */
  readonly service?: PackService
}
