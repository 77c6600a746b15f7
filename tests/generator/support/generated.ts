import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  generate,
  type GeneratedSet,
  type GenerateOptions,
  type OutputFile,
} from '../../../generator/index.js'
import type { Surface } from '../../../runtime/surface.js'
import type { Validator } from '../../../runtime/fail.js'
import { fill } from '../../support/folder.js'

/** Root of the repository. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** The parts that every run uses: shipped templates, and the runtime as the build bundled it. */
export const parts: GenerateOptions = {
  templates: join(repository, 'templates'),
  runtime: join(repository, 'dist', 'runtime-bundle'),
  // Closed, because most tests are about schemas; open responses have separate tests.
  closedResponses: true,
  // Tests run sources; a thread runs what is compiled.
  typesWorker: join(repository, 'dist/generator/types/openapi-typescript/worker.js'),
}

/** Generates from one document, given as text or as a tree. */
export function generateOne(
  document: string | object,
  options: Partial<GenerateOptions & { readonly name: string; readonly file: string }> = {},
): Promise<GeneratedSet> {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const { name = 'it', file = `${name}.json`, ...rest } = options
  return generate([{ name, file, text }], { ...parts, ...rest })
}

// Generated code is run as Node runs it, not as vitest transforms it.
const require = createRequire(import.meta.url)

/** The exports of a generated module on disk. */
export const moduleAt = (path: string): Record<string, unknown> => {
  const module: unknown = require(path)
  if (typeof module !== 'object' || module === null) throw new Error(`${path} is not a module`)
  return { ...module }
}

/** Imports the tables and validators of one generated document from disk. */
export function surfaceIn(folder: string, name: string): Surface {
  const tables = moduleAt(join(folder, name, 'operations.js')) as unknown as Omit<Surface, 'validator'>
  const validators = moduleAt(join(folder, name, 'validators.js')) as Record<string, Validator>
  return {
    ...tables,
    validator: async (validator) => {
      const found = Object.hasOwn(validators, validator) ? validators[validator] : undefined
      if (typeof found !== 'function') throw new RangeError(`no validator is named ${validator}`)
      return found
    },
  }
}

/** Writes generated files below a folder. */
export function writeFiles(folder: string, files: readonly OutputFile[]): void {
  fill(folder, Object.fromEntries(files.map(({ path, content }) => [path, content])))
}

let runs = 0

/** Generates tables and validators of documents in one run, and imports them. */
export async function surfacesOf(
  folder: string,
  documents: readonly (string | object)[],
  options: Partial<GenerateOptions> = {},
): Promise<Surface[]> {
  const inputs = documents.map((document) => ({
    name: `run-${++runs}`,
    file: 'it.json',
    text: typeof document === 'string' ? document : JSON.stringify(document),
  }))
  const { files } = await generate(inputs, { ...parts, tablesOnly: true, ...options })
  // The runtime is shared by all runs and written once, because a test has many runs.
  const isShared = existsSync(join(folder, 'runtime'))
  writeFiles(
    folder,
    files.filter(({ path }) => path.startsWith('run-') || !isShared),
  )
  return inputs.map(({ name }) => surfaceIn(folder, name))
}

/** Generates tables and validators of one document, and imports them. */
export async function surfaceOf(
  folder: string,
  document: string | object,
  options: Partial<GenerateOptions> = {},
): Promise<Surface> {
  const [surface] = await surfacesOf(folder, [document], options)
  if (!surface) throw new Error('nothing was generated')
  return surface
}

/** The validator of a component schema in one direction. */
export function validatorOf(
  surface: Surface,
  schema: string,
  direction: 'request' | 'response' = 'response',
): Promise<Validator> {
  const names = surface.schemaValidators[schema]
  if (!names) throw new Error(`no schema is named ${schema}`)
  return surface.validator(names[direction])
}
