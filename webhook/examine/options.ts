import type { WebhookDocument } from '../events/documents.js'
import type { NamedSecret, SecretForm } from './keys.js'
import type { Budget } from './search.js'

export interface ExamineOptions {
  readonly secrets: readonly NamedSecret[]
  readonly secretForm?: SecretForm
  readonly at: Date
  /** The tolerated distance of the timestamp in seconds; 300 by default. */
  readonly tolerance?: number
  readonly document: WebhookDocument
  /** False to skip the search for mistakes. */
  readonly explain?: boolean
  /** The effort of the search; about a second by default. */
  readonly budget?: Budget
}
