import { existsSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import {
  generate,
  type GeneratedSet,
  type GenerateOptions,
  type OutputFile,
} from '../../../generator/index.js'
import type { Surface } from '../../../runtime/surface.js'
import type { Validator } from '../../../runtime/validator.js'

/** Root of the repository. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** The parts that every run of a test takes: shipped templates, and the runtime as the build bundled it. */
export const parts: GenerateOptions = {
  templates: join(repository, 'templates'),
  runtime: join(repository, 'dist', 'runtime-bundle'),
  // Most tests are about what a schema says; that responses may say more has tests of its own.
  closedResponses: true,
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

const isSurfaceModule = (module: unknown): module is { readonly surface: Surface } =>
  typeof module === 'object' && module !== null && 'surface' in module

/** Imports one generated document from disk. */
export function surfaceIn(folder: string, name: string): Surface {
  const module: unknown = require(join(folder, name, 'index.js'))
  if (!isSurfaceModule(module)) throw new Error(`${folder}/${name} is no generated document`)
  return module.surface
}

/** A folder that is gone after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-generator-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes generated files below a folder. */
export function writeFiles(folder: string, files: readonly OutputFile[]): void {
  for (const { path, content } of files) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
}

let runs = 0

/** Generates from one document without types, and imports the result. */
export async function surfaceOf(
  folder: string,
  document: string | object,
  options: Partial<GenerateOptions> = {},
): Promise<Surface> {
  const name = `run-${++runs}`
  const { files } = await generateOne(document, { name, withoutTypes: true, ...options })
  // What all runs share is written once, and declarations not at all: a test has many runs.
  const isShared = existsSync(join(folder, 'runtime'))
  const wanted = files.filter(({ path }) => path.startsWith(`${name}/`) || !isShared)
  writeFiles(
    folder,
    wanted.filter(({ path }) => !path.endsWith('.d.ts')),
  )
  return surfaceIn(folder, name)
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
