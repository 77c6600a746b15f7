import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { createRequire } from 'node:module'
import { safeName, type GeneratorInput } from '../../../generator/index.js'
import { parseDocumentText } from '../../../generator/load/parse.js'
import { repository } from './generated.js'

const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'))

const inputOf = (folder: string, file: string): GeneratorInput => {
  const name = relative(folder, file).split(sep).join('/')
  return { name: safeName(name.replace(/\.\w+$/, '')), file, text: readFileSync(file, 'utf8') }
}

const documentsBelow = (folder: string): GeneratorInput[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(json|ya?ml)$/.test(entry.name))
    .map((entry) => inputOf(examples, join(entry.parentPath, entry.name)))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** Public documents by their version of OpenAPI. */
export function publicDocuments(version: '2.0' | '3.0' | '3.1'): GeneratorInput[] {
  return documentsBelow(join(examples, version))
}

/** Public documents without repeated trees, because many exist as JSON and as YAML. */
export async function distinct(inputs: readonly GeneratorInput[]): Promise<GeneratorInput[]> {
  const trees = await Promise.all(
    inputs.map((input) => parseDocumentText(input).then(({ value }) => JSON.stringify(value))),
  )
  return inputs.filter((_input, index) => trees.indexOf(trees[index] ?? '') === index)
}

/** The documents of the reference service, as the build bundled them. */
export function referenceDocuments(): GeneratorInput[] {
  const folder = join(repository, 'dist', 'specs')
  return readdirSync(folder)
    .filter((name) => /^\d{4}-\d\d-\d\d\.json$/.test(name))
    .map((name) => inputOf(folder, join(folder, name)))
}
