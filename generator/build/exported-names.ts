import { capital } from '../../document/index.js'
import type { Problem } from '../../diagnostics/index.js'
import type { ExportedNames, OperationNames } from '../model/document.js'
import { exportedName, Names, reservedWords, shortDigest } from './names.js'

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
 * Spellings with digests of the original; another digest if a name happens to equal one.
 * @yields spellings endlessly
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

/**
 * Sorts names so that the result does not depend on the document's order; names that can stay unchanged come first.
 */
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
    return [
      operation,
      {
        function: names.take(operationSpellings(plain, operation), functionsOf),
        type: names.take(operationSpellings(capital(plain), operation), typesOf),
      },
    ]
  })
  return { schemas: new Map(bySchema), operations: new Map(byOperation) }
}

/** Notes on operations whose names could not be derived from their ids alone. */
export function renamedNotes(
  file: string,
  names: ExportedNames,
  pointerOf: (operation: string) => string,
): Problem[] {
  return [...names.operations].flatMap(([operation, { function: name }]) => {
    const plain = functionName(operation)
    if (name === plain) return []
    const message = `the operation ${operation} is exported as ${name}: ${plain} is taken`
    return [
      { code: 'DOCUMENT_NOTE', severity: 'note', message, where: { file, pointer: pointerOf(operation) } },
    ]
  })
}
