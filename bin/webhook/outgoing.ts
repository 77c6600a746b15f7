import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import {
  contentOf,
  type DigestEncoding,
  eventOf,
  overridden,
  type Override,
  overrideFrom,
  problemsWith,
  signedHeaders,
  timestampOf,
  typeNamed,
  type WebhookDocument,
} from '../../webhook/index.js'
import type { CommandContext } from '../process/context.js'
import { readStdin } from './secrets.js'

/** What an event that is sent is made of. */
export interface EventOptions {
  readonly set?: readonly string[]
  readonly add?: readonly string[]
  readonly remove?: readonly string[]
  readonly customer?: string
  readonly at?: Date
  readonly body?: string
  readonly digest: DigestEncoding
  readonly secretStdin?: boolean
}

/** A delivery before it is sent. */
export interface Outgoing {
  readonly type: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** What the document finds wrong with it. */
  readonly warnings: readonly string[]
}

/** Makes the next delivery, signed under a secret: each has ids and a time of its own. */
export type MakeOutgoing = (secret: string) => Promise<Outgoing>

const wrongUse = (message: string): RampartError => new RampartError('OPTION_INVALID', { message })

const overridesOf = ({ set = [], add = [], remove = [] }: EventOptions): Override[] => [
  ...remove.map((path): Override => ({ does: 'remove', path })),
  ...set.map((text) => overrideFrom('set', text)),
  ...add.map((text) => overrideFrom('add', text)),
]

const signed = (
  body: Buffer,
  secret: string,
  { at = new Date(), digest }: EventOptions,
): Outgoing['headers'] =>
  signedHeaders(randomUUID(), { timestamp: timestampOf(at), body, secret, encoding: digest })

const warningsOf = async (document: WebhookDocument, type: string, event: unknown): Promise<string[]> => {
  const problems = await problemsWith(document, type, event)
  const found = problems.map(
    ({ pointer, message }) => `${pointer === '' ? 'the event' : pointer}: ${message}`,
  )
  const { customerId, messageId } = contentOf(Buffer.from(JSON.stringify(event)))
  const isOther = type === 'customer_fiat_abilities' && messageId !== customerId
  return isOther
    ? [...found, '/data/message/id: it differs from data.customer_id, and has to be the same']
    : found
}

const bytesOf = async (context: CommandContext, file: string): Promise<Buffer> => {
  if (file === '-') return readStdin(context, 256 * 1024 * 1024)
  try {
    return await readFile(resolve(context.cwd, file))
  } catch (cause) {
    const message = `${file}: ${cause instanceof Error ? cause.message : 'it cannot be read'}`
    throw new RampartError('WEBHOOK_INPUT_UNREADABLE', { message, where: { file }, cause })
  }
}

const ofFile = async (
  context: CommandContext,
  file: string,
  options: EventOptions,
): Promise<MakeOutgoing> => {
  if (overridesOf(options).length > 0 || options.customer !== undefined)
    throw wrongUse('--body sends bytes as they are: leave --set, --add, --remove and --customer out')
  if (file === '-' && options.secretStdin === true)
    throw wrongUse('standard input can be only one of the secret and the body')
  const body = await bytesOf(context, file)
  const { type } = contentOf(body)
  return (secret) => Promise.resolve({ type, headers: signed(body, secret, options), body, warnings: [] })
}

/**
 * Prepares what is sent: an event of a kind, changed as the options say, or the bytes of a file.
 * @throws RampartError WEBHOOK_KIND_UNKNOWN, WEBHOOK_OVERRIDE_UNMATCHED, WEBHOOK_INPUT_UNREADABLE, OPTION_INVALID.
 */
export async function outgoing(
  context: CommandContext,
  kind: string | undefined,
  document: WebhookDocument,
  options: EventOptions,
): Promise<MakeOutgoing> {
  if (options.body !== undefined) return ofFile(context, options.body, options)
  if (kind === undefined)
    throw wrongUse('name a kind of event, or a file with --body; --list shows the kinds')
  const type = typeNamed(kind, document.types)
  const overrides = overridesOf(options)
  const choice = {
    ...(options.at && { at: options.at }),
    ...(options.customer !== undefined && { customerId: options.customer }),
  }
  return async (secret) => {
    const event = overridden(eventOf(document, type, choice), overrides)
    const body = Buffer.from(JSON.stringify(event))
    return {
      type,
      headers: signed(body, secret, options),
      body,
      warnings: await warningsOf(document, type, event),
    }
  }
}
