import { didYouMean, wrongUse } from '../../diagnostics/index.js'
import { type GeneratorInput, safeName, titleOf } from '../../generator/index.js'
import type { CommandContext } from '../process/context.js'
import { readInputs, readSpecs, readStdin, stem } from '../input/documents.js'
import type { GenerateCommandOptions } from './command.js'
import { separated } from '../input/options.js'

/** Whether an input is a URL, and no file. */
export function isUrl(input: string): boolean {
  return /^https?:\/\//i.test(input)
}

const onlyNamed = (all: readonly GeneratorInput[], only: readonly string[]): readonly GeneratorInput[] => {
  const names = all.map(({ name }) => name)
  // The name of a file may hold a comma itself.
  const asked = only.flatMap((text) => (names.includes(text) ? text : separated([text])))
  const unknown = asked.find((name) => !names.includes(name))
  if (unknown === undefined) return all.filter(({ name }) => asked.includes(name))
  throw wrongUse(
    `--only ${unknown}: there is no document of that name${didYouMean(unknown, names)}`,
    'Name dates in the folder of --specs, or files of --input without their ending.',
  )
}

/** A title as the name of a file. */
const asStem = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

type Unnamed = Omit<GeneratorInput, 'name'>

const named = async (read: Unnamed, own: string, other: string): Promise<GeneratorInput> => {
  const name = own === '' ? asStem((await titleOf(read)) ?? '') : own
  return { ...read, name: safeName(name === '' ? other : name) }
}

const fromUrl = async (
  url: string,
  { allowRefs = [] }: GenerateCommandOptions,
  context: CommandContext,
): Promise<GeneratorInput> => {
  const { readRemote } = await import('./remote.js')
  const read = await readRemote(url, allowRefs, context)
  return named(read, stem(new URL(url).pathname), new URL(url).hostname)
}

const readNamed = async (
  options: GenerateCommandOptions,
  context: CommandContext,
): Promise<readonly GeneratorInput[]> => {
  const inputs: GeneratorInput[] = []
  if (options.input?.filter((input) => input === '-')[1] !== undefined)
    throw wrongUse('standard input holds one document only, and - is named twice')
  for (const input of options.input ?? []) {
    if (input === '-') inputs.push(await named(await readStdin(context), '', 'stdin'))
    else if (isUrl(input)) inputs.push(await fromUrl(input, options, context))
    else inputs.push(...(await readInputs(context.cwd, [input])))
  }
  return inputs
}

/** Reads the documents that a run is about. */
export async function readDocuments(
  options: GenerateCommandOptions,
  context: CommandContext,
): Promise<readonly GeneratorInput[]> {
  const { specs, only } = options
  const given = await readNamed(options, context)
  // Documents on the command line replace the folder unless it is named too.
  const dated = specs === undefined ? [] : await readSpecs(context.cwd, specs)
  return only === undefined ? [...dated, ...given] : onlyNamed([...dated, ...given], only)
}
