import type { Measured } from './groups.js'
import type { Outcome } from './judging/outcome.js'
import type { DrillRule } from './rules/rule.js'

const noTime = 'time: none was left for it'
const roundedTo = 10
/** Beside sending, a drill starts, waits and reports. */
const spare = 1.3

/** Counts the cases of a drill that were sent, and those that there was no time for. */
export class Unsent {
  #sent = 0
  #unsent = 0
  readonly #began = performance.now()

  /** Notes so many cases of a rule. */
  note({ sent, unsent }: { readonly sent: number; readonly unsent: number }): void {
    this.#sent += sent
    this.#unsent += unsent
  }

  /** A rule that there was no time for: without those of severity error the drill is incomplete. */
  unreached({ severity, due }: DrillRule): Outcome {
    return severity === 'error' && due !== 'open'
      ? { state: 'inconclusive', reason: noTime }
      : { state: 'skipped', reason: noTime, lacks: 'time' }
  }

  /** What was left out, with the seconds that all of it would take; undefined when nothing was. */
  get left(): Measured['unsent'] {
    if (this.#unsent === 0) return undefined
    const used = (performance.now() - this.#began) / 1000
    const needed = (spare * used * (this.#sent + this.#unsent)) / Math.max(1, this.#sent)
    return { cases: this.#unsent, seconds: roundedTo * Math.ceil(needed / roundedTo) }
  }

  /** The same outcome with advice, once it is known how much time all would take. */
  advised(outcome: Outcome): Outcome {
    if (!('reason' in outcome) || outcome.reason !== noTime) return outcome
    const seconds = this.left?.seconds ?? 'SECONDS'
    return { ...outcome, reason: `${noTime}; give more with --for ${seconds}` }
  }
}
