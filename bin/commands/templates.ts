import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { didYouMean, RampartError } from '../../diagnostics/index.js'
import type { CommandContext } from '../process/context.js'

interface Options {
  readonly to: string
}

const shippedTemplates = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.hbs')).toSorted()

const wanted = (shipped: readonly string[], names: readonly string[]): readonly string[] => {
  const files = names.map((name) => (name.endsWith('.hbs') ? name : `${name}.hbs`))
  const unknown = files.find((file) => !shipped.includes(file))
  if (unknown === undefined) return files.length === 0 ? shipped : files
  throw new RampartError('OPTION_INVALID', {
    message: `there is no template "${unknown}"${didYouMean(unknown, shipped)}`,
    fix: 'Leave the name out to copy all of them.',
  })
}

const eject = async (names: readonly string[], { to }: Options, context: CommandContext): Promise<void> => {
  const { generatorParts } = await import('../process/package-info.js')
  const { writeFiles } = await import('../output/write-files.js')
  const { templates } = generatorParts()
  const files = wanted(await shippedTemplates(templates), names)
  const folder = resolve(context.cwd, to)
  const present = await readdir(folder).catch((): string[] => [])
  const taken = files.filter((file) => present.includes(file))
  if (taken.length > 0) {
    throw new RampartError('OPTION_INVALID', {
      message: `${to} holds ${taken.join(', ')} already; nothing was written`,
    })
  }
  await writeFiles(
    folder,
    await Promise.all(
      files.map(async (path) => ({ path, content: await readFile(join(templates, path), 'utf8') })),
    ),
  )
  context.stdout(files.map((file) => `${to}/${file}\n`).join(''))
  context.stderr(`Keep those that you change, and generate with --templates ${to}.\n`)
}

/** The command `rampart templates`: copies of the templates, to be changed and handed to `rampart generate`. */
export function templatesCommand(context: CommandContext): Command {
  const command = new Command('templates').description('Templates that generated code is printed through.')
  command
    .command('eject [names...]')
    .description('Copy templates into a folder, to be changed there; all of them unless some are named.')
    .option('--to <dir>', 'folder to copy them into', 'templates')
    .action((names: readonly string[], options: Options) => eject(names, options, context))
  return command
}
