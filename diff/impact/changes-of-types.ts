import type ts from 'typescript'

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
