import type { WebhookDocument } from '../events/documents.js'
import type { DigestEncoding } from '../delivery/sign.js'

/** Options of a drill. Times are in milliseconds. */
export interface DrillOptions {
  readonly url: URL
  readonly secret: string
  /** The documents whose events are sent, oldest first. */
  readonly documents: readonly WebhookDocument[]
  /** The kinds that are sent; all when it is absent. */
  readonly kinds?: readonly string[]
  /** Ids of the rules to judge; all when it is absent. */
  readonly rules?: readonly string[]
  readonly encoding?: DigestEncoding
  readonly customerId?: string
  /** The receiver's window in seconds, if known. */
  readonly tolerance?: number
  readonly timeoutMs?: number
  readonly chunkPauseMs?: number
  /** Time limit of the drill; none when it is absent. */
  readonly forMs?: number
  /** Reports the number of processed events. */
  readonly hook?: URL
  /** How long the receiver may take to process an acknowledged event. */
  readonly actMs?: number
  /** Most deliveries a second; unbounded when it is absent. */
  readonly rate?: number
  readonly seed: number
  readonly toolVersion: string
  readonly signal: AbortSignal
  readonly onRule?: (id: string, version: string) => void
}

const pingLast = (kinds: readonly string[]): readonly string[] => [
  ...kinds.filter((kind) => kind !== 'ping'),
  ...kinds.filter((kind) => kind === 'ping'),
]

/** The kinds of a document to send; ping comes last, because receivers may treat it specially. */
export function kindsOf(
  { types }: WebhookDocument,
  wanted: readonly string[] | undefined,
): readonly string[] {
  return pingLast(wanted === undefined ? types : types.filter((type) => wanted.includes(type)))
}
