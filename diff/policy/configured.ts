import type { Direction, Effect } from '../model/change.js'
import type { Clause, Policy } from './clause.js'
import { effectsPolicy, mintingPolicy } from './minting.js'
import { isKind } from './known-changes.js'
import type { ConfiguredVerdict, PolicySettings } from './settings.js'

const directions: readonly Direction[] = ['request', 'response', 'neither']

const clause = (id: string, verdict: ConfiguredVerdict, matches: Clause['matches']): Clause => ({
  id: `configured/${id}`,
  title: `Configured for ${id}`,
  basis: 'configured',
  matches,
  verdict,
})

const clausesFor = (
  id: string,
  given: ConfiguredVerdict | Readonly<Partial<Record<Direction, ConfiguredVerdict>>>,
): Clause[] => {
  if (typeof given === 'string') return [clause(id, given, { changes: [id] })]
  return directions.flatMap((direction) => {
    const verdict = given[direction]
    return verdict === undefined
      ? []
      : [clause(`${id}/${direction}`, verdict, { changes: [id], directions: [direction] })]
  })
}

/** Ids sort before kinds because an id with a direction is more specific. */
const exactFirst = (a: string, b: string): number => Number(isKind(a)) - Number(isKind(b))

/** Replaces the verdict of a clause for unnamed changes by the one configured for its effect. */
const withVerdict = (own: Clause, settings: PolicySettings): Clause => {
  const effect: Effect | undefined = own.basis === 'unnamed' ? own.matches.effects?.[0] : undefined
  const verdict = effect === undefined ? undefined : settings.unnamed?.[effect]
  return verdict === undefined ? own : { ...own, verdict }
}

/** The policy of a config file: configured verdicts take precedence over those of its base. */
export function policyOf(settings: PolicySettings): Policy {
  const base = settings.base === 'effects' ? effectsPolicy : mintingPolicy
  const ids = Object.keys(settings.verdicts ?? {}).toSorted(exactFirst)
  const own = ids.flatMap((id) => clausesFor(id, settings.verdicts?.[id] ?? {}))
  const table = settings.table ? { ...base.table, ...settings.table } : base.table
  return {
    name: settings.name ?? (own.length > 0 || settings.unnamed ? `configured, on ${base.name}` : base.name),
    clauses: [...own, ...base.clauses.map((one) => withVerdict(one, settings))],
    ...(table && { table }),
  }
}
