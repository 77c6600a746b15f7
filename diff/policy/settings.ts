import type { Direction, Effect } from '../model/change.js'
import type { ChangeTable } from './clause.js'

/** A verdict as a config file has it. */
export type ConfiguredVerdict = 'mint' | 'ship'

/** A policy as a config file has it. `policy.schema.json` describes it. */
export interface PolicySettings {
  /** Shown in reports. */
  readonly name?: string
  /**
   * The policy for changes that are not configured: `specification` (the default), or `effects`, which judges a
   * change only by its effect on clients.
   */
  readonly base?: 'specification' | 'effects'
  /** By id or kind of the change, optionally by direction. These take precedence. */
  readonly verdicts?: Readonly<
    Record<string, ConfiguredVerdict | Readonly<Partial<Record<Direction, ConfiguredVerdict>>>>
  >
  /** Verdicts for changes that no clause names, by effect. */
  readonly unnamed?: Readonly<Partial<Record<Effect, ConfiguredVerdict>>>
  /** The change table: by version, its lines and the locations that they account for. */
  readonly table?: ChangeTable
}
