import type ts from 'typescript'
import { declarationsOf, initializerOf } from './operations.js'

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
export function changesOfTypesAt(
  compiler: Compiler,
  program: ts.Program,
  members: ReadonlyMap<ts.Node, ReadonlySet<string>>,
  fileName: string,
  start: number,
  end: number,
): string[] {
  const source = program.getSourceFile(fileName)
  const node = source && nodeAt(compiler, source, start, end)
  if (!node) return []
  const checker = program.getTypeChecker()
  const declarations = typesAt(compiler, checker, node)
    .flatMap((type) => checker.getPropertiesOfType(type))
    .flatMap((property) => property.declarations ?? [])
  return [...new Set(declarations.flatMap((declaration) => Array.from(members.get(declaration) ?? [])))]
}

/**
 * The expression whose value an error is about: the compiler reports `return pet.age` at `return`, and an assignment
 * at what is assigned to.
 */
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

/**
 * The names of members whose values an error is about, through the variables of the file that hold them: `age` for
 * `return pet.age` and for `const { age } = pet`.
 */
export function membersAt(
  compiler: Compiler,
  checker: ts.TypeChecker,
  source: ts.SourceFile,
  start: number,
  end: number,
): readonly ts.Node[] {
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
