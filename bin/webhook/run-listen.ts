import { writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { counted } from '../../reporting/index.js'
import {
  giveUpKept,
  keptDeliveries,
  type KeptDelivery,
  keptDelivery,
  keptText,
  keyOf,
  listen,
  type ListenControls,
  prepareListen,
  resendKept,
  targetsOf,
  webhookDocument,
} from '../../webhook/index.js'
import { ensureFolder } from '../output/write-files.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { lossyOutput } from '../process/lossy-output.js'
import { listenToKeys } from './listen-keys.js'
import { requiredSecrets, secretsOf, redacting } from './secrets.js'
import type { ListenOptions } from './options.js'

// How long the end waits for a terminal that reads nothing.
const flushPatienceMs = 500

// Deliveries hold data of customers: in the folder of rampart itself they are kept out of version control.
const makeKeepFolder = async (keep: string, cwd: string): Promise<void> => {
  const path = resolve(cwd, keep)
  const folder = dirname(path)
  await ensureFolder(folder).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : 'it cannot be used'
    throw new RampartError('WEBHOOK_KEEP_UNUSABLE', { message: `${path}: ${reason}`, cause })
  })
  if (basename(folder) !== '.rampart') return
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined)
}

const keptBy = async ({ keep }: ListenOptions, { cwd }: CommandContext): Promise<readonly KeptDelivery[]> => {
  if (keep === false) throw new RampartError('OPTION_INVALID', { message: 'nothing is kept with --no-keep' })
  return keptDeliveries(resolve(cwd, keep), keep)
}

const resend = async (id: string, options: ListenOptions, context: CommandContext): Promise<void> => {
  if (options.forwardTo === undefined) {
    throw new RampartError('OPTION_INVALID', {
      message: '--resend needs a target; name it with --forward-to',
    })
  }
  const { types } = await webhookDocument(options.version)
  const targets = targetsOf(options.forwardTo, types)
  const kept = keptDelivery(await keptBy(options, context), id)
  const secret = options.resign === true ? (await requiredSecrets(context, options))[0].value : undefined
  const key = secret === undefined ? undefined : keyOf(secret, options.secretAs)
  const { forwardTimeout, format } = options
  const sent = await resendKept(kept, { targets, key, forwardTimeout, format, signal: context.signal })
  context.stdout(sent.text)
  if (sent.error) throw sent.error
}

const list = async (options: ListenOptions, context: CommandContext): Promise<void> => {
  const all = await keptBy(options, context)
  for (const kept of all)
    context.stdout(options.format === 'json' ? `${JSON.stringify(kept)}\n` : keptText(kept))
  const waiting = all.filter(({ forward }) => forward?.state === 'waiting').length
  if (waiting > 0) context.stderr(`${counted(waiting, 'delivery waits', 'deliveries wait')} for a target.\n`)
}

const giveUp = async (id: string, options: ListenOptions, context: CommandContext): Promise<void> => {
  const all = await keptBy(options, context)
  // A file that is not there is not made.
  if (id !== 'all' || all.length === 0) keptDelivery(all, id)
  const gone = await giveUpKept(resolve(context.cwd, String(options.keep)), id)
  for (const kept of gone) context.stdout(`given up: ${keptText(kept)}`)
  context.stderr(`${counted(gone.length, 'delivery is', 'deliveries are')} not forwarded any more.\n`)
}

// A terminal that is not read must not hold up deliveries.
const unblocked = (
  { streams, stdout, stderr }: CommandContext,
  { format }: ListenOptions,
): Pick<CommandContext, 'stdout' | 'stderr'> & { readonly flush: () => Promise<void> } => {
  if (streams === undefined) return { stdout, stderr, flush: async () => undefined }
  const textOf = (lines: number): string =>
    `... ${counted(lines, 'line is', 'lines are')} missing here: nobody read them. The deliveries are not touched by that.\n`
  const jsonOf = (lines: number): string => `${JSON.stringify({ event: 'lines-dropped', lines })}\n`
  const outputs = [
    lossyOutput(streams.stdout, format === 'json' ? jsonOf : textOf),
    lossyOutput(streams.stderr, textOf),
  ] as const
  const flush = async (): Promise<void> =>
    void (await Promise.all(outputs.map((output) => output.flush(flushPatienceMs))))
  return { stdout: outputs[0].write, stderr: outputs[1].write, flush }
}

const serve = async (given: ListenOptions, context: CommandContext): Promise<void> => {
  const prepared = await prepareListen(given)
  const secrets = await secretsOf(context, given)
  if (given.keep !== false) await makeKeepFolder(given.keep, context.cwd)
  const outputs = unblocked(context, given)
  const { cwd, signal, stdout, stderr } = redacting({ ...context, ...outputs }, secrets)
  const onReady = (controls: ListenControls): (() => void) =>
    listenToKeys(context, {
      ...controls,
      say: (text) => stderr(`${text}\n`),
      interrupt: () => process.kill(process.pid, 'SIGINT'),
    })
  try {
    await listen(prepared, secrets, {
      cwd,
      signal,
      stdout,
      stderr,
      paint: colorsFor(context.color),
      onReady,
    })
  } finally {
    await outputs.flush()
  }
}

/**
 * Receives deliveries until the command is interrupted; with `--list`, `--show`, `--resend` or `--give-up` works with kept ones.
 * @throws RampartError of wrong use, WEBHOOK_PORT_TAKEN, WEBHOOK_KEEP_UNUSABLE, WEBHOOK_DELIVERY_UNKNOWN,
 *   WEBHOOK_NOT_ACKNOWLEDGED or WEBHOOK_UNREACHABLE.
 */
export async function runListen(options: ListenOptions, context: CommandContext): Promise<void> {
  if (options.resend !== undefined) return resend(options.resend, options, context)
  if (options.show !== undefined) {
    const kept = keptDelivery(await keptBy(options, context), options.show)
    return context.stdout(`${JSON.stringify(kept, undefined, 2)}\n`)
  }
  if (options.giveUp !== undefined) return giveUp(options.giveUp, options, context)
  return options.list === true ? list(options, context) : serve(options, context)
}
