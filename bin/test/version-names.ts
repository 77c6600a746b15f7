import { basename } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { resolvePath } from '../../document/index.js'
import type { GeneratorInput, OpenedSurface } from '../../generator/index.js'

/** A document that was opened, with its text. */
export interface NamedDocument extends Pick<OpenedSurface, 'root'> {
  readonly input: GeneratorInput
}

const dateIn = (text: string): string | undefined => /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/.exec(text)?.[0]

/** A number as the text spells it: 1.0 is read as 1. */
const spelled = (number: number, text: string): string => {
  const found = [...text.matchAll(/\bversion["']?\s*:\s*([\d.]+)/g)].map(([, literal = '']) => literal)
  return found.find((literal) => Number(literal) === number) ?? String(number)
}

/** The `info.version` of a document, where it is a text that fits a header. */
const ownVersion = ({ root, input }: NamedDocument): string | undefined => {
  const version = resolvePath(root, ['info', 'version'])
  const text = typeof version === 'number' ? spelled(version, input.text) : version
  return typeof text === 'string' && /^[!-~]([ -~]*[!-~])?$/.test(text) ? text : undefined
}

/** The date of a document that stands alone, else its name: nobody asks for it by that. */
const datedName = (one: NamedDocument): string => {
  const { file, name } = one.input
  return dateIn(basename(file)) ?? dateIn(file) ?? dateIn(ownVersion(one) ?? '') ?? name
}

const same = (one: GeneratorInput, other: GeneratorInput, name: string): RampartError =>
  new RampartError('OPTION_INVALID', {
    message: `${other.file} and ${one.file} are both of version ${name}`,
    fix: 'Put the date of each version into the name of its file, for instance 2026-01-01.yaml, or give their info.version values of their own.',
  })

/**
 * Names of several documents of one service, which requests ask for each with: the date in the name of the file or in
 * its address, else the document's own `info.version`, else the name of the file.
 * @throws RampartError OPTION_INVALID where two documents are of one version.
 */
export function versionNames(documents: readonly NamedDocument[]): readonly string[] {
  const inputs = documents.map(({ input }) => input)
  if (documents.length < 2) return documents.map(datedName)
  const names = documents.map((one) => {
    const { file, name } = one.input
    return dateIn(basename(file)) ?? dateIn(file) ?? ownVersion(one) ?? name
  })
  for (const [index, input] of inputs.entries()) {
    const other = inputs[names.indexOf(names[index] ?? '')]
    if (other && other !== input) throw same(input, other, names[index] ?? '')
  }
  return names
}
