import { writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import {
  type ListenControls,
  type KeptDelivery,
  keptDelivery,
  keptText,
  keyOf,
  listen,
  prepareListen,
  readLog,
  resendKept,
  resentText,
  targetsOf,
  webhookDocument,
} from '../../webhook/index.js'
import { type CommandContext, colorsFor } from '../process/context.js'
import { codeOf, fileReason, RampartError, wrongUse } from '../../diagnostics/index.js'
import { ensureFolder } from '../output/write-files.js'
import { requiredSecrets, secretsOf, redacting } from './secrets.js'
import type { ListenOptions } from './command.js'

interface KeyActions extends ListenControls {
  readonly say: (text: string) => void
  readonly interrupt: () => void
}

const act = (key: string, { numbers, resend, say, interrupt }: KeyActions): void => {
  // In raw mode Ctrl-C and Ctrl-D are ordinary keys.
  if (key === '\u0003' || key === '\u0004' || key === 'q') return interrupt()
  if (key !== 'r') return
  const latest = numbers().at(-1)
  if (latest === undefined) say('Nothing has been delivered yet.')
  else resend(latest)
}

/** Listens to keys on a terminal, if there is one; returns a function that ends that. */
export function listenToKeys({ stdin, interactive }: CommandContext, actions: KeyActions): () => void {
  const input = interactive ? stdin?.() : undefined
  if (input?.isTTY !== true || input.setRawMode === undefined) return () => undefined
  const take = (chunk: Buffer | string): void => {
    const [keys = ''] = chunk.toString().split('\u001b')
    for (const key of keys) act(key, actions)
  }
  input.setRawMode(true)
  input.on('data', take)
  input.resume()
  actions.say('r sends the latest again, q ends.')
  return () => {
    input.off('data', take)
    input.setRawMode?.(false)
    input.pause()
  }
}

// Deliveries hold data of customers: only this user can enter the folder, and rampart's own is kept out of version
// control. A full disk is reported with the first delivery.
const makeKeepFolder = async (keep: string, cwd: string): Promise<void> => {
  const path = resolve(cwd, keep)
  const folder = dirname(path)
  try {
    await ensureFolder(folder, 0o700)
  } catch (cause) {
    if (/^(ENOSPC|EDQUOT)$/.test(codeOf(cause) ?? '')) return
    throw new RampartError('WEBHOOK_KEEP_UNUSABLE', { message: `${path}: ${fileReason(cause)}`, cause })
  }
  if (basename(folder) !== '.rampart') return
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined)
}

const keptBy = async (
  { keep, keepLast }: ListenOptions,
  { cwd }: CommandContext,
): Promise<readonly KeptDelivery[]> => {
  if (keep === false) throw wrongUse('nothing is kept with --no-keep')
  return (await readLog(resolve(cwd, keep))).slice(-keepLast)
}

const resend = async (id: string, options: ListenOptions, context: CommandContext): Promise<void> => {
  if (options.forwardTo === undefined) throw wrongUse('--resend needs a target; name it with --forward-to')
  const { types } = await webhookDocument(options.version)
  const targets = targetsOf(options.forwardTo, types)
  const kept = keptDelivery(await keptBy(options, context), id)
  const secret = options.resign === true ? (await requiredSecrets(context, options))[0].value : undefined
  const key = secret === undefined ? undefined : keyOf(secret, options.secretAs)
  const { forwardTimeout, format } = options
  const { forward, error } = await resendKept(kept, { targets, key, forwardTimeout, signal: context.signal })
  context.stdout(resentText(kept.number, forward, format))
  if (error) throw error
}

const listKept = async (options: ListenOptions, context: CommandContext): Promise<void> => {
  const all = await keptBy(options, context)
  if (all.length === 0) context.stderr(`Nothing is kept in ${String(options.keep)}.\n`)
  const shown = options.format === 'json' ? (kept: KeptDelivery) => `${JSON.stringify(kept)}\n` : keptText
  for (const kept of all) context.stdout(shown(kept))
}

const serve = async (given: ListenOptions, context: CommandContext): Promise<void> => {
  const prepared = await prepareListen(given)
  const secrets = await secretsOf(context, given)
  if (given.keep !== false) await makeKeepFolder(given.keep, context.cwd)
  // The command ends with its reader, and goes on without output where the disk is full.
  context.streams?.stdout.on('error', () => undefined)
  const { cwd, signal, stdout, stderr } = redacting(context, secrets)
  const onReady = (controls: ListenControls): (() => void) =>
    listenToKeys(context, {
      ...controls,
      say: (text) => stderr(`${text}\n`),
      interrupt: () => process.kill(process.pid, 'SIGINT'),
    })
  const paint = colorsFor(context.color)
  await listen(prepared, secrets, { cwd, signal, stdout, stderr, paint, onReady })
}

/** Receives deliveries until the command is interrupted; with `--list`, `--show` or `--resend` works with kept ones. */
export async function runListen(options: ListenOptions, context: CommandContext): Promise<void> {
  if (options.resend !== undefined) return resend(options.resend, options, context)
  if (options.show !== undefined) {
    const kept = keptDelivery(await keptBy(options, context), options.show)
    return context.stdout(`${JSON.stringify(kept, undefined, 2)}\n`)
  }
  return options.list === true ? listKept(options, context) : serve(options, context)
}
