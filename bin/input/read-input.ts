import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ErrorObject } from 'ajv'
import {
  type ErrorCode,
  type InputProblem,
  type Problem,
  type ProblemLocation,
  RampartError,
  didYouMean,
  fileReason,
} from '../../diagnostics/index.js'
import {
  jsonPositions,
  positionIn,
  type TextPosition,
  wantedOf,
  appendKey,
  isObject,
  lastKey,
  listOf,
  member,
  objectOf,
  textOf,
  parseJson as parseBounded,
  isTextError,
} from '../../document/index.js'
import { counted } from '../../reporting/index.js'
import { packageRoot } from '../process/package-info.js'
import { locationText } from '../output/report-failure.js'
import { given } from './given.js'
import { readTextBounded } from './bounded.js'

/** A value that a user wrote, with the name of its file, and its text where that is JSON. */
export interface Source {
  readonly name: string
  readonly value: unknown
  readonly text?: string
}

const whereOf = (
  { name, text }: Source,
  found: ReadonlyMap<string, TextPosition> | undefined,
  wrong: InputProblem,
): ProblemLocation => {
  const at = found?.get(wrong.pointer)
  const offset = wrong.isName === true ? (at?.name ?? at?.value) : at?.value
  const position = text === undefined || offset === undefined ? {} : positionIn(text, offset)
  return { file: name, pointer: wrong.pointer, ...position }
}

/** The position of a problem as one number; the factor exceeds the length of any line. */
const order = ({ where }: Problem): number => (where?.line ?? 0) * 1e6 + (where?.column ?? 0)

/** The error with all problems of a source, at least one, in the order of its text. */
export function invalidInput(code: ErrorCode, source: Source, inputs: readonly InputProblem[]): RampartError {
  const pointers = wantedOf(inputs.map(({ pointer }) => pointer))
  const found = source.text === undefined ? undefined : jsonPositions(source.text, pointers)
  const problems = inputs
    .map((wrong): Problem => {
      const { message, fix } = wrong
      return { code, severity: 'error', message, where: whereOf(source, found, wrong), ...given({ fix }) }
    })
    .toSorted((a, b) => order(a) - order(b))
  const [first, ...others] = problems
  const all = `${source.name} has ${counted(problems.length, 'problem')}`
  if (first?.where === undefined || others.length > 0)
    return new RampartError(code, { message: all, problems })
  const { message, where, fix } = first
  return new RampartError(code, { message: `${locationText(where)}: ${message}`, where, ...given({ fix }) })
}

const longestShown = 60

const shortText = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

/** The type of a value in words. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'text'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Types of JSON Schema in words. */
export const typeWords: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

/** The name of the value at a pointer, for the beginning of a sentence. */
const subjectOf = (pointer: string): string => {
  const key = lastKey(pointer)
  if (pointer === '') return 'the whole'
  return /^\d+$/.test(key) ? `entry ${Number(key) + 1}` : `"${key}"`
}

const enumWords = (data: unknown, allowed: readonly unknown[]): string => {
  const meant = typeof data === 'string' ? didYouMean(data, allowed.map(String)) : ''
  return `is ${shortText(data)}, and must be ${allowed.map(String).join(' or ')}${meant}`
}

const patternWords = (data: unknown, pattern: string): string =>
  pattern === String.raw`\S` ? 'is blank' : `is ${shortText(data)}, which does not match ${pattern}`

/** The members of which a schema requires at least one. */
const neededIn = (branches: unknown): readonly string[] =>
  listOf(branches).flatMap((branch) => (isObject(branch) ? listOf(branch['required']).map(String) : []))

const predicate = ({ keyword, params, data, schema, message }: ErrorObject): string => {
  switch (keyword) {
    case 'type': {
      const due = [schema].flat().map((one) => typeWords[String(one)] ?? String(one))
      return `is ${typeOf(data)}, and must be ${due.join(' or ')}`
    }
    case 'const':
      return `is ${shortText(data)}, and must be ${shortText(schema)}`
    case 'enum':
      return enumWords(data, listOf(schema))
    case 'pattern':
      return patternWords(data, String(schema))
    case 'format':
      return `is ${shortText(data)}, which is not a valid ${String(schema)}`
    case 'minLength':
      return 'is empty'
    case 'required':
      return `has no "${String(params['missingProperty'])}"`
    case 'anyOf':
      return `needs at least one of ${neededIn(schema).join(', ')}`
    default:
      return message ?? 'cannot be used'
  }
}

const nameProblem = ({ instancePath, params, parentSchema }: ErrorObject): InputProblem => {
  const name = String(params['additionalProperty'])
  const known = Object.keys(objectOf(member(parentSchema, 'properties')))
  const message = `"${name}" is not a known member${didYouMean(name, known)}`
  return { pointer: appendKey(instancePath, name), message, isName: true }
}

const keyProblem = ({ instancePath, params, schema }: ErrorObject): InputProblem => {
  const name = String(params['propertyName'])
  const due = textOf(member(schema, 'description')) ?? 'something else'
  const message = `"${name}" is used as a name, which must be ${due}`
  return { pointer: appendKey(instancePath, name), message, isName: true }
}

/** Whether an error only repeats another one: those of `if`, of names, and of the branches of `anyOf` do. */
const isEcho = ({ keyword, schemaPath, propertyName }: ErrorObject): boolean =>
  keyword === 'if' || propertyName !== undefined || /\/anyOf\/\d+\//.test(schemaPath)

/** The errors of a schema in words. */
const problemsIn = (errors: readonly ErrorObject[]): readonly InputProblem[] =>
  errors
    .filter((error) => !isEcho(error))
    .map((error) => {
      if (error.keyword === 'additionalProperties') return nameProblem(error)
      if (error.keyword === 'propertyNames') return keyProblem(error)
      const { instancePath: pointer } = error
      return { pointer, message: `${subjectOf(pointer)} ${predicate(error)}` }
    })

/** Limit on the nesting of input files, because validators and printers are recursive. */
const deepest = 400

/** The value of a JSON text. @param name the file as the user spelled it */
export function parseJson(text: string, name: string, code: ErrorCode): Source {
  // Some editors begin a file with a byte order mark.
  const plain = text.replace(/^\uFEFF/, '')
  try {
    return { name, value: parseBounded(plain, deepest), text: plain }
  } catch (cause) {
    if (!isTextError(cause)) throw cause
    const { line, column } = positionIn(plain, cause.offset ?? 0)
    const message = `${name}:${line}:${column} ${cause.message}`
    throw new RampartError(code, { message, where: { file: name, line, column }, cause })
  }
}

/** A kind of input file: its schema, and the error of an invalid one. */
export interface InputKind {
  readonly code: ErrorCode
  /** Path of its published schema in the package. */
  readonly schema: string
  /** Problems that a schema cannot express, such as unknown rules. Accepts any value. */
  readonly more?: (value: unknown) => readonly InputProblem[]
}

/** The problems that a published schema has with a value. */
const schemaProblems = async (schema: string, value: unknown): Promise<readonly InputProblem[]> => {
  // Loaded here only, because most runs have no such file.
  const [{ Ajv2020 }, { default: formats }, text] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
    readFile(join(packageRoot(), schema), 'utf8'),
  ])
  // The schemas of the package are correct and each validator runs once, so checking and optimizing them would waste
  // time.
  const options = { strict: false, allErrors: true, verbose: true, validateSchema: false }
  const ajv = new Ajv2020({ ...options, code: { optimize: false } })
  formats.default(ajv)
  const validate = ajv.compile(JSON.parse(text) as object)
  return validate(value) ? [] : problemsIn(validate.errors ?? [])
}

/** Checks a value that a user wrote, and returns it. */
export async function checkInput<T>(source: Source, { code, schema, more }: InputKind): Promise<T> {
  const problems = [...(await schemaProblems(schema, source.value)), ...(more?.(source.value) ?? [])]
  if (problems.length > 0) throw invalidInput(code, source, problems)
  return source.value as T
}

/** Reads a JSON file that an option names, relative to `cwd`, and checks it. */
export async function readInput<T>(cwd: string, path: string, kind: InputKind): Promise<T> {
  const text = await readTextBounded(resolve(cwd, path)).catch((cause: unknown) => {
    // The fix in the error registry concerns the content, not a missing file.
    const fix = 'Check the path and its permissions.'
    throw new RampartError(kind.code, { message: `${path}: ${fileReason(cause)}`, fix, cause })
  })
  return checkInput<T>(parseJson(text, path, kind.code), kind)
}

/** The checked content of the file that an option names, or of the config file in its place. @param name of the option */
export function contentOf<T>(cwd: string, name: string, given: unknown, kind: InputKind): Promise<T> {
  return typeof given === 'string' ? readInput(cwd, given, kind) : checkInput({ name, value: given }, kind)
}
