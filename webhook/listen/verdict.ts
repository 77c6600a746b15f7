import { examine, type Examination } from '../examine/examine.js'
import type { NamedSecret } from '../examine/keys.js'
import type { RawDelivery } from '../delivery/delivery.js'
import type { WebhookDocument } from '../events/documents.js'
import type { ListenOptions } from './options.js'

/** The means to judge deliveries. */
export interface Verification {
  readonly secrets: readonly NamedSecret[]
  readonly document: WebhookDocument
  readonly options: Pick<ListenOptions, 'secretAs' | 'tolerance'>
}

// About a tenth of a second, during which other deliveries wait.
const smallBudget = { tries: 15_000, bytes: 32 * 1024 * 1024 }

const judged = (
  { secrets, document, options }: Verification,
  delivery: RawDelivery & { readonly receivedAt: Date },
  explain: boolean,
): Promise<Examination> =>
  examine(delivery, {
    secrets,
    document,
    secretForm: options.secretAs,
    tolerance: options.tolerance,
    at: delivery.receivedAt,
    explain,
    budget: smallBudget,
  })

/** Judges a delivery quickly, without searching for its mistakes. */
export function examineQuickly(
  verification: Verification,
  delivery: RawDelivery & { readonly receivedAt: Date },
): Promise<Examination> {
  return judged(verification, delivery, false)
}

/** Judges a delivery and searches for its mistakes. */
export function examineInDepth(
  verification: Verification,
  delivery: RawDelivery & { readonly receivedAt: Date },
): Promise<Examination> {
  return judged(verification, delivery, true)
}

/** The verdict in a few words, for the store and for output. */
export function verdictOf({ secrets }: Verification, { valid, mistakes }: Examination): string {
  if (secrets.length === 0) return 'not verified'
  return valid ? 'valid' : mistakes.map(({ code }) => code).join(', ')
}
