import type ts from 'typescript'
import type { ReportedChange } from '../model/report.js'
import { variantNames } from './causes.js'
import { compile, type Compiled, type GeneratedFolder, type GeneratedImport } from './compiler.js'
import { findErrors, type NewError, ownErrorsOf } from './errors.js'
import type { DocumentIdentity } from './generated-code.js'
import { findMentions, type Mention, type Watched } from './mentions.js'
import type { Settings } from './settings.js'
import { watchedOf } from './watched.js'

/** One of the two documents: how to recognize code generated from it, and the code generated for the examination. */
export interface ImpactSide extends GeneratedFolder {
  readonly known: DocumentIdentity
  readonly document: unknown
}

/** Two documents, and the changes between them. */
export interface Question {
  readonly before: ImpactSide
  readonly after: ImpactSide
  readonly changes: readonly ReportedChange[]
  /** Changes of behaviour: they can have mentions, but never cause errors. */
  readonly behaviours?: readonly ReportedChange[]
}

/** The project compiled with one side, with the subjects to look for. */
export interface ExaminedProject extends Compiled {
  readonly watched: Watched
}

/** The findings in files that are compiled together. */
export interface Examination {
  /** Which document's code they import. */
  readonly imports: 'older' | 'newer'
  readonly sources: readonly ts.SourceFile[]
  readonly moved: readonly GeneratedImport[]
  /** Errors that only the newer document causes. */
  readonly errors: readonly NewError[]
  /** Errors that only the older document causes, if the newer one is imported. */
  readonly fresh: readonly NewError[]
  readonly ownErrors: readonly NewError[]
  readonly mentions: readonly Mention[]
}

const keyOf = ({ source, start, message }: NewError): string => `${source.fileName} ${start} ${message}`

const mentionsOf = (mentions: readonly Mention[], changes: readonly ReportedChange[]): Mention[] => {
  const wanted = new Set(changes.map(({ fingerprint }) => fingerprint))
  return mentions
    .map((mention) => ({ ...mention, changes: mention.changes.filter((change) => wanted.has(change)) }))
    .filter((mention) => mention.changes.length > 0)
}

const importsNamed = ({ sources, sharing }: Compiled, { names }: DocumentIdentity): boolean =>
  sources.some(({ fileName, text }) => sharing.has(fileName) && names.some((name) => text.includes(name)))

/** Compiles files with both documents; undefined if they import code of neither. */
export function examine(
  compiler: typeof ts,
  settings: Settings,
  { before, after, changes, behaviours = [] }: Question,
): Examination | undefined {
  const parsed = new Map<string, ts.SourceFile | undefined>()
  const older = { known: before.known, to: before }
  const newer = { known: after.known, to: after }
  const first = compile(compiler, settings, [older, newer], parsed)
  const [ofOlder = [], ofNewer = []] = first.imports
  const importsOlder = ofOlder.length > 0 || importsNamed(first, before.known)
  if (!importsOlder && ofNewer.length === 0 && !importsNamed(first, after.known)) return undefined
  const examined = (compiled: Compiled, side: ImpactSide, which: 'from' | 'to'): ExaminedProject => ({
    ...compiled,
    watched: watchedOf(compiler, compiled.generated, side.document, [...changes, ...behaviours], which),
  })
  const known = importsOlder ? before.known : after.known
  const withOlder = examined(
    importsOlder ? first : compile(compiler, settings, [{ known, to: before }], parsed),
    before,
    'from',
  )
  const withNewer = examined(
    compile(compiler, settings, importsOlder ? [{ known, to: after }, newer] : [newer], parsed),
    after,
    'to',
  )
  const now = importsOlder ? withOlder : withNewer
  const all = [withOlder, withNewer].flatMap((side) => findMentions(compiler, side))
  const real = mentionsOf(all, changes)
  const names = variantNames(changes, before.document, after.document)
  const errors = findErrors(compiler, withOlder, withNewer, real, changes, names)
  const brought = new Set(importsOlder ? [] : errors.map(keyOf))
  const matters = changes.filter(({ effect }) => effect === 'breaks' || effect === 'may-break')
  return {
    imports: importsOlder ? 'older' : 'newer',
    sources: now.sources,
    moved: importsOlder ? ofOlder : [],
    errors,
    fresh: importsOlder ? [] : findErrors(compiler, withNewer, withOlder, real, changes, names),
    ownErrors: ownErrorsOf(compiler, now, settings.checksJs).filter((one) => !brought.has(keyOf(one))),
    mentions: mentionsOf(all, [...matters, ...behaviours]),
  }
}
