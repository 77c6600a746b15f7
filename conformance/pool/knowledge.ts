import type { Api, Call } from '../model/case.js'
import type { Absences } from './absences.js'
import type { CreatedThings } from './created-things.js'
import type { FailedPuts } from './failed-puts.js'
import type { FirstLists } from './first-lists.js'
import type { FirstObjects } from './first-objects.js'
import type { Kinds } from './kinds.js'
import type { KnownThings } from './known-things.js'
import type { NestedThings } from './nested.js'
import type { OfferedValues } from './offered.js'
import type { Removals } from './removals.js'
import type { Unnamed } from './unnamed.js'

/** The knowledge about a service, which grows with its responses. */
export interface Knowledge {
  readonly api: Api
  readonly kinds: Kinds
  readonly things: KnownThings
  readonly creations: CreatedThings
  readonly unnamed: Unnamed
  readonly nested: NestedThings
  readonly failedPuts: FailedPuts
  readonly removals: Removals
  readonly firstLists: FirstLists
  readonly firstObjects: FirstObjects
  readonly absences: Absences
  readonly offered: OfferedValues
  /** Otherwise only things are kept, and no values of members. */
  readonly makesCases: boolean
  readonly isAbsent: (call: Call) => boolean
  readonly isCreated: (call: Call) => boolean
}
