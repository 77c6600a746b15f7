import { once } from '../../document/index.js'
import { foldByCause } from '../causes/fold.js'
import { judgeExchange } from '../checks/judge.js'
import { type ExploreRule, exploreRules } from '../model/document-rules.js'
import type { Finding, Violation } from '../model/finding.js'
import type { Observation, Observer } from '../model/observation.js'
import type { JudgedRule, RulePack } from './registry.js'

/** The violations of an exchange by each rule that judged it. */
type Seen = ReadonlyMap<string, readonly Violation[]>

/** The document that judges an exchange; with an unknown version or operation, another one judges only failures. */
const basisOf = ({ api, operation, inOther, tolerances }: Observation) =>
  api && operation
    ? { api, operation, tolerances }
    : inOther && { ...inOther, tolerances: { ...tolerances, isElsewhere: true } }

/** Cached, because every observer asks for the judgement of an exchange. */
const seenIn = once(async (observation: Observation): Promise<Seen> => {
  const { exchange } = observation
  const basis = basisOf(observation)
  if (!basis) return new Map()
  const judgement = await judgeExchange(basis.api, basis.operation, exchange, basis.tolerances)
  const found = foldByCause(judgement.violations)
  const violationOf = ({ evidence: _own, occurrences: _one, ...finding }: Finding): Violation =>
    Object.assign(finding, { exchange })
  return new Map(judgement.judged.map((rule) => [rule, (found.get(rule) ?? []).map(violationOf)] as const))
})

const ruleOf = ([id, { title, section, severity, statement }]: readonly [
  string,
  ExploreRule,
]): JudgedRule => {
  const observe: Observer = async (observation) => (await seenIn(observation)).get(id)
  const judge = id.startsWith('answers/')
    ? ({ kind: 'observer', observe } as const)
    : ({ kind: 'cases' } as const)
  return { id, title, section, severity, statement, ...judge, versions: 'all', needs: [] }
}

/** The rules that follow from any document. Those about responses judge every exchange, of any origin. */
export const documentPack: RulePack = {
  name: 'documents',
  appliesTo: () => true,
  rules: Object.entries(exploreRules).map(ruleOf),
}
