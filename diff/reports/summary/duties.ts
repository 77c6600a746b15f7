import { adviceOf } from '../../catalogue/advice.js'
import type { Effect } from '../../model/change.js'
import type { ReportedChange } from '../../model/report.js'

/** The urgency of a change for a client. */
export type Duty = 'now' | 'maybe' | 'nothing'

/** The groups of changes in reports for people, the most urgent first. */
export const duties: readonly { readonly value: Duty; readonly label: string }[] = [
  { value: 'now', label: 'Must change now' },
  { value: 'maybe', label: 'May have to change' },
  { value: 'nothing', label: 'Nothing to do' },
]

const byEffect: Readonly<Record<Effect, Duty>> = {
  breaks: 'now',
  'may-break': 'maybe',
  safe: 'nothing',
  documentation: 'nothing',
}

/** The urgency of a change for a client, derived from its effect. */
export function dutyOf({ effect }: Pick<ReportedChange, 'effect'>): Duty {
  return byEffect[effect]
}

/** The advice on a change, unless it is safe, or concerns documentation alone. */
export function todoOf(change: ReportedChange, names?: string): string | undefined {
  const isIdle = dutyOf(change) === 'nothing' && !change.id.endsWith('-deprecated')
  return isIdle ? undefined : adviceOf(change, names)
}
