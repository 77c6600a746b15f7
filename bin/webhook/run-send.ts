import { RampartError } from '../../diagnostics/index.js'
import { connections, targetUrl, webhookDocument } from '../../webhook/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { type EventOptions, outgoing, type Outgoing } from './outgoing.js'
import { redacting, redactor } from './redact.js'
import { requiredSecrets, type SecretOptions } from './secrets.js'
import { type Attempt, attempt } from './send-attempt.js'
import {
  kindsJson,
  kindsText,
  requestJson,
  requestText,
  sentJson,
  sentText,
  summaryText,
} from './send-text.js'

/** Options of `rampart webhook send`, as commander gives them. */
export interface SendOptions extends EventOptions, SecretOptions {
  readonly version?: string
  readonly to?: string
  readonly count: number
  readonly concurrency: number
  readonly timeout: number
  readonly strict?: boolean
  readonly dryRun?: boolean
  readonly list?: boolean
  readonly json?: boolean
}

/** Says what the document does not allow. @throws RampartError WEBHOOK_EVENT_INVALID when it has to be allowed. */
const warn = (context: CommandContext, { warnings }: Outgoing, version: string, isStrict: boolean): void => {
  if (warnings.length === 0) return
  const text = warnings.slice(0, 10).join('; ')
  if (isStrict)
    throw new RampartError('WEBHOOK_EVENT_INVALID', { message: `${version} does not allow it: ${text}` })
  context.stderr(`warning: ${version} does not allow this event: ${text}\n`)
}

const ending = (attempts: readonly Attempt[], url: string, clean: (text: string) => string): void => {
  const first = attempts.find(({ isAcknowledged }) => !isAcknowledged)
  if (first === undefined) return
  const failed = attempts.filter(({ isAcknowledged }) => !isAcknowledged).length
  const of = attempts.length === 1 ? '' : `${failed} of ${attempts.length} deliveries: `
  const isNever = attempts.every(({ failure }) => failure === 'unreachable')
  throw new RampartError(isNever ? 'WEBHOOK_UNREACHABLE' : 'WEBHOOK_NOT_ACKNOWLEDGED', {
    message: clean(`${of}${new URL(url).origin}: ${first.outcome}`),
  })
}

const sendAll = async (
  context: CommandContext,
  url: string,
  make: () => Promise<Outgoing>,
  options: SendOptions,
): Promise<readonly Attempt[]> => {
  const dispatcher = connections()
  const colors = colorsFor(context.color)
  const attempts: Attempt[] = []
  let begun = 0
  const work = async (): Promise<void> => {
    while (begun < options.count && !context.signal.aborted) {
      begun += 1
      const next = await make()
      const made = await attempt(next, {
        url,
        timeoutMs: options.timeout * 1000,
        signal: context.signal,
        dispatcher,
      })
      context.stdout(options.json === true ? sentJson(next, made) : sentText(next, made, colors))
      const { answer: _, ...short } = made
      attempts.push(short)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(options.concurrency, options.count) }, work))
  } finally {
    await dispatcher.destroy()
  }
  return attempts
}

const list = async (context: CommandContext, options: SendOptions): Promise<void> => {
  const { webhookVersions } = await import('../../webhook/index.js')
  const versions = options.version === undefined ? await webhookVersions() : [options.version]
  const documents = await Promise.all(versions.map((version) => webhookDocument(version)))
  context.stdout(options.json === true ? kindsJson(documents) : kindsText(documents))
}

const required = (to: string | undefined): string => {
  if (to !== undefined) return targetUrl('--to', to)
  throw new RampartError('OPTION_INVALID', { message: '--to URL is needed, or --dry-run' })
}

/**
 * Sends events and prints what was answered.
 * @throws RampartError WEBHOOK_NOT_ACKNOWLEDGED, WEBHOOK_UNREACHABLE, and those of wrong use.
 */
export async function runSend(
  context: CommandContext,
  kind: string | undefined,
  options: SendOptions,
): Promise<void> {
  if (options.list === true) return list(context, options)
  const document = await webhookDocument(options.version)
  const url = options.dryRun === true && options.to === undefined ? undefined : required(options.to)
  const make = await outgoing(context, kind, document, options)
  // Changes that meet nothing are told before anybody is asked for the secret.
  await make('')
  const secrets = await requiredSecrets(context, options)
  const [{ value }] = secrets
  const clean = redacting(context, secrets)
  const first = await make(value)
  warn(clean, first, document.version, options.strict === true)
  if (options.dryRun === true || url === undefined) {
    clean.stdout(options.json === true ? requestJson(first, url) : requestText(first, url))
    return
  }
  const attempts = await sendAll(clean, url, () => make(value), options)
  if (options.count > 1) clean.stderr(summaryText(attempts))
  context.signal.throwIfAborted()
  ending(attempts, url, redactor(secrets))
}
