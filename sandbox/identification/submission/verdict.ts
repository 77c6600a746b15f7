import type { Behaviours } from '../../versions/index.js'
import type { IdentificationError } from './errors.js'
import type { Submission } from './model.js'

/** A submission with everything that it was judged by. */
export interface JudgedSubmission {
  readonly submission: Submission
  readonly behaviours: Behaviours
  readonly now: Date
}

/** Changes the errors that the rules found in a submission; no errors means that it is accepted. */
export type ReviseVerdict = (
  errors: readonly IdentificationError[],
  judged: JudgedSubmission,
) => readonly IdentificationError[]
