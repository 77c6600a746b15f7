import type { Effect, Place } from '../model/change.js'
import type { Counts, DiffReport, ReportedChange, Side } from '../model/report.js'
import { counted } from './printable.js'

/** What an effect is called. */
export const effectWord: Readonly<Record<Effect, string>> = {
  breaks: 'breaks',
  'may-break': 'may break',
  safe: 'safe',
  documentation: 'words',
}

const isAre = (count: number): string => (count === 1 ? 'is' : 'are')

/** `12 changes: 3 break clients, 2 may, 5 are safe, 2 are words`. */
export function countsText({ changes, breaks, mayBreak, safe, documentation }: Counts): string {
  const parts = [
    ...(breaks > 0 ? [`${breaks} ${breaks === 1 ? 'breaks' : 'break'} clients`] : []),
    ...(mayBreak > 0 ? [`${mayBreak} may break some`] : []),
    ...(safe > 0 ? [`${safe} ${isAre(safe)} safe`] : []),
    ...(documentation > 0 ? [`${documentation} ${isAre(documentation)} words alone`] : []),
  ]
  return parts.length === 0 ? 'no changes' : `${counted(changes, 'change')}: ${parts.join(', ')}`
}

const due = ({ mint }: Counts): string => `${counted(mint, 'change')} ${mint === 1 ? 'needs' : 'need'}`

/** A side as people call it: its version, or its name. */
export const sideName = ({ name, version }: Side): string => version ?? name

/** The verdict as one sentence, without a full stop. */
export function verdictText({ verdict, from, to, counts }: DiffReport): string {
  switch (verdict) {
    case 'same':
      return 'Nothing differs'
    case 'ships':
      return counts.mint === 0 && counts.allowed > 0
        ? `What needs a version of its own is let pass: ${counted(counts.allowed, 'change')}`
        : 'All of it may ship without a new version'
    case 'minted':
      return counts.mint === 0
        ? `${sideName(to)} has nothing that needs a version of its own`
        : `${sideName(to)} is a version of its own, and ${due(counts)} one`
    case 'must-be-minted':
      return `${due(counts)} a version of ${counts.mint === 1 ? 'its' : 'their'} own`
    case 'drift':
      return `Drift: ${from.version ?? 'a published version'} changed under its users, ${due(counts)} a version of ${counts.mint === 1 ? 'its' : 'their'} own`
  }
}

/** A place, and the document in which it is. */
export interface Site {
  readonly side: Side
  readonly place: Place
}

/**
 * Where to show a change: in the newer document if it stands there. What is gone stands in the older one; where that
 * is no file of its own, the nearest place that is left has to do.
 */
export function siteOf(
  { from, to, near }: ReportedChange,
  report: Pick<DiffReport, 'from' | 'to'>,
): Site | undefined {
  if (to) return { side: report.to, place: to }
  const { file } = report.to
  const hasOwnFile = report.from.file !== undefined && report.from.file !== file
  if (near && file !== undefined && !hasOwnFile) return { side: report.to, place: near }
  return from && { side: report.from, place: from }
}

/** `file:line` of a change. */
export function placeText(change: ReportedChange, report: Pick<DiffReport, 'from' | 'to'>): string {
  const site = siteOf(change, report)
  if (!site) return ''
  const { side, place } = site
  const name = side.file ?? side.name
  return place.line === undefined ? `${name} ${place.pointer}` : `${name}:${place.line}`
}

/** How loud a change is: an error breaks the policy, a warning may hurt a client, a note is good to know. */
export function levelOf(
  change: ReportedChange,
  { verdict }: Pick<DiffReport, 'verdict'>,
): 'error' | 'warning' | 'note' {
  const counts = change.ruling.verdict === 'mint' && change.allowed === undefined
  if (counts && (verdict === 'drift' || verdict === 'must-be-minted')) return 'error'
  return change.effect === 'breaks' || change.effect === 'may-break' ? 'warning' : 'note'
}
