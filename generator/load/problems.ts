import { type Problem, type ProblemLocation, RampartError } from '../../diagnostics/index.js'
import {
  entriesOf,
  isObject,
  type Location,
  locationOn,
  locationsOf,
  once,
  pointerTo,
  resolvePath,
} from '../../document/index.js'
import { locatePointers } from '../../document/text/index.js'
import type { RawObject } from '../model/document.js'

/** A text of a document, cut where it is longer. */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** A path into a document. */
export type Path = readonly (string | number)[]

/** A problem that makes a document unreadable. */
export function problemAt(file: string, path: Path, message: string): Problem {
  return { code: 'DOCUMENT_INVALID', severity: 'error', message, where: { file, pointer: pointerTo(path) } }
}

/** A note on a part that is not read as written. */
export function noteAt(file: string, path: Path, message: string): Problem {
  return { code: 'DOCUMENT_NOTE', severity: 'warning', message, where: { file, pointer: pointerTo(path) } }
}

/** Problems with the lines that their pointers have in the text of the document. */
export function withLines(
  problems: readonly Problem[],
  { file, text }: { readonly file: string; readonly text: string },
): readonly Problem[] {
  const pointers = problems.flatMap(({ where }) => (where?.file === file ? (where.pointer ?? []) : []))
  const lines = locatePointers(text, new Set(pointers))
  return problems.map((problem) => {
    const { where } = problem
    const line = where?.file === file ? lines.get(where.pointer ?? '') : undefined
    return line === undefined ? problem : { ...problem, where: { line, ...where } }
  })
}

/** The error for a document with problems, whose number and kind `what` says. */
export function invalidDocument(
  file: string,
  problems: readonly Problem[],
  { what, ...rest }: { what?: string; fix?: string; cause?: unknown; where?: ProblemLocation } = {},
): RampartError {
  const usual = problems.length === 1 ? 'problem in the document' : 'problems in the document'
  const message = `${file}: ${problems.length} ${what ?? usual}`
  return new RampartError('DOCUMENT_INVALID', { message, where: { file }, problems, ...rest })
}

/** Limit on the nesting of a document, because later steps are recursive. */
export const deepest = 400

/** The error for a document that is nested too deeply. */
export function tooDeep(where: ProblemLocation & { readonly file: string }, path: Path): RampartError {
  // Only the start of the path, since the rest repeats.
  const problem = problemAt(where.file, path.slice(0, 6), `nested more than ${deepest} levels deep`)
  const whole = { ...where, ...problem.where }
  const fix = 'Give inner schemas names of their own in components, and shorten examples and extensions.'
  return invalidDocument(where.file, [{ ...problem, where: whole }], { where: whole, fix })
}

/** The error for a text that cannot be parsed, with the location. */
export function syntaxError(where: ProblemLocation, message: string, cause?: unknown): RampartError {
  const at = where.line === undefined ? '' : `:${where.line}:${where.column ?? 1}`
  return new RampartError('DOCUMENT_SYNTAX', { message: `${where.file}${at}: ${message}`, where, cause })
}

/** A part of a document that has the wrong type for its location. */
export interface Misshapen {
  readonly path: readonly string[]
  readonly message: string
  /** The path of the schema that becomes unreadable; undefined if more than a schema does. */
  readonly schema: readonly string[] | undefined
  /** Whether problems inside it are not reported. */
  readonly hidesInner: boolean
}

/** Limit on nested schemas, because compilers and printers are recursive. */
const deepestSchema = 200

const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])

const nameOf = (path: readonly string[]): string => JSON.stringify(path.at(-1) ?? '')

// An empty value in YAML is null; where an object belongs it is treated as one without members.
const isEmpty = (node: unknown): boolean => node === null

// In YAML the type name `null` is often written without quotes, which makes it the value null.
const types = new Set<unknown>(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string', null])

const typeProblem = (type: unknown = null): string | undefined => {
  const odd = (Array.isArray(type) ? type : [type]).find((name) => !types.has(name))
  return odd === undefined ? undefined : `${JSON.stringify(odd)} is not a type of JSON Schema`
}

// Validators cannot be compiled with values of another kind.
const kindsOfKeywords = {
  number:
    'minimum maximum multipleOf minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains',
  boolean: 'uniqueItems',
  string: 'format',
  list: 'enum',
  object: 'dependentRequired',
}

const kindByKeyword = new Map(
  Object.entries(kindsOfKeywords).flatMap(([kind, keywords]) =>
    keywords.split(' ').map((keyword) => [keyword, kind] as const),
  ),
)

const isOfKind = (value: unknown, kind: string): boolean =>
  isEmpty(value) || (Array.isArray(value) ? 'list' : typeof value) === kind

const keywordProblem = (schema: RawObject): string | undefined => {
  const [keyword, kind] =
    [...kindByKeyword].find(([name, expected]) => name in schema && !isOfKind(schema[name], expected)) ?? []
  if (keyword !== undefined) return `"${keyword}" is not ${kind === 'object' ? 'an' : 'a'} ${kind}`
  const [name] = entriesOf(schema['dependentRequired']).find(([, names]) => !Array.isArray(names)) ?? []
  return name === undefined ? undefined : `${JSON.stringify(name)} in "dependentRequired" is not a list`
}

const isLeaf = (node: unknown): boolean =>
  !isObject(node) || Object.values(node).every((value) => typeof value !== 'object')

const schemaProblem = ({ node, path, depth }: Location): string | undefined => {
  if (depth > deepestSchema && !isLeaf(node))
    return `schemas are nested more than ${deepestSchema} levels deep`
  if (isObject(node)) return typeProblem(node['type']) ?? keywordProblem(node)
  const isSchema = typeof node === 'boolean' || isEmpty(node)
  const isOldList = Array.isArray(node) && path.at(-1) === 'items'
  if (isSchema || isOldList) return undefined
  const isMisplaced = Array.isArray(node) && path.at(-2) === 'properties' && path.at(-1) === 'required'
  return isMisplaced ? '"required" belongs beside "properties"' : 'a schema is an object or a boolean'
}

const schemasProblem = ({ node, path }: Location): string | undefined => {
  if (lists.has(path.at(-1) ?? '')) {
    return Array.isArray(node) ? undefined : `${nameOf(path)} is not a list of schemas`
  }
  return isObject(node) || isEmpty(node) ? undefined : `${nameOf(path)} is not an object`
}

// Examples often lack the object with a `value`.
const holdsValues = (path: readonly string[]): boolean => path.at(-1) === 'examples'

const mapProblem = ({ node, path }: Location): string | undefined => {
  if (isEmpty(node) || holdsValues(path)) return undefined
  const isParameters = path.at(-1) === 'parameters'
  if (isParameters && path.length > 2) return Array.isArray(node) ? undefined : '"parameters" is not a list'
  return isObject(node) || isParameters ? undefined : `${nameOf(path)} is not an object`
}

// Parameter locations of Swagger 2.0, which remain in documents converted by hand.
const formerLocations = new Set<unknown>(['body', 'formData'])
const locations = new Set<unknown>(['query', 'header', 'path', 'cookie', 'querystring'])

const parameterProblem = ({ name, in: location }: RawObject): string | undefined => {
  if (typeof name !== 'string')
    return `a parameter has ${name === undefined ? 'no name' : 'a name that is not a string'}`
  if (name === '') return 'the name of a parameter is empty'
  if (locations.has(location)) return undefined
  const found = `the parameter ${JSON.stringify(name)} is in ${JSON.stringify(location) ?? 'nothing'}`
  return formerLocations.has(location)
    ? `${found}, which is "requestBody" in OpenAPI 3`
    : `${found} instead of "query", "header", "path" or "cookie"`
}

const memberProblem = ({ node, path }: Location): string | undefined => {
  const holder = path.slice(0, -1)
  const name = path.at(-1) ?? ''
  if (holdsValues(holder) || name.startsWith('x-')) return undefined
  const isParameter = holder.at(-1) === 'parameters'
  const isListed = isParameter && holder.length > 2
  if (isEmpty(node) && !isListed) return undefined
  if (!isObject(node))
    return name === '$ref'
      ? `OpenAPI allows no reference instead of ${nameOf(holder)}`
      : `${JSON.stringify(name)} in ${nameOf(holder)} is not an object`
  return isParameter && !('$ref' in node) ? parameterProblem(node) : undefined
}

const objectProblem = (location: Location): string | undefined => {
  const { node, path } = location
  if (location.isMember) return memberProblem(location)
  const isBody = path.at(-1) === 'requestBody'
  return isBody && !isObject(node) && !isEmpty(node) ? 'a request body is not an object' : undefined
}

const checks: Readonly<Record<Location['kind'], (location: Location) => string | undefined>> = {
  schema: schemaProblem,
  schemas: schemasProblem,
  map: mapProblem,
  object: objectProblem,
}

const referenceProblem = ({ node, kind }: Location): string | undefined => {
  const isReference = (kind === 'schema' || kind === 'object') && isObject(node) && '$ref' in node
  return isReference && typeof node['$ref'] !== 'string' ? '"$ref" is not a string' : undefined
}

const schemaOf = ({ path, kind }: Location): readonly string[] | undefined => {
  if (kind === 'schema') return path
  const isKeyword = kind === 'schemas' && path.at(-2) !== 'components'
  return isKeyword ? path.slice(0, -1) : undefined
}

const misshapenAt = (location: Location): Misshapen | undefined => {
  const message = referenceProblem(location) ?? checks[location.kind](location)
  if (message === undefined) return undefined
  const { node, path, kind, depth } = location
  const hidesInner = kind === 'schemas' || Array.isArray(node) || depth > deepestSchema
  return { path, message, schema: schemaOf(location), hidesInner }
}

const isBelow = (path: readonly string[], above: readonly string[]): boolean =>
  path.length > above.length && above.every((segment, index) => path[index] === segment)

/** Every part of a document that has the wrong type for its location, in document order. */
export const misshapen = once((root: RawObject): readonly Misshapen[] => {
  const found: Misshapen[] = []
  let hiding: readonly string[] | undefined
  for (const location of locationsOf(root)) {
    const one = misshapenAt(location)
    if (!one || (hiding && isBelow(one.path, hiding))) continue
    if (one.hidesInner) hiding = one.path
    found.push(one)
  }
  return found
})

/** A number that JavaScript cannot represent exactly. */
export interface InexactNumber {
  readonly path: readonly string[]
  /** The number as written. */
  readonly literal: string
}

// Whether a keyword is only shown, and not used for validation.
const isShown = (keyword: string): boolean =>
  keyword === 'example' || keyword === 'examples' || keyword.startsWith('x-')

/** Whether a number is unusable in validation: its exact digits matter, or it is not finite. */
const isDecisive = (keyword: string, value: unknown): boolean =>
  keyword === 'const' ||
  keyword === 'enum' ||
  keyword === 'multipleOf' ||
  (keyword !== 'default' && !Number.isFinite(value))

/** The result of checking the inexact numbers of a document. */
export interface JudgedNumbers {
  /** Schemas that cannot be used for validation. */
  readonly misshapen: readonly Misshapen[]
  readonly notes: readonly Problem[]
}

/** Checks rounded numbers: for a bound the nearest is good enough, for a constant it is not. */
export function judgeNumbers(root: object, numbers: readonly InexactNumber[], file: string): JudgedNumbers {
  const misshapen: Misshapen[] = []
  const notes: Problem[] = []
  for (const { path, literal } of numbers) {
    const { location, rest } = locationOn(root, path)
    const [keyword] = rest
    if (location.kind !== 'schema' || keyword === undefined || isShown(keyword)) continue
    const value = resolvePath(root, path)
    const message = `${keyword} is ${shortened(literal, 60)}, which JavaScript reads as ${String(value)}`
    if (isDecisive(keyword, value))
      misshapen.push({ path, message, schema: location.path, hidesInner: false })
    else notes.push(noteAt(file, path, `${message}; that value is used`))
  }
  return { misshapen, notes }
}

const namesOfMaps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'schemas'])

/** The first constant among the inexact numbers of a text whose location in a document is not known yet. */
export function inexactConstant(numbers: readonly InexactNumber[]): InexactNumber | undefined {
  return numbers.find(({ path }) =>
    path.some((key, index) => /^(?:const|enum)$/.test(key) && !namesOfMaps.has(path[index - 1] ?? '')),
  )
}
