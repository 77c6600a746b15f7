import type { Registry } from './registry.js'
import type { DocumentOutline, RulePack } from './pack.js'

/** Those of some packs that are about the service that serves these documents. */
export function packsFor(
  packs: readonly RulePack[],
  documents: readonly DocumentOutline[],
): readonly RulePack[] {
  return packs.filter((pack) => pack.appliesTo(documents))
}

/** The rules of all of some packs, in their order. */
export function registryOf(packs: readonly RulePack[]): Registry {
  return {
    rules: packs.flatMap(({ rules }) => rules),
    observers: Object.assign({}, ...packs.map(({ observers }) => observers)) as Registry['observers'],
    secretsIn: (exchange) => packs.flatMap(({ secretsIn }) => secretsIn?.(exchange) ?? []),
    scenarios: Object.assign({}, ...packs.map(({ scenarios }) => scenarios)) as Registry['scenarios'],
  }
}
