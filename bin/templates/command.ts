import { readdir, readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { didYouMean, wrongUse } from '../../diagnostics/index.js'
import { flag, folder, type OptionsOf, type Declaration } from '../input/options.js'
import type { CommandContext } from '../process/context.js'

const ejectOptions = {
  to: folder('<dir>', 'folder to copy them into', { usual: 'templates' }),
  json: flag('print what was written as JSON'),
}

/** Files below a folder that may be templates, with forward slashes. */
const filesIn = async (below: string): Promise<string[]> =>
  (await readdir(below, { recursive: true })).map((name) => name.replaceAll(sep, '/'))

const requestedTemplates = (shipped: readonly string[], names: readonly string[]): readonly string[] => {
  const files = [...new Set(names.map((name) => (name.endsWith('.hbs') ? name : `${name}.hbs`)))]
  const unknown = files.find((file) => !shipped.includes(file))
  if (unknown === undefined) return files.length === 0 ? shipped : files
  const message = `there is no template "${unknown}"${didYouMean(unknown, shipped)}`
  throw wrongUse(message, 'Leave the name out to copy all of them.')
}

/** Copies the templates that are named, or all of them. */
export async function runEject(
  names: readonly string[],
  { to, json }: OptionsOf<typeof ejectOptions>,
  context: CommandContext,
): Promise<void> {
  const { generatorParts } = await import('../process/package-info.js')
  const { writeFiles } = await import('../output/write-files.js')
  const { templates } = generatorParts()
  const shipped = (await filesIn(templates)).filter((name) => name.endsWith('.hbs')).toSorted()
  const files = requestedTemplates(shipped, names)
  const target = resolve(context.cwd, to)
  const present = await filesIn(target).catch((): string[] => [])
  const taken = files.filter((file) => present.includes(file))
  if (taken.length > 0)
    throw wrongUse(
      `${to} already contains ${taken.join(', ')}; nothing was written`,
      'Name another folder with --to, or delete those files first.',
    )
  const read = async (path: string) => ({ path, content: await readFile(join(templates, path), 'utf8') })
  await writeFiles(target, await Promise.all(files.map(read)))
  const written = files.map((file) => `${to}/${file}`)
  context.stdout(json === true ? `${JSON.stringify(written)}\n` : written.map((path) => `${path}\n`).join(''))
  context.stderr(`Keep those that you change, and generate with --templates ${to}.\n`)
}

/** The command `rampart templates eject`: copies of the templates, to be changed and handed to `rampart generate`. */
export const ejectCommand = {
  name: 'eject',
  description: 'Copy templates into a folder, to be changed there.',
  arguments: [['[names...]', 'templates, such as client.js or partials/comment; all of them without a name']],
  options: ejectOptions,
  examples: [
    'npx rampart templates eject',
    'npx rampart templates eject client.js client.d.ts --to my-templates',
  ],
} satisfies Declaration
