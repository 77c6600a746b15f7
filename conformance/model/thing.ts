import type { Operation } from '../../runtime/surface.js'
import type { Api } from './api.js'
import type { Observed } from './observed.js'

/** A thing of which the run knows that it created it: a POST or PUT was answered 2xx. */
export interface CreatedThing {
  readonly api: Api
  /** Where it is: a target below the base URL, for instance `/pets/17`. Absent where no operation is about it alone. */
  readonly path?: string
  /** What the response calls it, where it has no such place. */
  readonly id?: string
  /** The request that created it, with its answer. */
  readonly by: Observed
  /** The operation that deletes it, where the document has one. */
  readonly deleteOperation?: Operation
  /** Values of the parameters of its path by name. */
  readonly pathValues: Readonly<Record<string, unknown>>
  readonly isDeleted: boolean
}
