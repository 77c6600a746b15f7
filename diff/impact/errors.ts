import type ts from 'typescript'
import { addTo, groupedBy, isAsserting, keysOf } from '../../document/index.js'
import type { ReportedChange } from '../model/report.js'
import { bits } from '../schema/types.js'
import { declarationsOf, type Finding, initializerOf, operationNamed, type Side } from './mentions.js'

type Compiler = typeof ts

/** The evidence for the cause of a compiler error; changes are given by fingerprint. */
export interface Evidence {
  readonly message: string
  /** Changes that the code at the location mentions. */
  readonly here: readonly string[]
  /** Changes that its statement mentions; if there are none, those that the values of its variables mention. */
  readonly around: readonly string[]
  /** Ids of the operations called there. */
  readonly called: Iterable<string>
}

/** A name that more changes than this share is not evidence for any of them. */
const mostOfAName = 3

/** Names of types in nearly every compiler message, which identify no change. */
const typeNames: ReadonlySet<string> = new Set(Object.keys(bits))

/** Names and values in compiler messages that identify a change. */
const namesOf = ({ id, sentence, from, to, before, after }: ReportedChange): ReadonlySet<string> => {
  const last = [from, to].flatMap((location) => {
    const [holder, name = ''] = keysOf(location?.pointer ?? '').slice(-2)
    // Messages use words such as "not" and "enum" without meaning the keyword.
    return holder === 'properties' || !isAsserting(name) ? [name] : []
  })
  const values = [before, after].flat().filter((value) => typeof value === 'string')
  const named = [...last, ...values].filter((name) => !/^\d*$/.test(name) && !typeNames.has(name))
  // The sentence names the status or the variant first.
  const quoted = /(status|variant)-(added|removed)$/.test(id) ? sentence.match(/(?<=`)[^`]+(?=`)/) : undefined
  return new Set([...named, ...(quoted ?? [])])
}

const wordsOf = (message: string): string[] => [...new Set(message.match(/[\w$-]+(?:\.[\w$-]+)*/g) ?? [])]

const preferred = (all: readonly string[], few: ReadonlySet<string>): readonly string[] => {
  const both = all.filter((one) => few.has(one))
  return both.length > 0 ? both : all
}

const fewOf = (changes: ReadonlySet<string>): readonly string[] =>
  changes.size <= mostOfAName ? [...changes] : []

/** Traces errors back to changes. */
export class Causes {
  readonly #byName = new Map<string, string[]>()
  readonly #byOperation = new Map<string, string[]>()
  readonly #bySchema = new Map<string, string[]>()
  readonly #safe = new Set<string>()

  constructor(changes: readonly ReportedChange[]) {
    for (const change of changes) {
      const { effect, fingerprint, uses, from, to } = change
      if (effect === 'documentation') continue
      if (effect === 'safe') this.#safe.add(fingerprint)
      for (const name of namesOf(change)) addTo(this.#byName, name, fingerprint)
      const [, kind, schema] = keysOf((to ?? from)?.pointer ?? '')
      if (kind === 'schemas' && schema !== undefined) addTo(this.#bySchema, schema, fingerprint)
      const ids = new Set(uses.flatMap(({ operation, operationId }) => [operation, operationId ?? operation]))
      for (const id of ids) addTo(this.#byOperation, id, fingerprint)
    }
  }

  /** Whether a text is the id of an operation that has changes. */
  isOperation(text: string): boolean {
    return this.#byOperation.has(text)
  }

  /** The changes that cause an error; those of schemas that its message names take precedence. */
  of(error: Evidence): readonly string[] {
    const words = wordsOf(error.message)
    const named = new Set(words.flatMap((word) => this.#byName.get(word) ?? []))
    const ofSchemas = new Set(words.flatMap((word) => this.#bySchema.get(word) ?? []))
    return preferred(this.#strongest(error, named, ofSchemas), ofSchemas)
  }

  #strongest({ here, around, called }: Evidence, named: Set<string>, ofSchemas: Set<string>): string[] {
    const reached = [...called].flatMap((id) => this.#byOperation.get(id) ?? [])
    const evidence = [
      preferred(here, named),
      reached.filter((change) => named.has(change)),
      preferred(around, named),
      fewOf(named),
      reached.filter((change) => !this.#safe.has(change)),
      fewOf(ofSchemas),
    ]
    return [...new Set(evidence.find((found) => found.length > 0))]
  }
}

const checked = /^\s*\/\/ *@ts-check/m

const keyOf = ({ start, length, code }: ts.Diagnostic): string => `${start} ${length} ${code}`

const errorsIn = (compiler: Compiler, program: ts.Program, source: ts.SourceFile): readonly ts.Diagnostic[] =>
  program
    .getSemanticDiagnostics(source)
    .filter(({ category }) => category === compiler.DiagnosticCategory.Error)

/** The compiler errors of an unchanged project. JavaScript is included if the project checks it. */
export function ownErrorsOf(compiler: Compiler, { program, sources }: Side, checksJs: boolean): Finding[] {
  const judged = sources.filter(
    ({ fileName, text }) => checksJs || !/\.[cm]?jsx?$/.test(fileName) || checked.test(text),
  )
  return judged.flatMap((source) =>
    [...program.getSyntacticDiagnostics(source), ...errorsIn(compiler, program, source)].map(
      ({ start = 0, length = 0, messageText }) => ({
        source,
        start,
        end: start + length,
        message: compiler.flattenDiagnosticMessageText(messageText, ' '),
        changes: [],
      }),
    ),
  )
}

/** The innermost statement around a location, or the expression that a function consists of. */
const statementAt = (compiler: Compiler, source: ts.SourceFile, start: number): ts.Node => {
  let found: ts.Node = source
  const visit = (node: ts.Node): void => {
    if (start < node.getFullStart() || start >= node.getEnd()) return
    const isBody = compiler.isArrowFunction(node.parent) && node.parent.body === node
    if (compiler.isStatement(node) || isBody) found = node
    compiler.forEachChild(node, visit)
  }
  compiler.forEachChild(source, visit)
  return found
}

/**
 * The operations that a statement calls and the changes that it mentions, also through variables.
 * @param mentions those of the file, by where they start
 */
const evidenceAt = (
  compiler: Compiler,
  { program, watched }: Side,
  source: ts.SourceFile,
  start: number,
  causes: Causes,
  mentions: ReadonlyMap<number, readonly Finding[]>,
): Pick<Evidence, 'called' | 'around'> => {
  const checker = program.getTypeChecker()
  const statement = statementAt(compiler, source, start)
  const todo = new Set<ts.Node>([statement])
  const called = new Set<string>()
  const mentioned = new Map<ts.Node, string[]>()
  for (const top of todo) {
    const visit = (node: ts.Node): void => {
      const named = operationNamed(compiler, node)
      if (named !== undefined && causes.isOperation(named)) called.add(named)
      const own = mentions.get(node.getStart(source)) ?? []
      for (const change of own.flatMap(({ changes }) => changes)) addTo(mentioned, top, change)
      for (const declaration of compiler.isIdentifier(node) ? declarationsOf(compiler, checker, node) : []) {
        const id = watched.declared.get(declaration)
        if (id !== undefined) called.add(id)
        const isVariable =
          compiler.isVariableDeclaration(declaration) || compiler.isBindingElement(declaration)
        if (!isVariable || declaration.getSourceFile() !== source) continue
        // A variable of a destructuring pattern has its value from the initializer of the whole pattern.
        todo.add(declaration).add(initializerOf(compiler, declaration) ?? declaration)
      }
      compiler.forEachChild(node, (child) => (compiler.isStatement(child) ? undefined : visit(child)))
    }
    visit(top)
  }
  return { called, around: mentioned.get(statement) ?? [...mentioned.values()].flat() }
}

/** Errors that the newer document introduces, each with the changes that cause it. */
export function findErrors(
  compiler: Compiler,
  before: Side,
  after: Side,
  mentions: readonly Finding[],
  changes: readonly ReportedChange[],
): Finding[] {
  const causes = new Causes(changes)
  const byFile = groupedBy(mentions, ({ source }) => source.fileName)
  return before.sources.flatMap((former) => {
    const source = after.program.getSourceFile(former.fileName)
    if (!source) return []
    const known = new Set(errorsIn(compiler, before.program, former).map(keyOf))
    const newErrors = errorsIn(compiler, after.program, source).filter((error) => !known.has(keyOf(error)))
    const ofFile = byFile.get(former.fileName) ?? []
    const byStart = groupedBy(ofFile, ({ start }) => start)
    return newErrors.map(({ start = 0, length = 0, messageText }) => {
      const message = compiler.flattenDiagnosticMessageText(messageText, ' ')
      const end = start + Math.max(1, length)
      const here = ofFile.filter((one) => start < one.end && one.start < end).flatMap((one) => one.changes)
      // Only the older side has removed declarations.
      const evidence = evidenceAt(compiler, before, former, start, causes, byStart)
      return { source, start, end, message, changes: causes.of({ message, here, ...evidence }) }
    })
  })
}
