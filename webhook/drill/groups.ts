import { judgeWindow } from './judging/judge-window.js'
import type { Window } from './judging/measure-window.js'
import type { Outcome } from './judging/outcome.js'
import { judgeObserved } from './observed/judge-observed.js'
import type { DrillOptions } from './options.js'
import type { GroupRule } from './rules/rule.js'
import type { DeliveryFactory } from './sending/delivery-factory.js'
import type { Sender } from './sending/sender.js'

/** Measurements of a receiver besides the outcomes of rules. */
export interface Measured {
  window?: Window
  /** The number of cases that there was no time for, and the duration of a drill with them in seconds. */
  unsent?: { readonly cases: number; readonly seconds: number } | undefined
}

type Outcomes = Readonly<Record<string, Outcome>>

const everyOutcome = (rules: readonly GroupRule[], outcome: Outcome): Outcomes =>
  Object.fromEntries(rules.map(({ id }) => [id, outcome]))

/** Judges rules of one group together. @returns their outcomes by id @throws TimeOver. */
export async function judgeGroup(
  rules: readonly GroupRule[],
  options: DrillOptions,
  factory: DeliveryFactory,
  sender: Sender,
  measured: Measured,
): Promise<Outcomes> {
  const [first] = rules
  if (first?.due === 'window') {
    const { window, outcome } = await judgeWindow(factory, sender)
    measured.window = window
    return everyOutcome(rules, outcome)
  }
  return judgeObserved(rules, options, factory, sender)
}
