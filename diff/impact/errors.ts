import type ts from 'typescript'
import type { ReportedChange } from '../model/report.js'
import { declarationsOf, initializerOf, type Mention, operationNamed, type Watched } from './mentions.js'
import { Causes } from './causes.js'

type Compiler = typeof ts

/** The innermost node that spans a location. */
const nodeAt = (
  compiler: Compiler,
  source: ts.SourceFile,
  start: number,
  end: number,
): ts.Node | undefined => {
  let found: ts.Node | undefined
  const visit = (node: ts.Node): void => {
    if (node.getStart(source) > start || node.getEnd() < end) return
    found = node
    compiler.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const typesAt = (compiler: Compiler, checker: ts.TypeChecker, node: ts.Node): ts.Type[] => {
  const own = [checker.getTypeAtLocation(node)]
  const due = compiler.isExpression(node) ? checker.getContextualType(node) : undefined
  const all = due ? [...own, due] : own
  return all.flatMap((type) => (type.isUnion() ? type.types : [type]))
}

/** The changes of all members of the types at a location. */
const changesOfTypesAt = (
  compiler: Compiler,
  program: ts.Program,
  members: ReadonlyMap<ts.Node, ReadonlySet<string>>,
  fileName: string,
  start: number,
  end: number,
): string[] => {
  const source = program.getSourceFile(fileName)
  const node = source && nodeAt(compiler, source, start, end)
  if (!node) return []
  const checker = program.getTypeChecker()
  const declarations = typesAt(compiler, checker, node)
    .flatMap((type) => checker.getPropertiesOfType(type))
    .flatMap((property) => property.declarations ?? [])
  return [...new Set(declarations.flatMap((declaration) => Array.from(members.get(declaration) ?? [])))]
}

/** The expression whose value an error is about: the compiler reports `return pet.age` at `return`. */
const assignedAt = (compiler: Compiler, node: ts.Node): ts.Node => {
  const { parent } = node
  if (compiler.isReturnStatement(node)) return node.expression ?? node
  const isAssigned =
    (compiler.isVariableDeclaration(parent) ||
      compiler.isPropertyAssignment(parent) ||
      compiler.isPropertyDeclaration(parent)) &&
    parent.name === node
  if (isAssigned) return parent.initializer ?? node
  return compiler.isBinaryExpression(parent) && parent.left === node ? parent.right : node
}

/** The expressions that an expression may have the value of, without descending into members and calls. */
const partsOf = (compiler: Compiler, node: ts.Node): readonly ts.Node[] => {
  if (
    compiler.isParenthesizedExpression(node) ||
    compiler.isAsExpression(node) ||
    compiler.isSatisfiesExpression(node) ||
    compiler.isNonNullExpression(node) ||
    compiler.isAwaitExpression(node)
  )
    return [node.expression]
  if (compiler.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse]
  return compiler.isBinaryExpression(node) ? [node.left, node.right] : []
}

/** Members whose values an error is about, also through variables: `age` for `const { age } = pet`. */
const membersAt = (
  compiler: Compiler,
  checker: ts.TypeChecker,
  source: ts.SourceFile,
  start: number,
  end: number,
): readonly ts.Node[] => {
  const node = nodeAt(compiler, source, start, end)
  const todo = new Set<ts.Node>(node ? [assignedAt(compiler, node)] : [])
  const found: ts.Node[] = []
  for (const value of todo) {
    if (compiler.isPropertyAccessExpression(value)) found.push(value.name)
    else if (compiler.isElementAccessExpression(value)) found.push(value.argumentExpression)
    else if (compiler.isIdentifier(value)) {
      for (const declaration of declarationsOf(compiler, checker, value)) {
        if (declaration.getSourceFile() !== source) continue
        if (compiler.isBindingElement(declaration)) found.push(declaration.propertyName ?? declaration.name)
        const given = compiler.isVariableDeclaration(declaration)
          ? initializerOf(compiler, declaration)
          : undefined
        if (given) todo.add(given)
      }
    } else for (const part of partsOf(compiler, value)) todo.add(part)
  }
  return found
}

/** A new error of the compiler in user code. */
export interface NewError {
  readonly source: ts.SourceFile
  readonly start: number
  readonly end: number
  readonly message: string
  readonly changes: readonly string[]
}

const checked = /^\s*\/\/ *@ts-check/m

const keyOf = ({ start, length, code }: ts.Diagnostic): string => `${start} ${length} ${code}`

const errorsIn = (compiler: Compiler, program: ts.Program, source: ts.SourceFile): readonly ts.Diagnostic[] =>
  program
    .getSemanticDiagnostics(source)
    .filter(({ category }) => category === compiler.DiagnosticCategory.Error)

/** The compiler errors of an unchanged project. JavaScript is included if the project checks it. */
export function ownErrorsOf(
  compiler: Compiler,
  { program, sources }: { readonly program: ts.Program; readonly sources: readonly ts.SourceFile[] },
  checksJs: boolean,
): NewError[] {
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

/** The project compiled with one side. */
interface Side {
  readonly program: ts.Program
  readonly watched: Watched
}

/** Ids of operations in the statement around a location, and whether only stored responses led there. */
const calledAt = (
  ts: Compiler,
  { program, watched }: Side,
  source: ts.SourceFile,
  start: number,
  causes: Causes,
) => {
  const found = new Set<string>()
  const direct = new Set<string>()
  const followed = new Set<ts.Node>()
  const checker = program.getTypeChecker()
  let depth = 0
  const add = (id: string): void => {
    found.add(id)
    if (depth === 0) direct.add(id)
  }
  const visit = (node: ts.Node, isInside: boolean): void => {
    if (start < node.getFullStart() || start >= node.getEnd()) {
      if (!isInside) return
    }
    const named = operationNamed(ts, node)
    if (named !== undefined && causes.isOperation(named)) add(named)
    else if (ts.isStringLiteralLike(node) && causes.isOperation(node.text)) add(node.text)
    if (ts.isIdentifier(node)) {
      for (const declaration of declarationsOf(ts, checker, node)) {
        const id = watched.declared.get(declaration)
        if (id !== undefined) add(id)
        // A variable that holds a response belongs to the call in its initializer.
        const given = initializerOf(ts, declaration)
        if (given && given.getSourceFile() === source && !followed.has(given)) {
          followed.add(given)
          depth++
          visit(given, true)
          depth--
        }
      }
    }
    ts.forEachChild(node, (child) => visit(child, isInside || ts.isCallExpression(node)))
  }
  visit(source, false)
  return { called: found, isRead: found.size > 0 && direct.size === 0 }
}

/** Errors that the newer document introduces, each with the changes that cause it. */
export function findErrors(
  ts: Compiler,
  before: Side & { readonly sources: readonly ts.SourceFile[] },
  after: Side,
  mentions: readonly Mention[],
  changes: readonly ReportedChange[],
  names?: ReadonlyMap<string, readonly string[]>,
): NewError[] {
  const causes = new Causes(changes, mentions, names)
  return before.sources.flatMap((former) => {
    const source = after.program.getSourceFile(former.fileName)
    if (!source) return []
    const known = new Set(errorsIn(ts, before.program, former).map(keyOf))
    const fresh = errorsIn(ts, after.program, source).filter((error) => !known.has(keyOf(error)))
    return fresh.map(({ start = 0, length = 0, messageText }) => {
      const message = ts.flattenDiagnosticMessageText(messageText, ' ')
      const end = start + Math.max(1, length)
      // Only the older side has removed declarations.
      const calls = calledAt(ts, before, former, start, causes)
      const file = source.fileName
      const involved = [before, after].flatMap(({ program, watched }) =>
        changesOfTypesAt(ts, program, watched.members, file, start, end),
      )
      const code = source.text.split('\n')[source.getLineAndCharacterOfPosition(start).line] ?? ''
      const members = membersAt(ts, after.program.getTypeChecker(), source, start, end)
      const spans = members.map((member) => ({ start: member.getStart(source), end: member.getEnd() }))
      const context = { file, code, start, end, spans, message, ...calls, changesOfTypes: involved }
      const own = causes.of(context)
      return { source, start, end, message, changes: own }
    })
  })
}
