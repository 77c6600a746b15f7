import type { WebhookDocument } from '../events/documents.js'
import type { DigestEncoding } from '../delivery/sign.js'

/** Options of a drill. Times are in milliseconds. */
export interface DrillOptions {
  readonly url: URL
  readonly secret: string
  /** The documents whose events are sent, the oldest first. */
  readonly documents: readonly WebhookDocument[]
  /** The kinds that are sent of each document; all of them without it. */
  readonly kinds?: readonly string[]
  /** Ids of the rules that are judged; all without it. */
  readonly rules?: readonly string[]
  readonly encoding?: DigestEncoding
  readonly customerId?: string
  /** The receiver's window in seconds, when it is known. */
  readonly tolerance?: number
  readonly timeoutMs?: number
  readonly chunkPauseMs?: number
  /** How many events are sent at once. */
  readonly burst?: number
  /** How long the drill may send; without bound without it. */
  readonly forMs?: number
  /** Says how many events the receiver has acted upon. */
  readonly hook?: URL
  /** How long the receiver may take to act upon what it has acknowledged. */
  readonly actMs?: number
  /** Most deliveries a second; without bound without it. */
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

/** The kinds of a document that are sent: ping comes last, since receivers may treat it apart. */
export function kindsOf(
  { types }: WebhookDocument,
  wanted: readonly string[] | undefined,
): readonly string[] {
  return pingLast(wanted === undefined ? types : types.filter((type) => wanted.includes(type)))
}
