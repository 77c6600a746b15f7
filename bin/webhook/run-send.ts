import { RampartError, wrongUse } from '../../diagnostics/index.js'
import {
  kindsJson,
  kindsText,
  outgoing,
  type Outgoing,
  redactor,
  requestJson,
  requestText,
  sendAll,
  sendError,
  sentJson,
  sentText,
  summaryText,
  targetUrl,
  webhookDocument,
  webhookVersions,
} from '../../webhook/index.js'
import { colorsFor, type CommandContext } from '../process/context.js'
import { readBytes } from './read-delivery.js'
import { requiredSecrets, redacting } from './secrets.js'
import type { SendOptions } from './command.js'

/** Warns of problems with the document. @throws RampartError WEBHOOK_EVENT_INVALID when it has to be allowed. */
const warn = (context: CommandContext, { warnings }: Outgoing, version: string, isStrict: boolean): void => {
  if (warnings.length === 0) return
  const text = warnings.slice(0, 10).join('; ')
  if (isStrict)
    throw new RampartError('WEBHOOK_EVENT_INVALID', { message: `${version} does not allow it: ${text}` })
  context.stderr(`warning: ${version} does not allow this event: ${text}\n`)
}

const listKinds = async (context: CommandContext, options: SendOptions): Promise<void> => {
  const versions = options.version === undefined ? await webhookVersions() : [options.version]
  const documents = await Promise.all(versions.map((version) => webhookDocument(version)))
  context.stdout(options.json === true ? kindsJson(documents) : kindsText(documents))
}

const bodyReader = (
  { body, secretStdin }: SendOptions,
  context: CommandContext,
): (() => Promise<Buffer>) | undefined => {
  if (body === undefined) return undefined
  return async () => {
    if (body === '-' && secretStdin === true)
      throw wrongUse('standard input can be only one of the secret and the body')
    const bytes = await readBytes(context, body)
    if (body !== '-' || bytes.length > 0) return bytes
    throw wrongUse('--body - takes standard input, which is empty', 'Pipe the body in, or name its file.')
  }
}

/** Sends events and prints the responses. */
export async function runSend(
  context: CommandContext,
  kind: string | undefined,
  options: SendOptions,
): Promise<void> {
  if (options.list === true) return listKinds(context, options)
  const document = await webhookDocument(options.version)
  if (options.dryRun !== true && options.to === undefined) throw wrongUse('--to URL is needed, or --dry-run')
  const url = options.to === undefined ? undefined : targetUrl('--to', options.to)
  const make = await outgoing(kind, document, options, bodyReader(options, context))
  // Mistakes in --set, --add and --remove are reported even where the secret is missing.
  await make('')
  const secrets = await requiredSecrets(context, options)
  const [{ value }] = secrets
  const clean = redacting(context, secrets)
  const first = await make(value)
  warn(clean, first, document.version, options.strict === true)
  if (options.dryRun === true || url === undefined)
    return clean.stdout(options.json === true ? requestJson(first, url) : requestText(first, url))
  const colors = colorsFor(context.color)
  const { count, concurrency, timeout } = options
  const attempts = await sendAll(() => make(value), {
    url,
    count,
    concurrency,
    timeoutMs: timeout * 1000,
    signal: context.signal,
    onSent: (sent, made) =>
      clean.stdout(options.json === true ? sentJson(sent, made) : sentText(sent, made, colors)),
  })
  if (count > 1) clean.stderr(summaryText(attempts))
  context.signal.throwIfAborted()
  const error = sendError(attempts, url)
  if (error) throw new RampartError(error.code, { message: redactor(secrets)(error.message) })
}
