import { didYouMean, RampartError } from '../../diagnostics/index.js'
import type { GeneratorInput } from '../../generator/index.js'
import type { Options } from './options.js'

const onlyNamed = (all: readonly GeneratorInput[], only: readonly string[]): readonly GeneratorInput[] => {
  const unknown = only.find((name) => !all.some((input) => input.name === name))
  if (unknown === undefined) return all.filter(({ name }) => only.includes(name))
  const names = all.map(({ name }) => name)
  throw new RampartError('OPTION_INVALID', {
    message: `--only ${unknown}: there is no document of that name${didYouMean(unknown, names)}`,
    fix: 'Name dates in the folder of --specs, or files of --input without their ending.',
  })
}

/**
 * Reads the documents that a run is about.
 * @throws RampartError SPECS_MISSING or DOCUMENT_UNREADABLE, or OPTION_INVALID when `--only` names none of them.
 */
export async function readDocuments(
  { specs, input, only }: Options,
  cwd: string,
): Promise<readonly GeneratorInput[]> {
  const { readInputs, readSpecs } = await import('../output/documents.js')
  const named = await readInputs(cwd, input ?? [])
  // Documents named on the command line stand alone unless a folder is named beside them.
  const dated = named.length > 0 && specs === undefined ? [] : await readSpecs(cwd, specs ?? 'specs')
  const all = [...dated, ...named]
  return only === undefined ? all : onlyNamed(all, only)
}
