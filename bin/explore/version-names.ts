import { basename } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import { type GeneratorInput, readDocument, safeName } from '../../generator/index.js'

const dateIn = (text: string): string | undefined => /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/.exec(text)?.[0]

const ownVersion = async (input: GeneratorInput): Promise<string | undefined> => {
  const { info } = await readDocument(input)
  const version = isObject(info) ? info['version'] : undefined
  // Code is generated into a folder of that name.
  return typeof version === 'string' && safeName(version) === version ? version : undefined
}

const same = (one: GeneratorInput, other: GeneratorInput): RampartError =>
  new RampartError('OPTION_INVALID', {
    message: `${other.file} and ${one.file} are both of version ${one.name}`,
    fix: 'Put the date of each version into the name of its file, for instance 2026-01-01.yaml, or give their info.version values of their own.',
  })

/**
 * Several documents of one service, named by what a request asks for each with: the date in the name of the file or
 * in its address, else the document's own `info.version`, else the name of the file.
 * @throws RampartError OPTION_INVALID where two documents are of one version.
 */
export async function byVersion(inputs: readonly GeneratorInput[]): Promise<readonly GeneratorInput[]> {
  if (inputs.length < 2) return inputs
  const named = await Promise.all(
    inputs.map(async (input) => {
      const date = dateIn(basename(input.file)) ?? dateIn(input.file)
      return { ...input, name: date ?? (await ownVersion(input)) ?? input.name }
    }),
  )
  for (const [index, one] of named.entries()) {
    const other = named.slice(0, index).find(({ name }) => name === one.name)
    if (other) throw same(one, other)
  }
  return named
}
