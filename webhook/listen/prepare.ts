import { RampartError } from '../../diagnostics/index.js'
import { typeNamed } from '../events/kinds.js'
import { type WebhookDocument, webhookDocument } from '../events/documents.js'
import { type Targets, targetsOf } from './forward/targets.js'
import { isNear } from './greeting.js'
import type { ListenOptions } from './options.js'

/** Checked options with the resolved document and targets. */
export interface PreparedListen {
  readonly options: ListenOptions
  readonly document: WebhookDocument
  /** Undefined where nothing is forwarded. */
  readonly targets: Targets | undefined
  /** Types to forward; undefined means all. */
  readonly types: ReadonlySet<string> | undefined
  /** Who retries a delivery that its target refuses. */
  readonly retries: 'listener' | 'sender'
}

const invalid = (message: string, fix?: string): RampartError =>
  new RampartError('OPTION_INVALID', { message, ...(fix !== undefined && { fix }) })

const typesOf = ({ events }: ListenOptions, { types }: WebhookDocument): ReadonlySet<string> | undefined =>
  events && new Set(events.flatMap((names) => names.split(',')).map((name) => typeNamed(name.trim(), types)))

const isItself = (target: string, { host, port }: ListenOptions): boolean => {
  const url = new URL(target)
  const isSameHost = url.hostname === host || isNear(url.hostname)
  return isSameHost && port !== 0 && Number(url.port || (url.protocol === 'https:' ? 443 : 80)) === port
}

const refuseMixed = (options: ListenOptions, { targets, types }: Partial<PreparedListen>): void => {
  const { answer, keep, whenDown } = options
  if (targets?.all.some(({ url }) => isItself(url, options)) === true)
    throw invalid('--forward-to is the listener itself')
  if (answer !== undefined && targets !== undefined)
    throw invalid('--answer and --forward-to exclude each other; leave one out')
  if (keep === false && whenDown === 'keep')
    throw invalid(
      '--when-down keep needs a file',
      'Leave --no-keep out, or let the sender try again with --when-down refuse.',
    )
  const left = targets?.all.flatMap(({ kinds }) => kinds).find((kind) => types?.has(kind) === false)
  if (left !== undefined && left !== 'ping')
    throw invalid(`--forward-to names a target for ${left}, which --events leaves out`)
}

/**
 * Checks the options before anything is opened, and loads the document that judges deliveries.
 * @throws RampartError OPTION_INVALID, WEBHOOK_VERSION_UNKNOWN or WEBHOOK_KIND_UNKNOWN.
 */
export async function prepareListen(options: ListenOptions): Promise<PreparedListen> {
  const document = await webhookDocument(options.version)
  const targets = options.forwardTo && targetsOf(options.forwardTo, document.types)
  const types = typesOf(options, document)
  refuseMixed(options, { targets, types })
  const retries = options.whenDown === 'refuse' || options.keep === false ? 'sender' : 'listener'
  return { options, document, targets, types, retries }
}
