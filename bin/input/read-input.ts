import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorCode, InputProblem } from '../../diagnostics/index.js'
import { packageRoot } from '../process/package-info.js'
import { faultyInput, type Source } from './faulty-input.js'
import { readJson } from './read-json.js'

/** A kind of file that a user writes, or hands back: what it has to look like, and the error when it does not. */
export interface InputKind {
  readonly code: ErrorCode
  /** Path of its published schema in the package. */
  readonly schema: string
  /** Problems that a schema cannot know, such as names of rules that there are not. Takes any value. */
  readonly more?: (value: unknown) => readonly InputProblem[]
}

/** The problems that a published schema has with a value. */
const schemaFaults = async (schema: string, value: unknown): Promise<readonly InputProblem[]> => {
  // Only here: a run without such a file has no use for a validator.
  const [{ Ajv2020 }, { default: formats }, { faultsIn }, text] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
    import('./schema-faults.js'),
    readFile(join(packageRoot(), schema), 'utf8'),
  ])
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })
  formats.default(ajv)
  const validate = ajv.compile(JSON.parse(text) as object)
  return validate(value) ? [] : faultsIn(validate.errors ?? [])
}

/**
 * The value that a user wrote, once nothing is wrong with it.
 * @throws RampartError of the kind's code, with all problems and their positions.
 */
export async function checkInput<T>(source: Source, { code, schema, more }: InputKind): Promise<T> {
  const faults = [...(await schemaFaults(schema, source.value)), ...(more?.(source.value) ?? [])]
  if (faults.length > 0) throw faultyInput(code, source, faults)
  return source.value as T
}

/**
 * Reads a JSON file that an option names, and checks it.
 * @param path relative to `cwd`, as the user spelled it
 * @throws RampartError of the kind's code.
 */
export async function readInput<T>(cwd: string, path: string, kind: InputKind): Promise<T> {
  return checkInput<T>(await readJson(cwd, path, kind.code), kind)
}
