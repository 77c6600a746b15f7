import type { WebhookDocument } from '../events/documents.js'
import type { NamedSecret, SecretForm } from './keys.js'
import type { Budget } from './search.js'

/** How a delivery is examined. */
export interface ExamineOptions {
  readonly secrets: readonly NamedSecret[]
  readonly secretForm?: SecretForm
  /** When it is judged. */
  readonly at: Date
  /** Seconds that the timestamp may be away, either way; 300 by default. */
  readonly tolerance?: number
  readonly document: WebhookDocument
  /** False to leave out the search for what went wrong. */
  readonly explain?: boolean
  /** How much is tried to explain; about a second by default. */
  readonly budget?: Budget
}
