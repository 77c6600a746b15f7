import type { Direction, Effect } from '../model/change.js'
import type { ChangeTable } from './clause.js'

/** A verdict as a config file has it. */
export type ConfiguredVerdict = 'mint' | 'ship'

/** A policy as a config file has it. `policy.schema.json` describes it. */
export interface PolicySettings {
  /** Shown in reports. */
  readonly name?: string
  /**
   * What holds where nothing is configured: `specification` (the default), or `effects`, by which a change is judged
   * by what it does to a client and by nothing else.
   */
  readonly base?: 'specification' | 'effects'
  /** By id of the change, or by id and direction. These come before everything else. */
  readonly verdicts?: Readonly<
    Record<string, ConfiguredVerdict | Readonly<Partial<Record<Direction, ConfiguredVerdict>>>>
  >
  /** The verdicts of changes that no clause names, by their effect. */
  readonly unnamed?: Readonly<Partial<Record<Effect, ConfiguredVerdict>>>
  /** The change table: by version, its lines and the locations that they account for. */
  readonly table?: ChangeTable
}
