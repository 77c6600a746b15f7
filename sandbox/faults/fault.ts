import type { FaultSet } from '../pipeline/fault-set.js'
import type { Behaviours } from '../api/behaviours.js'
import type { JsonObject } from './edit.js'

/** The changes of a fault, by the point at which they apply. */
export interface Hooks extends Partial<Omit<FaultSet, 'behaviours' | 'document'>> {
  readonly behaviours?: Partial<Behaviours>
  /** Changes the document of one version in place when the sandbox starts. */
  readonly document?: (document: JsonObject, version: string, newest: string) => void
}

/** The rules that break on the same evidence, each with the reason. */
export type Also = Readonly<Record<string, string>>

/**
 * A fault: the resulting behaviour, the change, and the rules that break besides the one that it is named
 * after. A change that counts or remembers is a function, called for every sandbox; it is given the name of
 * the rule.
 */
export type Row = readonly [does: string, change: Hooks | ((rule: string) => Hooks), also?: Also]

/** Faults by name: the rule that each breaks, or `rule:variant` for further ones of the same rule. */
export type Rows = Readonly<Record<string, Row>>

/** A deliberate violation of one rule. */
export interface Fault {
  /** The name that enables it. */
  readonly name: string
  readonly rule: string
  /** The resulting behaviour of the service, in one line. */
  readonly does: string
  readonly also: Also
  /** Created for every sandbox, so that counters start at zero. */
  readonly hooks: () => Hooks
}

/** The faults of a table. */
export function faultsOf(rows: Rows): readonly Fault[] {
  return Object.entries(rows).map(([name, [does, change, also = {}]]) => {
    const [rule = ''] = name.split(':')
    return { name, rule, does, also, hooks: () => (typeof change === 'function' ? change(rule) : change) }
  })
}
