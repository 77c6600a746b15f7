import { randomUUID } from 'node:crypto'
import { wrongUse } from '../../diagnostics/index.js'
import { contentOf } from '../examine/content.js'
import { type DigestEncoding, signedHeaders, timestampOf } from '../delivery/delivery.js'
import { eventOf, problemsWith } from '../events/events.js'
import { overridden, type Override, overrideFrom } from '../events/overrides.js'
import { typeNamed, type WebhookDocument } from '../events/documents.js'

export interface EventOptions {
  readonly set?: readonly string[]
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
  readonly customer?: string
  readonly at?: Date
  readonly digest: DigestEncoding
}

export interface Outgoing {
  readonly type: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Problems of the event by the document. */
  readonly warnings: readonly string[]
}

/** Makes the next delivery, signed with a secret; each has its own ids and time. */
type MakeOutgoing = (secret: string) => Promise<Outgoing>

const overridesOf = ({ set = [], add = [], remove = [] }: EventOptions): Override[] => [
  ...remove.map((path): Override => ({ does: 'remove', path })),
  ...set.map((text) => overrideFrom('set', text)),
  ...add.map((text) => overrideFrom('add', text)),
]

const signed = (body: Buffer, secret: string, { at = new Date(), digest }: EventOptions) =>
  signedHeaders(randomUUID(), { timestamp: timestampOf(at), body, secret, encoding: digest })

const warningsOf = async (document: WebhookDocument, type: string, event: unknown): Promise<string[]> => {
  const problems = await problemsWith(document, type, event)
  const found = problems.map(({ pointer, message }) => `${pointer || 'the event'}: ${message}`)
  const { customerId, messageId } = contentOf(Buffer.from(JSON.stringify(event)))
  const isOther = type === 'customer_fiat_abilities' && messageId !== customerId
  const differs = '/data/message/id: it differs from data.customer_id, and must be the same'
  return isOther ? [...found, differs] : found
}

const ofFile = async (options: EventOptions, readBody: () => Promise<Buffer>): Promise<MakeOutgoing> => {
  if (overridesOf(options).length > 0 || options.customer !== undefined)
    throw wrongUse('--body sends bytes as they are: leave --set, --add, --remove and --customer out')
  const body = await readBody()
  const { type } = contentOf(body)
  const warnings = body.length === 0 ? ['the body is empty'] : []
  return (secret) => Promise.resolve({ type, headers: signed(body, secret, options), body, warnings })
}

/**
 * Prepares deliveries: an event of a kind with the changes of the options, or the bytes of a file, if it is read.
 * @throws RampartError WEBHOOK_KIND_UNKNOWN, WEBHOOK_OVERRIDE_UNMATCHED, OPTION_INVALID, and that of `readBody`.
 */
export async function outgoing(
  kind: string | undefined,
  document: WebhookDocument,
  options: EventOptions,
  readBody: (() => Promise<Buffer>) | undefined,
): Promise<MakeOutgoing> {
  if (kind !== undefined && readBody !== undefined)
    throw wrongUse('name a kind of event, or a file with --body, and not both')
  if (readBody !== undefined) return ofFile(options, readBody)
  if (kind === undefined)
    throw wrongUse('name a kind of event, or a file with --body; --list shows the kinds')
  const type = typeNamed(kind, document.types)
  const overrides = overridesOf(options)
  const { at, customer: customerId } = options
  return async (secret) => {
    const event = overridden(eventOf(document, type, { at, customerId }), overrides)
    const body = Buffer.from(JSON.stringify(event))
    const warnings = await warningsOf(document, type, event)
    return { type, headers: signed(body, secret, options), body, warnings }
  }
}
