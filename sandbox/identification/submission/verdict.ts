import type { Behaviours } from '../../versions/index.js'
import type { IdentificationError } from './errors.js'
import type { Submission } from './model.js'

/** A submission with all that it was judged by. */
export interface JudgedSubmission {
  readonly submission: Submission
  readonly behaviours: Behaviours
  readonly now: Date
}

/** Changes the errors that the rules found in a submission; none of them means that it is accepted. */
export type ReviseVerdict = (
  errors: readonly IdentificationError[],
  judged: JudgedSubmission,
) => readonly IdentificationError[]
