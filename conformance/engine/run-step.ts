import { type Judged, sumObservations } from './judged.js'
import { publish } from './publish.js'
import { runRule } from './run-rule.js'
import type { Step } from './schedule.js'
import type { Session } from './session.js'

/** Judges one step, with what the observers saw meanwhile. No secret is part of the judgement. */
export async function runStep({ rule, version }: Step, session: Session): Promise<Judged> {
  const result = await runRule(rule, session, version)
  return publish({ result, observed: sumObservations(session.takeObservations()) }, session.redact)
}
