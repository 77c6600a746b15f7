import { createHash } from 'node:crypto'
import type { Problem } from '../../diagnostics/index.js'
import { cached, capital, isObject, pointerOf, resolvePath } from '../../document/index.js'
import type { ExportedNames, OperationNames } from '../model/document.js'

const longest = 100
/** Names that a constant in a module cannot have. */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
)

const reservedFileNames = /^(con|prn|aux|nul|com\d|lpt\d|index)$/i

/** A short digest that distinguishes two names. */
export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** Names in use. */
export class Names {
  readonly #taken: Set<string>

  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved)
  }

  /** Takes the first spelling of which all `namesOf` are free. */
  take(spellings: Iterable<string>, namesOf = (spelling: string): readonly string[] => [spelling]): string {
    for (const spelling of spellings) {
      const names = namesOf(spelling)
      if (names.some((name) => this.#taken.has(name))) continue
      for (const name of names) this.#taken.add(name)
      return spelling
    }
    throw new Error('no spelling is free')
  }
}

/**
 * A name, then the same with one suffix, two suffixes, and so on.
 * @yields spellings endlessly
 */
export function* suffixed(plain: string, suffix: string): Generator<string> {
  for (let name = plain; ; name += suffix) yield name
}

/**
 * Assigns names that are safe to print. The same original always gets the same name. If several originals map to one
 * safe name, the first one keeps the plain form and the others get a digest of the original.
 */
export class SafeNames {
  readonly #byOriginal = new Map<string, string>()
  readonly #names: Names
  readonly #make: (original: string) => string

  constructor(make: (original: string) => string, reserved: Iterable<string> = []) {
    this.#make = make
    this.#names = new Names(reserved)
  }

  get(original: string): string {
    // The digest repeats only if an original happens to contain it.
    return cached(this.#byOriginal, original, () =>
      this.#names.take(suffixed(this.#make(original), `_${shortDigest(original)}`)),
    )
  }
}

const limited = (name: string, original: string): string =>
  name.length > longest ? `${name.slice(0, longest)}_${shortDigest(original)}` : name

/** A file name without extension, made of letters, digits, `_`, `-` and inner dots. */
export function fileName(original: string): string {
  const plain = original.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replaceAll(/^_+|_+$/g, '')
  const changed = plain.toLowerCase() !== original.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '_')
  const isUnsafe = plain === '' || reservedFileNames.test(plain) || changed
  return limited(isUnsafe ? `${plain}_${shortDigest(original)}` : plain, original)
}

/** The name of a document's folder: a safe file name other than `runtime`, which holds the shared code. */
export function documentName(original: string): string {
  const name = fileName(original)
  return /^runtime$/i.test(name) ? `${name}_${shortDigest(original)}` : name
}

/** An identifier that is not a keyword or global: it contains an underscore, or is the safe `schema`. */
export function identifier(original: string): string {
  const plain = original.replaceAll(/[^A-Za-z0-9_]+/g, '_').replaceAll(/_+$/g, '')
  const started = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
  return limited(started.includes('_') || started === 'schema' ? started : `${started}_`, original)
}

/** The name of an export. Modules that export `then` would be treated as promises, and `default` is reserved. */
export function exportedName(original: string): string {
  const plain = original.replaceAll(/[^A-Za-z0-9_]+/g, '_')
  const isTaken = /^(default|then|__esModule)$/.test(plain) || !/^[A-Za-z_]/.test(plain)
  return limited(isTaken ? `_${plain}` : plain, original)
}

/** Whether a document is named by a date. Such documents are versions of one API; others are independent. */
export function isDated(name: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(name)
}

// Names that every version exports, and names that declarations cannot have.
const fixed: ReadonlySet<string> = new Set([
  ...reservedWords,
  ...(
    '$defs Client ClientError ClientOptions Operations RefusedError SecuritySchemeName bodyOf call components ' +
    'createClient errorsOf operations paths requests runtime schemas securitySchemes validators ' +
    'version versionErrorOf webhooks any as asserts bigint boolean globalThis infer is keyof never number object ' +
    'readonly string symbol unique unknown'
  ).split(' '),
])

/** `repos/get-commit` as `reposGetCommit`; an identifier stays as it is. */
const camelCase = (id: string): string => {
  const words = id.split(/[^A-Za-z0-9_$]+/).filter((word) => word !== '')
  return words.map((word, index) => (index === 0 ? word : capital(word))).join('')
}

const functionName = (operation: string): string => {
  const name = camelCase(operation)
  return exportedName(name === '' ? operation : name)
}

/** Kinds of types for an operation, as suffixes of their names. */
const operationTypes = ['Request', 'Parameters', 'Body', 'Response'] as const

/**
 * Spellings with digests, of a longer text where a name happens to equal one.
 * @yields endlessly
 */
const digested = function* (plain: string, original: string): Generator<string> {
  for (let text = original; ; text = `${text}\n`) yield `${plain}_${shortDigest(text)}`
}

const schemaSpellings = function* (schema: string, plain: string): Generator<string> {
  yield plain
  if (fixed.has(plain)) yield `${plain}_`
  yield* digested(plain, schema)
}

const operationSpellings = function* (plain: string, operation: string): Generator<string> {
  yield plain
  yield `${plain}Operation`
  yield* digested(plain, operation)
}

const functionsOf = (name: string): string[] => [name, `${name}Validators`, `${name}Responses`]

const typesOf = (prefix: string): string[] => operationTypes.map((ending) => prefix + ending)

/** Sorts names independently of the document's order; those that can stay unchanged come first. */
const inOrder = (names: readonly string[], spell: (name: string) => string): string[] => {
  const rank = (name: string): number => (spell(name) === name ? 0 : 1)
  return names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

/**
 * Assigns names to everything that a version exports, in one namespace: component schemas first, then operations.
 * Which of two conflicting names stays plain does not depend on the order of the document.
 * @param typeName makes the name of a schema's type from its name as an identifier
 */
export function exportedNames(
  schemas: readonly string[],
  operations: readonly string[],
  typeName = (name: string): string => name,
): ExportedNames {
  const names = new Names(fixed)
  const bySchema = inOrder(schemas, exportedName).map(
    (schema) => [schema, names.take(schemaSpellings(schema, typeName(exportedName(schema))))] as const,
  )
  const byOperation = inOrder(operations, functionName).map((operation): [string, OperationNames] => {
    const plain = functionName(operation)
    const name = names.take(operationSpellings(plain, operation), functionsOf)
    const type = names.take(operationSpellings(capital(plain), operation), typesOf)
    return [operation, { function: name, type }]
  })
  return { schemas: new Map(bySchema), operations: new Map(byOperation) }
}

/** Notes on operations whose names could not be derived from their ids alone. */
export function renamedNotes(file: string, names: ExportedNames, pointerOf: (operation: string) => string) {
  return [...names.operations].flatMap(([operation, { function: name }]): Problem[] => {
    const plain = functionName(operation)
    if (name === plain) return []
    const message = `the operation ${operation} is exported as ${name}: ${plain} is taken`
    const where = { file, pointer: pointerOf(operation) }
    return [{ code: 'DOCUMENT_NOTE', severity: 'note', message, where }]
  })
}

/** The exported identifiers of a version that names of units depend on. */
type KnownNames = Pick<ExportedNames, 'schemas'> & {
  readonly operations: ReadonlyMap<string, Pick<OperationNames, 'function'>>
}

/** The direction of a value, if its schema is validated differently in each. */
export type View = '' | 'request' | 'response'

const indexed = (type: string, ...keys: readonly string[]): string =>
  type + keys.map((key) => `[${/^[1-5]\d\d$/.test(key) ? key : JSON.stringify(key)}]`).join('')

/** Type of the schema of a media type, derived from the type of its body. */
const contentType = (body: string, rest: readonly string[]): string | undefined => {
  const [content, mediaType = '', schema, ...more] = rest
  const isSchema = content === 'content' && schema === 'schema' && more.length === 0
  return isSchema ? indexed(body, 'content', mediaType) : undefined
}

const bodyType = (operation: string, rest: readonly string[]): string | undefined => {
  const [first, status = '', ...more] = rest
  if (first === 'responses') return contentType(indexed(operation, 'responses', status), more)
  const body = `NonNullable<${indexed(operation, 'requestBody')}>`
  return first === 'requestBody' ? contentType(body, rest.slice(1)) : undefined
}

const componentType = (kind: string, name: string, rest: readonly string[]): string | undefined => {
  const type = `components${indexed('', kind)}[${JSON.stringify(name)}]`
  if (kind === 'schemas') return rest.length === 0 ? type : undefined
  return kind === 'responses' || kind === 'requestBodies' ? contentType(type, rest) : undefined
}

const isComponentSchema = ([root, kind, , ...rest]: readonly string[]): boolean =>
  root === 'components' && kind === 'schemas' && rest.length === 0

// Words in nearly every name, which carry no information.
const usual = new Set(['content', 'application/json', 'schema'])

/** Names units by the location of their schema, so that other edits of the document rename none. */
export class UnitNames {
  readonly #root: unknown
  readonly #known: KnownNames
  /** The name of an operation by `<path>\n<method>`. */
  readonly #operations: ReadonlyMap<string, string>
  // Keyed by location, so that names are unique; the printed name is derived from it.
  readonly #readable = new Map<string, string>()
  readonly #safe: SafeNames

  constructor(root: unknown, known: KnownNames, operations: ReadonlyMap<string, string>) {
    this.#root = root
    this.#known = known
    this.#operations = operations
    const functions = Array.from(known.operations.values(), ({ function: name }) =>
      functionsOf(name).slice(1),
    )
    const reserved = ['validators', ...known.schemas.values(), ...functions.flat()]
    this.#safe = new SafeNames((key) => exportedName(this.#readable.get(key) ?? key), reserved)
    for (const schema of [...known.schemas.keys()].toSorted())
      this.nameOf(['components', 'schemas', schema], 'request')
  }

  /** The unit name for the schema at a path of the document. `view` separates directions that differ. */
  nameOf(path: readonly string[], view: View): string {
    const own = isComponentSchema(path) ? this.#known.schemas.get(path[2] ?? '') : undefined
    if (own !== undefined && view !== 'request') return own
    const key = `${view} ${pointerOf(...path)}`
    const words = own === undefined ? this.#wordsOf(path) : [own]
    this.#readable.set(key, [...words, view].filter((word) => word !== '').join('_'))
    return this.#safe.get(key)
  }

  /** TypeScript type of the schema at a path, in terms of the generated `types.d.ts`; `view` if it has two. */
  typeOf(path: readonly string[], view: View = ''): string {
    const [root, second = '', third = '', ...rest] = path
    if (isComponentSchema(path) && view === 'request') return `requests[${JSON.stringify(third)}]`
    if (root === 'components') return componentType(second, third, rest) ?? 'unknown'
    const operation = `paths[${JSON.stringify(second)}][${JSON.stringify(third)}]`
    return (root === 'paths' ? bodyType(operation, rest) : undefined) ?? 'unknown'
  }

  #wordsOf(path: readonly string[]): string[] {
    const [root = '', second = '', third = '', ...rest] = path
    const operation = root === 'paths' ? this.#operations.get(`${second}\n${third}`) : undefined
    if (operation !== undefined) {
      const start = this.#known.operations.get(operation)?.function ?? operation
      return [start, ...this.#below(path.slice(0, 3), rest)]
    }
    if (root === 'components') {
      const start = second === 'schemas' ? this.#known.schemas.get(third) : undefined
      return [...(start === undefined ? [second, third] : [start]), ...this.#below(path.slice(0, 3), rest)]
    }
    const start = root === 'paths' ? [] : [root]
    return [...start, second, ...this.#below(path.slice(0, 2), [third, ...rest])]
  }

  #below(holder: readonly string[], rest: readonly string[]): string[] {
    return rest.flatMap((segment, index) => {
      if (rest[index - 1] === 'parameters') {
        const parameter = resolvePath(this.#root, [...holder, ...rest.slice(0, index + 1)])
        return isObject(parameter) ? [String(parameter['in']), String(parameter['name'])] : [segment]
      }
      return usual.has(segment) ? [] : [segment]
    })
  }
}
