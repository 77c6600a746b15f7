import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { RampartError } from '../../diagnostics/index.js'
import type { FetchedSet, FetchOptions, Lock } from '../../fetch/index.js'
import type { CommandContext } from '../process/context.js'

interface Options {
  readonly specUrl?: string
  readonly out: string
  readonly frozen?: boolean
  readonly allowOrigin?: readonly string[]
  readonly timeout?: number
  readonly json?: boolean
}

const seconds = (text: string): number => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0 || value > 86_400) {
    throw new InvalidArgumentError('It must be a number of seconds above 0, at most 86400.')
  }
  return value
}

const collect = (value: string, former: readonly string[] | undefined): string[] => [...(former ?? []), value]

const requireSpecUrl = (options: Options, context: CommandContext): string => {
  const given = options.specUrl ?? context.env['RAMPART_SPEC_URL']
  if (given) return given
  throw new RampartError('FETCH_URL_INVALID', {
    message: 'No specification URL was given.',
    fix: 'Pass --spec-url URL or set RAMPART_SPEC_URL: the host of the environment without the /api prefix.',
  })
}

const download = async (options: Options, context: CommandContext): Promise<FetchedSet> => {
  const { downloadProgress } = await import('../output/download-progress.js')
  const { fetchDocuments } = await import('../../fetch/index.js')
  const progress = downloadProgress(context, true)
  const fetchOptions: FetchOptions = {
    specUrl: requireSpecUrl(options, context),
    allowOrigins: options.allowOrigin ?? [],
    signal: context.signal,
    onProgress: progress.onEvent,
    ...(options.timeout === undefined ? {} : { limits: { timeoutMs: options.timeout * 1000 } }),
  }
  return fetchDocuments(fetchOptions).finally(progress.clear)
}

const summary = (out: string, lock: Lock): string =>
  Object.entries(lock.documents)
    .map(([version, { file, sha256 }]) => {
      const mark = version === lock.default ? '  default' : ''
      return `${version}  ${out}/${file}  ${sha256.slice(0, 12)}${mark}\n`
    })
    .join('')

const report = async (
  context: CommandContext,
  options: Options,
  before: Lock | undefined,
  now: Lock,
  done: { readonly written: readonly string[]; readonly removed: readonly string[] },
): Promise<void> => {
  const { compareLocks } = await import('../../fetch/index.js')
  const data = { ...now, changes: compareLocks(before, now), ...done }
  context.stdout(options.json ? `${JSON.stringify(data, null, 2)}\n` : summary(options.out, now))
}

const compare = async (context: CommandContext, options: Options, folder: string): Promise<void> => {
  const { driftProblems, lockFileName, lockOf } = await import('../../fetch/index.js')
  const { hashLockedFiles, readLockFile } = await import('../input/specs-folder.js')
  const lockFile = `${options.out}/${lockFileName}`
  const lock = await readLockFile(folder)
  if (!lock) throw new RampartError('FETCH_LOCK_MISSING', { message: `${lockFile} does not exist.` })
  const now = lockOf(await download(options, context))
  if (now.source !== lock.source) context.stderr(`The lock was made from ${lock.source}.\n`)
  const problems = driftProblems(lock, now, await hashLockedFiles(folder, lock))
  await report(context, options, lock, now, { written: [], removed: [] })
  if (problems.length === 0) return context.stderr(`Nothing differs from ${lockFile}.\n`)
  const message = `${problems.length} ${problems.length === 1 ? 'thing differs' : 'things differ'} from ${lockFile}.`
  throw new RampartError('FETCH_DRIFT', { message, where: { file: lockFile }, problems })
}

const update = async (context: CommandContext, options: Options, folder: string): Promise<void> => {
  const { lockOf, toFiles } = await import('../../fetch/index.js')
  const { lockedPaths, readLockFile } = await import('../input/specs-folder.js')
  const { requireWritableFolder } = await import('../output/require-writable.js')
  const { writeFolder } = await import('../output/write-folder.js')
  await requireWritableFolder(folder)
  const before = await readLockFile(folder)
  const set = await download(options, context)
  const { signal } = context
  const done = await writeFolder(folder, toFiles(set), { ownedBefore: lockedPaths(before), signal })
  await report(context, options, before, lockOf(set), done)
  const count = done.written.length + done.removed.length
  context.stderr(count === 0 ? `${options.out} is up to date.\n` : `${options.out} was updated.\n`)
}

/** The command `rampart fetch`: documents and lock file of a service (specification, "Specification documents"). */
export const fetchCommand = (context: CommandContext): Command =>
  new Command('fetch')
    .description('Read the version list of a service and keep the document of every version, as served.')
    .option('--spec-url <url>', 'host that serves /spec/versions, without the /api prefix (RAMPART_SPEC_URL)')
    .option('--out <dir>', 'folder for the documents and rampart.lock.json', 'specs')
    .option('--frozen', 'write nothing, and fail when anything differs from the lock file')
    .option('--allow-origin <url>', 'another origin that locations may lead to (repeatable)', collect)
    .option('--timeout <seconds>', 'longest wait for one complete answer (default: 30)', seconds)
    .option('--json', 'print the lock and what changed as JSON')
    .action(async (options: Options) => {
      const { recoverFolder } = await import('../output/recover-folder.js')
      const folder = resolve(context.cwd, options.out)
      requireSpecUrl(options, context)
      await recoverFolder(folder)
      await (options.frozen ? compare : update)(context, options, folder)
    })
