import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { RampartError } from '../../diagnostics/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { aborted } from '../process/until-aborted.js'
import { errorText } from '../output/report-failure.js'
import { isNoFile } from './inputs.js'
import type { GenerateCommandOptions } from './command.js'
import { runGenerate } from './run-generate.js'

/** Milliseconds without a change after which a writer is taken to be done. */
const quietMs = 100

/** A watched folder, and the names in it that matter; all if there are none. */
interface Watched {
  readonly folder: string
  readonly name?: string
}

const watchedBy = ({ specs, input, templates }: GenerateCommandOptions, cwd: string): Watched[] => {
  const dated = specs === undefined ? undefined : resolve(cwd, specs)
  return [
    // Folders of documents are replaced as a whole, so the watched one may be gone at a change.
    ...(dated === undefined ? [] : [{ folder: dated }, { folder: dirname(dated), name: basename(dated) }]),
    ...(input ?? [])
      .filter((one) => !isNoFile(one))
      .map((file) => ({ folder: dirname(resolve(cwd, file)), name: basename(file) })),
    ...(templates === undefined
      ? []
      : [{ folder: resolve(cwd, templates) }, { folder: resolve(cwd, templates, 'partials') }]),
  ]
}

/** Starts to watch; `changed` resolves at the first change since then. */
const startWatching = (watched: readonly Watched[]): { changed: Promise<void>; stop: () => void } => {
  const watchers: FSWatcher[] = []
  const changed = new Promise<void>((resolve) => {
    for (const { folder, name } of watched) {
      try {
        const watcher = watch(folder, (_event, file) => {
          if (name === undefined || file === name) resolve()
        })
        // A removed folder counts as changed.
        watchers.push(watcher.on('error', () => resolve()))
      } catch {
        // The file is not there yet; its parent changes when it is.
      }
    }
  })
  return { changed, stop: () => watchers.forEach((watcher) => watcher.close()) }
}

const runOnce = async (options: GenerateCommandOptions, context: CommandContext): Promise<void> => {
  try {
    await runGenerate(options, context)
  } catch (error) {
    // A wrong document may be right after the next change.
    if (!(error instanceof RampartError)) throw error
    context.stderr(errorText(error, colorsFor(context.color)))
  }
}

/**
 * Runs `rampart generate` now and after each change of what it reads, until it is interrupted.
 * @throws the reason of the interruption, whenever it comes; RampartError OPTION_INVALID for standard input.
 */
export async function watchAndGenerate(
  options: GenerateCommandOptions,
  context: CommandContext,
): Promise<void> {
  if (options.input?.includes('-') === true) {
    throw new RampartError('OPTION_INVALID', {
      message: '--watch and --input - exclude each other: standard input can be read only once',
      fix: 'Name a file.',
    })
  }
  if (watchedBy(options, context.cwd).length === 0) {
    throw new RampartError('OPTION_INVALID', {
      message: '--watch has nothing to watch: a URL does not report changes',
      fix: 'Name files, or run the command again when the document has changed.',
    })
  }
  const ending = aborted(context.signal)
  while (!context.signal.aborted) {
    const { changed, stop } = startWatching(watchedBy(options, context.cwd))
    try {
      await runOnce(options, context)
      context.stderr('Waiting for changes; end with Ctrl-C.\n')
      await Promise.race([changed, ending])
    } finally {
      stop()
    }
    await Promise.race([wait(quietMs), ending])
  }
  context.signal.throwIfAborted()
}
