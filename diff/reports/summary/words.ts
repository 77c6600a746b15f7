import { counted, wordFor } from '../../../reporting/index.js'
import type { Effect, ChangeLocation } from '../../model/change.js'
import type {
  Counts,
  DiffReport,
  ReportedChange,
  ReportedDocument,
  AffectedLine,
} from '../../model/report.js'

export const effectWord: Readonly<Record<Effect, string>> = {
  breaks: 'breaks',
  'may-break': 'may break',
  safe: 'safe',
  documentation: 'words',
}

export const verdictWords = { mint: 'needs a version of its own', ship: 'may ship' } as const

/** `12 changes: 3 break clients, 2 may break some, 5 are safe, 2 are documentation only`. */
export function countsText({ changes, breaks, mayBreak, safe, documentation }: Counts): string {
  const parts = [
    ...(breaks > 0 ? [`${breaks} ${wordFor(breaks, 'breaks', 'break')} clients`] : []),
    ...(mayBreak > 0 ? [`${mayBreak} may break some`] : []),
    ...(safe > 0 ? [`${safe} ${wordFor(safe, 'is', 'are')} safe`] : []),
    ...(documentation > 0
      ? [`${documentation} ${wordFor(documentation, 'is', 'are')} documentation only`]
      : []),
  ]
  return parts.length === 0 ? 'no changes' : `${counted(changes, 'change')}: ${parts.join(', ')}`
}

const mintText = ({ mint }: Counts): string => `${counted(mint, 'change')} ${wordFor(mint, 'needs', 'need')}`

/** The display name of a document: its version, or else its name. */
export function documentName({ name, version }: ReportedDocument): string {
  return version ?? name
}

/** The verdict as one sentence, without a full stop. */
export function verdictText({ verdict, from, to, counts }: DiffReport): string {
  switch (verdict) {
    case 'same':
      return 'Nothing differs'
    case 'ships':
      return counts.mint === 0 && counts.allowed > 0
        ? `All changes that need a version of their own are allowed: ${counted(counts.allowed, 'change')}`
        : 'All changes may ship without a new version'
    case 'minted':
      return counts.mint === 0
        ? `${documentName(to)} has no change that needs a version of its own`
        : `${documentName(to)} is a version of its own, and ${mintText(counts)} one`
    case 'must-be-minted':
      return `${mintText(counts)} a version of ${wordFor(counts.mint, 'its', 'their')} own`
    case 'drift':
      return `Drift: ${from.version ?? 'a published version'} changed under its users, ${mintText(counts)} a version of ${wordFor(counts.mint, 'its', 'their')} own`
  }
}

export interface ShownLocation {
  readonly document: ReportedDocument
  readonly location: ChangeLocation
}

/**
 * The location to show for a change: in the newer document if it exists there. A removed one is shown in the
 * older document or, if that is not a file, at the nearest remaining location.
 */
export function shownLocation(
  { from, to, near }: ReportedChange,
  report: Pick<DiffReport, 'from' | 'to'>,
): ShownLocation | undefined {
  if (to) return { document: report.to, location: to }
  const { file } = report.to
  const hasOwnFile = report.from.file !== undefined && report.from.file !== file
  if (near && file !== undefined && !hasOwnFile) return { document: report.to, location: near }
  return from && { document: report.from, location: from }
}

/** `file:line` of a location, or its pointer if the line is unknown. */
export function locationText({ file, name }: ReportedDocument, { line, pointer }: ChangeLocation): string {
  return line === undefined ? `${file ?? name} ${pointer}` : `${file ?? name}:${line}`
}

/** `file:line` of a change. */
export function fileAndLine(change: ReportedChange, report: Pick<DiffReport, 'from' | 'to'>): string {
  const shown = shownLocation(change, report)
  if (!shown) return ''
  return locationText(shown.document, shown.location)
}

/** The severity of a change: an error breaks the policy, a warning may affect a client, a note is information. */
export function levelOf(
  change: ReportedChange,
  { verdict }: Pick<DiffReport, 'verdict'>,
): 'error' | 'warning' | 'note' {
  const counts = change.ruling.verdict === 'mint' && change.allowed === undefined
  if (counts && (verdict === 'drift' || verdict === 'must-be-minted')) return 'error'
  return change.effect === 'breaks' || change.effect === 'may-break' ? 'warning' : 'note'
}

/** The effect of a change on a line of user code. */
export const affectedWords: Readonly<Record<AffectedLine['kind'], string>> = {
  error: 'no longer compiles',
  mention: 'uses a changed part',
  new: 'uses a new part',
}

/** Sentences about the examined project besides its affected lines. */
export function projectSentences({ impact, to }: DiffReport): readonly string[] {
  if (!impact) return []
  const { imports, ownErrors, notes } = impact
  const [first] = ownErrors?.first ?? []
  const isDone = impact.lines.every(({ kind }) => kind !== 'error')
  const state = isDone ? 'nothing is left to do' : 'the lines that do not compile are left to do'
  const moved = `it imports code of ${documentName(to)} already: ${state}; lines that use changed parts are listed`
  const own = ownErrors && `${counted(ownErrors.count, 'error')} of its own, which no change caused`
  const where = first ? `: ${first.file}:${first.line}:${first.column} ${first.message}` : ''
  return [
    ...(imports === 'newer' ? [moved] : []),
    ...(own === undefined ? [] : [`it does not compile even without the changes: ${own}${where}`]),
    ...notes,
  ]
}
