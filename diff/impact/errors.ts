import type ts from 'typescript'
import type { ReportedChange } from '../report.js'
import type { Mention } from './mentions.js'
import { partsOf } from './pointers.js'

type Compiler = typeof ts

/** A new error of the compiler in user code. */
export interface NewError {
  readonly source: ts.SourceFile
  readonly start: number
  readonly end: number
  readonly message: string
  readonly changes: readonly string[]
}

const keyOf = ({ start, length, code }: ts.Diagnostic): string => `${start} ${length} ${code}`

const errorsIn = (compiler: Compiler, program: ts.Program, source: ts.SourceFile): readonly ts.Diagnostic[] =>
  program
    .getSemanticDiagnostics(source)
    .filter(({ category }) => category === compiler.DiagnosticCategory.Error)

const overlaps = (start: number, end: number, other: { start: number; end: number }): boolean =>
  start < other.end && other.start < end

/** Names and values by which a compiler may call what changed. */
const namesOf = ({ from, to, before, after }: ReportedChange): string[] => {
  const last = [from, to].flatMap((place) => (place ? partsOf(place.pointer).slice(-1) : []))
  const values = [before, after].flat().filter((value) => typeof value === 'string')
  return [...last, ...values].filter((name) => !/^\d+$/.test(name))
}

const wordsOf = (message: string): ReadonlySet<string> =>
  new Set(message.match(/[\w$-]+(?:\.[\w$-]+)*/g) ?? [])

/** Ids of operations that stand in the statement around a place. */
const calledAt = (
  ts: Compiler,
  source: ts.SourceFile,
  start: number,
  known: ReadonlySet<string>,
): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (node: ts.Node, isInside: boolean): void => {
    if (start < node.getFullStart() || start >= node.getEnd()) {
      if (!isInside) return
    }
    if (ts.isStringLiteralLike(node) && known.has(node.text)) found.add(node.text)
    ts.forEachChild(node, (child) => visit(child, isInside || ts.isCallExpression(node)))
  }
  visit(source, false)
  return found
}

/** Leads an error back to changes: by what is mentioned there, else by names in the message, else by the call. */
const causesOf = (
  ts: Compiler,
  error: { source: ts.SourceFile; start: number; end: number; message: string },
  mentions: readonly Mention[],
  changes: readonly ReportedChange[],
): readonly string[] => {
  const here = mentions.filter(
    (mention) =>
      mention.source.fileName === error.source.fileName && overlaps(error.start, error.end, mention),
  )
  const words = wordsOf(error.message)
  const real = changes.filter(({ effect }) => effect !== 'documentation')
  const named = new Set(
    real
      .filter((change) => namesOf(change).some((name) => words.has(name)))
      .map(({ fingerprint }) => fingerprint),
  )
  const mentioned = new Set(here.flatMap((mention) => mention.changes))
  const both = [...mentioned].filter((fingerprint) => named.has(fingerprint))
  if (both.length > 0) return both
  if (mentioned.size > 0 && named.size === 0) return [...mentioned]
  const ids = new Set(real.flatMap(({ uses }) => uses.flatMap(({ operationId }) => operationId ?? [])))
  const called = calledAt(ts, error.source, error.start, ids)
  const reached = real.filter(({ uses }) => uses.some(({ operationId }) => called.has(operationId ?? '')))
  const narrowed = reached.filter(({ fingerprint }) => named.has(fingerprint))
  if (narrowed.length > 0) return narrowed.map(({ fingerprint }) => fingerprint)
  if (named.size > 0) return [...named]
  return reached.filter(({ effect }) => effect !== 'safe').map(({ fingerprint }) => fingerprint)
}

/** Errors that the newer document brings, each with the changes that it comes from. */
export function findErrors(
  ts: Compiler,
  before: { readonly program: ts.Program; readonly sources: readonly ts.SourceFile[] },
  after: { readonly program: ts.Program },
  mentions: readonly Mention[],
  changes: readonly ReportedChange[],
): NewError[] {
  return before.sources.flatMap((former) => {
    const source = after.program.getSourceFile(former.fileName)
    if (!source) return []
    const known = new Set(errorsIn(ts, before.program, former).map(keyOf))
    const fresh = errorsIn(ts, after.program, source).filter((error) => !known.has(keyOf(error)))
    return fresh.map(({ start = 0, length = 0, messageText }) => {
      const message = ts.flattenDiagnosticMessageText(messageText, ' ')
      const end = start + Math.max(1, length)
      const causes = causesOf(ts, { source, start, end, message }, mentions, changes)
      return { source, start, end, message, changes: causes }
    })
  })
}
