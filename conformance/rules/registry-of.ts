import type { Rule } from '../model/rule.js'
import type { Registry } from './registry.js'
import type { Tolerances } from '../model/observed.js'
import type { DocumentOutline, RulePack } from './pack.js'

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
