import { writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import {
  keptDeliveries,
  type KeptDelivery,
  keptDelivery,
  keptText,
  listen,
  prepareListen,
  resendKept,
  targetUrl,
} from '../../webhook/index.js'
import { ensureFolder } from '../output/ensure-folder.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { listenToKeys } from './listen-keys.js'
import { defaultKeep, type ListenCommandOptions } from './listen-options.js'
import { redacting } from './redacting.js'
import { requiredSecrets, secretsOf } from './secrets.js'

// Deliveries hold data of customers: in the folder that nobody asked for by name they are kept out of version control.
const makeKeepFolder = async (keep: string, cwd: string): Promise<void> => {
  const path = resolve(cwd, keep)
  const folder = dirname(path)
  await ensureFolder(folder).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : 'it cannot be used'
    throw new RampartError('WEBHOOK_KEEP_UNUSABLE', { message: `${path}: ${reason}`, cause })
  })
  if (keep !== defaultKeep) return
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined)
}

const keptBy = async (
  { keep }: ListenCommandOptions,
  { cwd }: CommandContext,
): Promise<readonly KeptDelivery[]> => {
  if (keep === false) throw new RampartError('OPTION_INVALID', { message: 'nothing is kept with --no-keep' })
  return keptDeliveries(resolve(cwd, keep), keep)
}

const resend = async (id: string, options: ListenCommandOptions, context: CommandContext): Promise<void> => {
  if (options.forwardTo === undefined) {
    throw new RampartError('OPTION_INVALID', {
      message: '--resend needs a target; name it with --forward-to',
    })
  }
  const url = targetUrl('--forward-to', options.forwardTo)
  const kept = keptDelivery(await keptBy(options, context), id)
  const secret = options.resign === true ? (await requiredSecrets(context, options))[0].value : undefined
  const { forwardTimeout, format } = options
  const sent = await resendKept(kept, { url, secret, forwardTimeout, format, signal: context.signal })
  context.stdout(sent.text)
  if (sent.error) throw sent.error
}

const serve = async (given: ListenCommandOptions, context: CommandContext): Promise<void> => {
  const prepared = await prepareListen(given)
  const secrets = await secretsOf(context, given)
  if (given.keep !== false) await makeKeepFolder(given.keep, context.cwd)
  const { cwd, signal, stdout, stderr } = redacting(context, secrets)
  await listen(prepared, secrets, {
    cwd,
    signal,
    stdout,
    stderr,
    paint: colorsFor(context.color),
    onReady: (controls) =>
      listenToKeys(context, {
        ...controls,
        say: (text) => stderr(`${text}\n`),
        interrupt: () => process.kill(process.pid, 'SIGINT'),
      }),
  })
}

/**
 * Receives deliveries until the command is interrupted; with `--list`, `--show` or `--resend` works with kept ones.
 * @throws RampartError of wrong use, WEBHOOK_PORT_TAKEN, WEBHOOK_KEEP_UNUSABLE, WEBHOOK_DELIVERY_UNKNOWN,
 *   WEBHOOK_NOT_ACKNOWLEDGED or WEBHOOK_UNREACHABLE.
 */
export async function runListen(options: ListenCommandOptions, context: CommandContext): Promise<void> {
  if (options.resend !== undefined) return resend(options.resend, options, context)
  if (options.show !== undefined) {
    const kept = keptDelivery(await keptBy(options, context), options.show)
    return context.stdout(`${JSON.stringify(kept, undefined, 2)}\n`)
  }
  if (options.list !== true) return serve(options, context)
  for (const kept of await keptBy(options, context)) {
    context.stdout(options.format === 'json' ? `${JSON.stringify(kept)}\n` : keptText(kept))
  }
}
