import type ts from 'typescript'
import type { AffectedLine, OwnErrors } from '../model/report.js'
import type { GeneratedImport } from './compiler.js'
import { type Examination, examine, type Question } from './examine.js'
import { looseSettings, type Project, settingsOf } from './settings.js'

/** A project, and the changes to examine it for. */
export interface ImpactInput extends Question {
  readonly project: Project
}

/** The impact on a project, or the reason why it could not be determined. */
export type ImpactResult =
  | {
      /** Which document's code the project imports: the older one's, or only the newer one's. */
      readonly imports: 'older' | 'newer'
      readonly lines: readonly AffectedLine[]
      readonly filesRead: number
      readonly ownErrors: OwnErrors
      readonly sources: readonly ts.SourceFile[]
      /** Imports of code of the older document. */
      readonly moved: readonly GeneratedImport[]
      /** Settings that could not be read. */
      readonly unread: readonly string[]
    }
  | { readonly reason: string; readonly sources: readonly ts.SourceFile[] }

interface Found {
  readonly source: ts.SourceFile
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

/** Merges the findings of a line. What causes an error of a line is not reported as a mention on it too. */
const merged = (lines: readonly AffectedLine[]): AffectedLine[] => {
  const found = new Map<string, AffectedLine>()
  const caused = new Set(
    lines
      .filter(({ kind }) => kind !== 'mention')
      .flatMap(({ file, line, changes }) => changes.map((change) => `${file}:${line} ${change}`)),
  )
  for (const one of lines) {
    const location = `${one.file}:${one.line}`
    const isMention = one.kind === 'mention'
    const own = one.changes.filter((change) => !isMention || !caused.has(`${location} ${change}`))
    if (isMention && own.length === 0) continue
    const key = isMention ? location : `${location}:${one.column} ${one.message}`
    const former = found.get(key)
    found.set(key, { ...(former ?? one), changes: [...new Set([...(former?.changes ?? []), ...own])] })
  }
  return [...found.values()]
}

const rank: Readonly<Record<AffectedLine['kind'], number>> = { error: 0, new: 1, mention: 2 }

const inOrder = (lines: readonly AffectedLine[]): AffectedLine[] =>
  lines.toSorted(
    (a, b) =>
      rank[a.kind] - rank[b.kind] || (a.file < b.file ? -1 : Number(a.file > b.file)) || a.line - b.line,
  )

const linesOf = ({ errors, fresh, mentions }: Examination): AffectedLine[] => [
  ...errors.map((error) => asAffectedLine({ ...error, kind: 'error' })),
  ...fresh.map((error) => asAffectedLine({ ...error, kind: 'new' })),
  ...mentions.map((mention) => asAffectedLine({ ...mention, kind: 'mention' })),
]

const firstErrors = 5

const ownErrorsIn = (examinations: readonly Examination[]): OwnErrors => {
  const lines = examinations
    .flatMap(({ ownErrors }) => ownErrors)
    .map((error) => asAffectedLine({ ...error, kind: 'error' }))
  const all = inOrder([
    ...new Map(lines.map((one) => [`${one.file}:${one.line}:${one.column}`, one])).values(),
  ])
  const first = all.slice(0, firstErrors).map(({ file, line, column, message = '' }) => ({
    file,
    line,
    column,
    message,
  }))
  return { count: all.length, first }
}

const byName = (sources: readonly ts.SourceFile[]): readonly ts.SourceFile[] => [
  ...new Map(sources.map((source) => [source.fileName, source])).values(),
]

/** Files that no settings include and that name one of the documents; in a project without settings, all files. */
const looseFiles = (
  { project, before, after }: ImpactInput,
  seen: ReadonlySet<string>,
): readonly string[] => {
  const rest = (project.files ?? []).filter((file) => !seen.has(file))
  if (project.configs.length === 0) return rest
  const names = [...before.known.names, ...after.known.names]
  return rest.filter((file) => {
    const text = project.ts.sys.readFile(file) ?? ''
    return names.some((name) => text.includes(name))
  })
}

/**
 * The lines of a project that the changes between two documents affect: those that no longer compile with code of the
 * newer one, and those that mention what breaks or may break. In a project that only imports the newer one, also
 * those that would not compile with the older one.
 */
export function findImpact(input: ImpactInput): ImpactResult {
  const { project } = input
  const { all, unread } = settingsOf(project)
  const [unreadable] = unread
  if (all.length === 0 && unreadable !== undefined) return { reason: unreadable, sources: [] }
  const included = new Set(all.flatMap(({ fileNames }) => fileNames))
  const loose = looseSettings(project, looseFiles(input, included), all)
  const runs = [...all, ...(loose ? [loose] : [])]
  if (runs.length === 0)
    return { reason: unread[0] ?? 'it has no file of TypeScript or JavaScript', sources: [] }
  const found = runs.flatMap((settings) => examine(project.ts, settings, input) ?? [])
  const sources = byName(found.flatMap((one) => one.sources))
  if (found.length === 0) {
    const reason = 'none of its files imports code generated from one of the two documents'
    return { reason: unreadable === undefined ? reason : `${reason} (${unreadable})`, sources }
  }
  return {
    imports: found.some(({ imports }) => imports === 'older') ? 'older' : 'newer',
    lines: inOrder(merged(found.flatMap(linesOf))),
    filesRead: sources.length,
    ownErrors: ownErrorsIn(found),
    sources,
    moved: found.flatMap(({ moved }) => moved),
    unread,
  }
}
