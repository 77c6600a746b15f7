import type ts from 'typescript'
import type { AffectedLine, OwnErrors, ReportedChange } from '../model/report.js'
import {
  compile,
  type Compiled,
  type DocumentIdentity,
  type GeneratedFolder,
  type GeneratedImport,
} from './compiler.js'
import { looseSettings, type Project, settingsOf, type Settings } from './settings.js'
import { findErrors, ownErrorsOf } from './errors.js'
import { type Finding, findMentions } from './mentions.js'
import { isOfCalls, watchedOf } from './watched.js'

/** One of the two documents: how to recognize code generated from it, and the code generated for the examination. */
export interface ImpactSide extends GeneratedFolder {
  readonly known: DocumentIdentity
  readonly document: unknown
}

/** Two documents, and the changes between them. */
interface Question {
  readonly before: ImpactSide
  readonly after: ImpactSide
  readonly changes: readonly ReportedChange[]
  /** Changes of behaviour: they can have mentions, but never cause errors. */
  readonly behaviours?: readonly ReportedChange[]
}

/** The findings in files that are compiled together. */
interface Examination {
  /** The document whose code they import. */
  readonly imports: 'older' | 'newer'
  readonly sources: readonly ts.SourceFile[]
  readonly moved: readonly GeneratedImport[]
  /** Errors that only the newer document causes. */
  readonly errors: readonly Finding[]
  /** Errors that only the older document causes, if the newer one is imported. */
  readonly fresh: readonly Finding[]
  readonly ownErrors: readonly Finding[]
  readonly mentions: readonly Finding[]
}

const keyOf = ({ source, start, message }: Finding): string => `${source.fileName} ${start} ${message}`

const mentionsOf = (mentions: readonly Finding[], changes: readonly ReportedChange[]): Finding[] => {
  const wanted = new Set(changes.map(({ fingerprint }) => fingerprint))
  return mentions
    .map((mention) => ({ ...mention, changes: mention.changes.filter((change) => wanted.has(change)) }))
    .filter((mention) => mention.changes.length > 0)
}

const importsNamed = ({ sources, sharing }: Compiled, { names }: DocumentIdentity): boolean =>
  sources.some(({ fileName, text }) => sharing.has(fileName) && names.some((name) => text.includes(name)))

/** Compiles files with both documents; undefined if they import code of neither. */
const examine = (
  compiler: typeof ts,
  settings: Settings,
  { before, after, changes, behaviours = [] }: Question,
): Examination | undefined => {
  const parsed = new Map<string, ts.SourceFile | undefined>()
  const older = { known: before.known, to: before }
  const newer = { known: after.known, to: after }
  const first = compile(compiler, settings, [older, newer], parsed)
  const [ofOlder = [], ofNewer = []] = first.imports
  const importsOlder = ofOlder.length > 0 || importsNamed(first, before.known)
  if (!importsOlder && ofNewer.length === 0 && !importsNamed(first, after.known)) return undefined
  const examined = (compiled: Compiled, side: ImpactSide, which: 'from' | 'to') => ({
    ...compiled,
    watched: watchedOf(compiler, compiled.generated, side.document, [...changes, ...behaviours], which),
  })
  const known = importsOlder ? before.known : after.known
  const oldest = importsOlder ? first : compile(compiler, settings, [{ known, to: before }], parsed)
  const newest = compile(compiler, settings, importsOlder ? [{ known, to: after }, newer] : [newer], parsed)
  const [withOlder, withNewer] = [examined(oldest, before, 'from'), examined(newest, after, 'to')]
  const now = importsOlder ? withOlder : withNewer
  const all = [withOlder, withNewer].flatMap((side) => findMentions(compiler, side))
  const causing = changes.filter((change) => !isOfCalls(change))
  const real = mentionsOf(all, causing)
  const errors = findErrors(compiler, withOlder, withNewer, real, changes)
  const brought = new Set(importsOlder ? [] : errors.map(keyOf))
  const matters = changes.filter(({ effect }) => effect === 'breaks' || effect === 'may-break')
  return {
    imports: importsOlder ? 'older' : 'newer',
    sources: now.sources,
    moved: importsOlder ? ofOlder : [],
    errors,
    fresh: importsOlder ? [] : findErrors(compiler, withNewer, withOlder, real, changes),
    ownErrors: ownErrorsOf(compiler, now, settings.checksJs).filter((one) => !brought.has(keyOf(one))),
    mentions: mentionsOf(all, [...matters, ...behaviours]),
  }
}

/** A project, and the changes to examine it for. */
interface ImpactInput extends Question {
  readonly project: Project
}

/** The impact on a project, or the reason why it could not be determined. */
export type ImpactResult =
  | {
      /** The document whose code the project imports: the older one, or only the newer one. */
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

const lineOf = ({ source, start, message, changes }: Finding, kind: AffectedLine['kind']): AffectedLine => {
  const { line, character } = source.getLineAndCharacterOfPosition(start)
  const code = source.text.split('\n')[line] ?? ''
  const at = { file: source.fileName, line: line + 1, column: character + 1, code: code.replace(/\r$/, '') }
  return { ...at, kind, ...(message !== undefined && { message }), changes }
}

/** Merges the findings of a line. Causes of its errors are not reported as mentions too. */
const mergeFindings = (lines: readonly AffectedLine[]): AffectedLine[] => {
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
  ...errors.map((error) => lineOf(error, 'error')),
  ...fresh.map((error) => lineOf(error, 'new')),
  ...mentions.map((mention) => lineOf(mention, 'mention')),
]

const firstErrors = 5

const ownErrorsIn = (examinations: readonly Examination[]): OwnErrors => {
  const lines = examinations.flatMap(({ ownErrors }) => ownErrors.map((error) => lineOf(error, 'error')))
  const byPlace = new Map(lines.map((one) => [`${one.file}:${one.line}:${one.column}`, one]))
  const all = inOrder([...byPlace.values()])
  const first = all
    .slice(0, firstErrors)
    .map(({ file, line, column, message = '' }) => ({ file, line, column, message }))
  return { count: all.length, first }
}

const byName = (sources: readonly ts.SourceFile[]): readonly ts.SourceFile[] => [
  ...new Map(sources.map((source) => [source.fileName, source])).values(),
]

/** Files that no settings include and that name one of the documents; in a project without settings, all files. */
const looseFiles = ({ project, before, after }: ImpactInput, seen: ReadonlySet<string>): string[] => {
  const rest = (project.files ?? []).filter((file) => !seen.has(file))
  if (project.configs.length === 0) return rest
  const names = [...before.known.names, ...after.known.names]
  return rest.filter((file) => {
    const text = project.ts.sys.readFile(file) ?? ''
    return names.some((name) => text.includes(name))
  })
}

/**
 * The lines of a project that the changes between two documents affect: those that no longer compile with
 * code of the newer one, and those that mention a change that breaks or may break. In a project that only
 * imports the newer one, also those that would not compile with the older one.
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
    return { reason: unread[0] ?? 'it has no TypeScript or JavaScript file', sources: [] }
  const found = runs.flatMap((settings) => examine(project.ts, settings, input) ?? [])
  const sources = byName(found.flatMap((one) => one.sources))
  if (found.length === 0) {
    const reason = 'none of its files imports code generated from one of the two documents'
    return { reason: unreadable === undefined ? reason : `${reason} (${unreadable})`, sources }
  }
  return {
    imports: found.some(({ imports }) => imports === 'older') ? 'older' : 'newer',
    lines: inOrder(mergeFindings(found.flatMap(linesOf))),
    filesRead: sources.length,
    ownErrors: ownErrorsIn(found),
    sources,
    moved: found.flatMap(({ moved }) => moved),
    unread,
  }
}
