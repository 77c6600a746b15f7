import { probe } from '../rules/probe.js'
import { ScenarioContext } from '../rules/context.js'
import type { StepResult } from '../model/step-result.js'
import { ifPossible } from '../model/outcome.js'
import type { RequestCount } from '../model/requests.js'
import { publish } from '../recording/publish.js'
import type { Registry } from '../rules/registry.js'
import { runRule } from './run-rule.js'
import type { Step } from './schedule.js'
import type { Session } from '../session/session.js'

/**
 * Gives the observers of a version one exchange to look at, in case no other rule was asked for.
 * @returns how many requests that took
 */
const look = async (session: Session, version: string): Promise<RequestCount> => {
  const context = new ScenarioContext(session, version, session.versions.get(version) ?? session.newest)
  await ifPossible(context.once(`look ${version}`, () => probe(context)))
  return context.requests.count
}

/**
 * Judges one step, with what the observers saw meanwhile; with what they still have to see, left to the step after it,
 * unless it is the last. No secret is part of the judgement.
 */
export async function runStep(
  registry: Registry,
  { rule, version }: Step,
  session: Session,
  isLast = true,
): Promise<StepResult> {
  const own = rule.kind === 'observer' ? undefined : await runRule(registry, rule, session, version)
  const result = own?.result ?? null
  const requests = result?.requests ?? (await look(session, version))
  if (isLast) await session.settle()
  const observed = session.takeObserved()
  const evidence = [...(own?.evidence ?? []), ...session.takeEvidence()]
  const judged = { version, requests, result, observed, evidence, traffic: session.takeTraffic() }
  return publish(judged, session.redact)
}
