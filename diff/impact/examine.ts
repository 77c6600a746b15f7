import type ts from 'typescript'
import type { ReportedChange } from '../model/report.js'
import { compile, type Compiled, type GeneratedFolder, type GeneratedImport } from './compiler.js'
import { findErrors, type NewError, ownErrorsOf } from './errors.js'
import type { DocumentIdentity } from './generated-code.js'
import { findMentions, type Mention, type Watched } from './mentions.js'
import type { Settings } from './settings.js'
import { watchedOf } from './watched.js'

/** One of the two documents: how generated code of it is known, and what was generated from it for the examination. */
export interface ImpactSide extends GeneratedFolder {
  readonly known: DocumentIdentity
  readonly document: unknown
}

/** Two documents, and what changed between them. */
export interface Question {
  readonly before: ImpactSide
  readonly after: ImpactSide
  readonly changes: readonly ReportedChange[]
}

/** The project as it compiles with one side, with the subjects that are looked for in it. */
export interface ExaminedProject extends Compiled {
  readonly watched: Watched
}

/** The findings in files that are compiled together. */
export interface Examination {
  /** The code that they import: of the older document, or of the newer one. */
  readonly imports: 'older' | 'newer'
  readonly sources: readonly ts.SourceFile[]
  readonly moved: readonly GeneratedImport[]
  /** With the newer document where the older one is imported, and the reverse. */
  readonly errors: readonly NewError[]
  readonly ownErrors: readonly NewError[]
  readonly mentions: readonly Mention[]
}

const withoutSubjects = (mentions: readonly Mention[], changes: readonly ReportedChange[]): Mention[] => {
  const matters = new Set(
    changes
      .filter(({ effect }) => effect === 'breaks' || effect === 'may-break')
      .map(({ fingerprint }) => fingerprint),
  )
  return mentions
    .map((mention) => ({ ...mention, changes: mention.changes.filter((change) => matters.has(change)) }))
    .filter((mention) => mention.changes.length > 0)
}

const importsNamed = ({ sources, sharing }: Compiled, { names }: DocumentIdentity): boolean =>
  sources.some(({ fileName, text }) => sharing.has(fileName) && names.some((name) => text.includes(name)))

/** Compiles files with both documents; undefined when they import code of neither. */
export function examine(
  compiler: typeof ts,
  settings: Settings,
  { before, after, changes }: Question,
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
    watched: watchedOf(compiler, compiled.generated, side.document, changes, which),
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
  const [now, then] = importsOlder ? [withOlder, withNewer] : [withNewer, withOlder]
  const all = [withOlder, withNewer].flatMap((side) => findMentions(compiler, side))
  return {
    imports: importsOlder ? 'older' : 'newer',
    sources: now.sources,
    moved: importsOlder ? ofOlder : [],
    errors: findErrors(compiler, now, then, all, changes),
    ownErrors: ownErrorsOf(compiler, now, settings.checksJs),
    mentions: withoutSubjects(all, changes),
  }
}
