import type { DrillOptions } from '../../../webhook/index.js'
import type { Parts } from './hand-made.js'

/** Receivers by name, each right but for some parts; one that remembers is made anew for each drill. */
export type Receivers = Readonly<Record<string, Partial<Parts> | (() => Partial<Parts>)>>

/** Receivers that are wrong in the same part. */
export const wrongIn = <Name extends keyof Parts>(
  part: Name,
  rows: Readonly<Record<string, Parts[Name]>>,
): Receivers => Object.fromEntries(Object.entries(rows).map(([name, wrong]) => [name, { [part]: wrong }]))

/** A receiver with one mistake, the rules that it breaks, and what the mistake is called. */
export interface Wrong {
  readonly name: string
  readonly parts: Receivers[string]
  readonly breaks: readonly string[]
  readonly mistakes: readonly string[]
  /** The only rules that it is drilled by, where others would break by chance; `*` stands for all. */
  readonly rules: readonly string[] | undefined
  readonly options: Partial<DrillOptions>
}
