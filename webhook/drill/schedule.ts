import type { CaseRule, DrillRule, GroupRule } from './rules/rule.js'
import type { DeliveryFactory } from './sending/delivery-factory.js'
import type { Speed } from './sending/gate.js'
import { ranks } from './sending/ranks.js'
import type { Sender } from './sending/sender.js'
import type { Stage } from './stages.js'
import type { Steadiness } from './steadiness.js'

/** True for rules about refused deliveries, which a receiver that refuses everything would pass. */
export function hasRefusals({ due }: DrillRule): boolean {
  return due === 'refused' || due === 'open'
}

/** The rank of the first case of a rule. */
export function rankOf({ due, severity }: DrillRule): number {
  if (due === 'open') return ranks.open
  return severity === 'error' ? ranks.main : ranks.practice
}

/** The number of rules from which the duration of the others is estimated. */
const fewest = 5

/** Judges rules. */
export interface Judges {
  readonly cases: (rule: CaseRule) => Promise<void>
  readonly group: (group: readonly GroupRule[]) => Promise<void>
}

/** Runs rules sequentially, or concurrently if there would not be time for all. */
export class Schedule {
  readonly #factory: DeliveryFactory
  readonly #sender: Sender
  readonly #steadiness: Steadiness
  readonly #judges: Judges

  constructor(factory: DeliveryFactory, sender: Sender, steadiness: Steadiness, judges: Judges) {
    this.#factory = factory
    this.#sender = sender
    this.#steadiness = steadiness
    this.#judges = judges
  }

  /** Judges all stages. @param speed the receiver's speed; without it everything is sequential */
  async run(stages: readonly Stage[], speed?: Speed): Promise<void> {
    if (this.#sender.isParallel) await this.#sideBySide(stages)
    else await this.#inSequence(stages, speed)
  }

  /** Runs rules sequentially, and switches to concurrent ones when there would not be time for the rest. */
  async #inSequence(stages: readonly Stage[], speed: Speed | undefined): Promise<void> {
    const began = performance.now()
    const all = stages.flatMap(({ cases, groups }) => [...cases, ...groups])
    let done = 0
    for (const [at, { cases, groups }] of stages.entries()) {
      for (const [index, rule] of cases.entries()) {
        const neededMs = ((performance.now() - began) / Math.max(1, done)) * (all.length - done)
        if (speed && done >= fewest && neededMs > this.#sender.leftMs / 2) {
          this.#sender.goParallel(speed)
          const rest = { cases: cases.slice(index), groups }
          await this.#sideBySide([rest, ...stages.slice(at + 1)])
          return
        }
        await this.#judges.cases(rule)
        done += 1
      }
      for (const group of groups) await this.#judges.group(group)
      done += groups.length
    }
  }

  /** Starts everything in the order of its weight, as far as there is room. */
  async #sideBySide(stages: readonly Stage[]): Promise<void> {
    const tasks: (() => Promise<void>)[] = []
    for (const { cases, groups } of stages) {
      for (const rule of this.#longestFirst(cases)) tasks.push(() => this.#judges.cases(rule))
      const rank = Math.max(ranks.main, ...cases.map(rankOf))
      // Rules run concurrently, so an overload cannot be attributed to a single rule.
      const control = this.#sender.own(rank)
      if (cases.some(hasRefusals))
        tasks.push(() => this.#steadiness.control('what had to be refused', control))
      tasks.push(async () => {
        if (groups.length > 0) await this.#sender.own(rank === ranks.main ? ranks.group : rank).room()
        for (const group of groups) await this.#judges.group(group)
      })
    }
    await this.#sender.each(tasks, (task) => task())
    // The last deliveries may have overloaded the receiver too.
    if (stages.some(({ cases }) => cases.some(hasRefusals))) {
      await this.#steadiness.control('all that was sent', this.#sender.own(ranks.main))
    }
  }

  /**
   * Cases with several deliveries take longest, so they start first, unless there is so little room that they would
   * block all others.
   */
  #longestFirst(rules: readonly CaseRule[]): readonly CaseRule[] {
    const isLong = (rule: CaseRule): boolean =>
      rule.cases(this.#factory).some(({ prelude, keepsConnection }) => prelude ?? keepsConnection)
    const long = this.#sender.width > 2 ? rules.filter(isLong) : []
    return [...long, ...rules.filter((rule) => !long.includes(rule))]
  }
}
