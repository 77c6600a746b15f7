import {
  examine,
  type Examination,
  type NamedSecret,
  type RawDelivery,
  type WebhookDocument,
} from '../../../webhook/index.js'
import type { ListenOptions } from './options.js'

/** How deliveries are judged. */
export interface Judge {
  readonly secrets: readonly NamedSecret[]
  readonly document: WebhookDocument
  readonly options: Pick<ListenOptions, 'secretAs' | 'tolerance'>
}

// A tenth of a second: other deliveries wait meanwhile.
const smallBudget = { tries: 15_000, bytes: 32 * 1024 * 1024 }

const judged = (
  { secrets, document, options }: Judge,
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

/** Says at once whether a delivery is valid; why not, `explained` finds out. */
export const quickly = (
  judge: Judge,
  delivery: RawDelivery & { readonly receivedAt: Date },
): Promise<Examination> => judged(judge, delivery, false)

/** Finds out why a delivery is not valid. */
export const explained = (
  judge: Judge,
  delivery: RawDelivery & { readonly receivedAt: Date },
): Promise<Examination> => judged(judge, delivery, true)

/** The verdict in a few words, as it is kept and printed. */
export function verdictOf({ secrets }: Judge, { valid, mistakes }: Examination): string {
  if (secrets.length === 0) return 'not verified'
  return valid ? 'valid' : mistakes.map(({ code }) => code).join(', ')
}
