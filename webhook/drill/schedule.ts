import type { CaseRule, DrillRule, GroupRule } from './rules/rule.js'
import type { DeliveryFactory } from './sending/delivery-factory.js'
import type { Speed } from './sending/gate.js'
import { ranks } from './sending/ranks.js'
import type { Sender } from './sending/sender.js'
import type { Stage } from './stages.js'
import type { Steadiness } from './steadiness.js'

/** True for rules whose deliveries are refused: a receiver that takes nothing any more would pass them. */
export function hasRefusals({ due }: DrillRule): boolean {
  return due === 'refused' || due === 'open'
}

/** The rank of the first case of a rule. */
export function rankOf({ due, severity }: DrillRule): number {
  if (due === 'open') return ranks.open
  return severity === 'error' ? ranks.main : ranks.practice
}

/** So many rules show how long the others take. */
const fewest = 5

/** Who judges what is due. */
export interface Judges {
  readonly cases: (rule: CaseRule) => Promise<void>
  readonly group: (group: readonly GroupRule[]) => Promise<void>
}

/** Begins rules one after the other, or side by side where there would not be time for all. */
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

  /** Has all stages judged. @param speed how the receiver answers; without it everything stays one after the other */
  async run(stages: readonly Stage[], speed?: Speed): Promise<void> {
    if (this.#sender.isParallel) await this.#sideBySide(stages)
    else await this.#inSequence(stages, speed)
  }

  /** One rule after the other; side by side from where on there would not be time for the rest. */
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

  /** Everything is begun in the order of its weight, and goes as far as there is room. */
  async #sideBySide(stages: readonly Stage[]): Promise<void> {
    const tasks: (() => Promise<void>)[] = []
    for (const { cases, groups } of stages) {
      for (const rule of this.#longestFirst(cases)) tasks.push(() => this.#judges.cases(rule))
      const rank = Math.max(ranks.main, ...cases.map(rankOf))
      // No rule can be told as the one that wore the receiver out.
      const control = this.#sender.own(rank)
      if (cases.some(hasRefusals))
        tasks.push(() => this.#steadiness.control('what had to be refused', control))
      tasks.push(async () => {
        if (groups.length > 0) await this.#sender.own(rank === ranks.main ? ranks.group : rank).room()
        for (const group of groups) await this.#judges.group(group)
      })
    }
    await this.#sender.each(tasks, (task) => task())
    // What came last may have worn it out as well.
    if (stages.some(({ cases }) => cases.some(hasRefusals))) {
      await this.#steadiness.control('all that was sent', this.#sender.own(ranks.main))
    }
  }

  /** Cases of several deliveries last longest; where there is no room for many at once they would keep all others out. */
  #longestFirst(rules: readonly CaseRule[]): readonly CaseRule[] {
    const isLong = (rule: CaseRule): boolean =>
      rule.cases(this.#factory).some(({ prelude, keepsConnection }) => prelude ?? keepsConnection)
    const long = this.#sender.width > 2 ? rules.filter(isLong) : []
    return [...long, ...rules.filter((rule) => !long.includes(rule))]
  }
}
