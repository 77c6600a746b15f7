import type { ReportedChange, AffectedLine } from '../model/report.js'
import {
  type Compiled,
  compile,
  type GeneratedFolder,
  type DocumentIdentity,
  type Project,
  readProject,
} from './compiler.js'
import { findErrors } from './errors.js'
import { findMentions, type Mention, type Watched } from './mentions.js'
import { watchedOf } from './watched.js'

/** The input for one document. */
export interface ImpactSide extends GeneratedFolder {
  readonly document: unknown
}

/** A project, with the changes whose impact is wanted. */
export interface ImpactInput {
  readonly project: Project
  readonly known: DocumentIdentity
  readonly before: ImpactSide
  readonly after: ImpactSide
  readonly changes: readonly ReportedChange[]
}

/** The affected lines, or the reason why none could be looked for. */
export type ImpactResult =
  | { readonly lines: readonly AffectedLine[]; readonly filesRead: number }
  | { readonly reason: string }

interface Found {
  readonly source: Mention['source']
  readonly start: number
  readonly kind: AffectedLine['kind']
  readonly message?: string
  readonly changes: readonly string[]
}

const asAffectedLine = ({ source, start, kind, message, changes }: Found): AffectedLine => {
  const { line, character } = source.getLineAndCharacterOfPosition(start)
  const code = source.text.split('\n')[line] ?? ''
  return {
    file: source.fileName,
    line: line + 1,
    column: character + 1,
    code: code.replace(/\r$/, ''),
    kind,
    ...(message === undefined ? {} : { message }),
    changes,
  }
}

/** Findings of one line as one; a line that no longer compiles is no mention as well. */
const merged = (lines: readonly AffectedLine[]): AffectedLine[] => {
  const found = new Map<string, AffectedLine>()
  const broken = new Set(
    lines.filter(({ kind }) => kind === 'error').map(({ file, line }) => `${file}:${line}`),
  )
  for (const one of lines) {
    const location = `${one.file}:${one.line}`
    if (one.kind === 'mention' && broken.has(location)) continue
    const key = one.kind === 'error' ? `${location}:${one.column} ${one.message}` : location
    const former = found.get(key)
    found.set(key, {
      ...(former ?? one),
      changes: [...new Set([...(former?.changes ?? []), ...one.changes])],
    })
  }
  return [...found.values()]
}

const inOrder = (lines: readonly AffectedLine[]): AffectedLine[] =>
  lines.toSorted(
    (a, b) =>
      Number(a.kind === 'mention') - Number(b.kind === 'mention') ||
      (a.file < b.file ? -1 : Number(a.file > b.file)) ||
      a.line - b.line,
  )

/** The project as it compiles with one side, with the subjects that are looked for in it. */
export interface ExaminedProject extends Compiled {
  readonly watched: Watched
}

const examined = (
  { project, changes }: ImpactInput,
  compiled: Compiled,
  side: ImpactSide,
  which: 'from' | 'to',
): ExaminedProject => {
  return { ...compiled, watched: watchedOf(project.ts, compiled.generated, side.document, changes, which) }
}

/**
 * The lines of a project that changes between two documents touch: those that no longer compile with what is
 * generated from the newer one, and those that mention what breaks or may break.
 */
export function findImpact(question: ImpactInput): ImpactResult {
  const { project, known, before, after, changes } = question
  const settings = readProject(project)
  if (typeof settings === 'string') return { reason: settings }
  const first = compile(project, settings, known, before)
  if (first.redirected === 0) {
    return { reason: 'none of its files imports code generated from the older document' }
  }
  const older = examined(question, first, before, 'from')
  const newer = examined(question, compile(project, settings, known, after), after, 'to')
  const all = [older, newer].flatMap((side) => findMentions(project.ts, side))
  const matters = new Set(
    changes
      .filter(({ effect }) => effect === 'breaks' || effect === 'may-break')
      .map(({ fingerprint }) => fingerprint),
  )
  const relevant = all
    .map((mention) => ({ ...mention, changes: mention.changes.filter((change) => matters.has(change)) }))
    .filter((mention) => mention.changes.length > 0)
  const errors = findErrors(project.ts, older, newer, all, changes)
  const lines = [
    ...errors.map((error) => asAffectedLine({ ...error, kind: 'error' })),
    ...relevant.map((mention) => asAffectedLine({ ...mention, kind: 'mention' })),
  ]
  return { lines: inOrder(merged(lines)), filesRead: older.sources.length }
}
