import type { Measured } from './groups.js'
import type { Outcome } from './judging/outcome.js'
import type { DrillRule } from './rules/rule.js'

const noTime = 'time: none was left for it'
const roundedTo = 10
/** Factor for the time that a drill needs besides sending. */
const spare = 1.3

/** Counts the cases of a drill that were sent, and those without time. */
export class Unsent {
  #sent = 0
  #unsent = 0
  readonly #began = performance.now()

  /** Adds the cases of a rule. */
  note({ sent, unsent }: { readonly sent: number; readonly unsent: number }): void {
    this.#sent += sent
    this.#unsent += unsent
  }

  /** The outcome of a rule without time; without rules of severity error the drill is incomplete. */
  unreached({ severity, due }: DrillRule): Outcome {
    return severity === 'error' && due !== 'open'
      ? { state: 'inconclusive', reason: noTime }
      : { state: 'skipped', reason: noTime, lacks: 'time' }
  }

  /** The number of unsent cases, with the seconds that all cases would take; undefined when there are none. */
  get left(): Measured['unsent'] {
    if (this.#unsent === 0) return undefined
    const used = (performance.now() - this.#began) / 1000
    const needed = (spare * used * (this.#sent + this.#unsent)) / Math.max(1, this.#sent)
    return { cases: this.#unsent, seconds: roundedTo * Math.ceil(needed / roundedTo) }
  }

  /** Adds the advised time limit to an outcome. */
  advised(outcome: Outcome): Outcome {
    if (!('reason' in outcome) || outcome.reason !== noTime) return outcome
    const seconds = this.left?.seconds ?? 'SECONDS'
    return { ...outcome, reason: `${noTime}; give more with --for ${seconds}` }
  }
}
