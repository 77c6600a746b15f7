import { foldByCause } from '../causes/fold.js'
import { judgeExchange } from '../checks/index.js'
import { type ExploreRule, exploreRules } from '../model/document-rules.js'
import type { Finding, Violation } from '../model/finding.js'
import type { Observation, Observer } from '../model/observation.js'
import type { JudgedRule, RulePack } from './registry.js'

/** The violations of an exchange by each rule that judged it. */
type Seen = ReadonlyMap<string, readonly Violation[]>

const isObserved = (id: string): boolean => id.startsWith('answers/')

/** The document that judges an exchange; with an unknown version or operation, another one judges only failures. */
const basisOf = ({ api, operation, inOther, tolerances }: Observation) =>
  api && operation
    ? { api, operation, tolerances }
    : inOther && { ...inOther, tolerances: { ...tolerances, isElsewhere: true } }

const judged = async (observation: Observation): Promise<Seen> => {
  const { exchange } = observation
  const basis = basisOf(observation)
  if (!basis) return new Map()
  const judgement = await judgeExchange(basis.api, basis.operation, exchange, basis.tolerances)
  const found = foldByCause(judgement.violations)
  const violationOf = ({ evidence: _own, occurrences: _one, ...finding }: Finding): Violation =>
    Object.assign(finding, { exchange })
  return new Map(judgement.judged.map((rule) => [rule, (found.get(rule) ?? []).map(violationOf)] as const))
}

/** Cached, because every observer asks for the judgement of an exchange. */
const judgements = new WeakMap<Observation, Promise<Seen>>()

const seenIn = (observation: Observation): Promise<Seen> => {
  const known = judgements.get(observation) ?? judged(observation)
  judgements.set(observation, known)
  return known
}

const observerFor =
  (id: string): Observer =>
  async (observation) =>
    (await seenIn(observation)).get(id)

const ruleOf = ([id, rule]: readonly [string, ExploreRule]): JudgedRule => ({
  id,
  ...rule,
  ...(isObserved(id) ? { kind: 'observer', observe: observerFor(id) } : { kind: 'cases' }),
  versions: 'all',
  needs: [],
})

/** The rules that follow from any document. Those about responses judge every exchange, of any origin. */
export const documentPack: RulePack = {
  name: 'documents',
  title: 'The documents of the service',
  appliesTo: () => true,
  rules: Object.entries(exploreRules).map(ruleOf),
}
