import { counted, type Item, type Section } from '../../../reporting/index.js'
import type { ChangeLocation } from '../../model/change.js'
import type { AffectedLine, DiffReport, ReportedChange, ReportedDocument } from '../../model/report.js'
import { effectWord, locationText } from '../summary/words.js'
import { dutyOf } from './states.js'
import { affectedWords } from '../summary/project.js'

type Fact = readonly [name: string, text: string]

const usesShown = 50

const fact = (name: string, text: string | undefined): Fact[] => (text === undefined ? [] : [[name, text]])

const rulingText = ({ ruling, allowed }: ReportedChange, { clauses }: DiffReport): string => {
  const title = clauses.find(({ id }) => id === ruling.clause)?.title ?? ruling.clause
  const verdict = ruling.verdict === 'mint' ? 'needs a version of its own' : 'may ship'
  const pass = allowed ? `; let pass until ${allowed.expires}: ${allowed.reason}` : ''
  return `${verdict}: ${title} (${ruling.clause})${pass}`
}

const locationFact = (
  name: string,
  document: ReportedDocument,
  location: ChangeLocation | undefined,
): Fact[] =>
  location
    ? fact(
        name,
        location.line === undefined
          ? locationText(document, location)
          : `${locationText(document, location)} ${location.pointer}`,
      )
    : []

const directions = {
  request: 'what a client sends',
  response: 'what a client reads',
  neither: 'neither requests nor answers',
} as const

const usesList = ({ uses }: ReportedChange): string[] => {
  const lines = uses.slice(0, usesShown).map(({ operation, within }) => `${operation}: ${within}`)
  const rest = uses.length - usesShown
  return rest > 0 ? [...lines, `and ${counted(rest, 'place')} more`] : lines
}

const valueText = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)

const sidesOf = ({ before, after }: ReportedChange): Section['sides'] => {
  const [older, newer] = [valueText(before), valueText(after)]
  if (older === undefined && newer === undefined) return undefined
  return { ...(older !== undefined && { before: older }), ...(newer !== undefined && { after: newer }) }
}

const tones = { breaks: 'bad', 'may-break': 'odd', safe: 'good', documentation: 'quiet' } as const

const changeSection = (change: ReportedChange, report: DiffReport): Section => {
  const sides = sidesOf(change)
  return {
    tone: tones[change.effect],
    facts: [
      ...fact('Change', change.sentence),
      ...fact('A guess', change.guess),
      ...fact('Effect on a client', effectWord[change.effect]),
      ...fact('Policy', rulingText(change, report)),
      ...fact('About', directions[change.direction]),
      ...locationFact('In the older document', report.from, change.from),
      ...locationFact('In the newer document', report.to, change.to ?? change.near),
      ...fact('Kind', change.id),
      ...fact('Fingerprint', change.fingerprint),
      ...fact('Reaches', counted(change.uses.length, 'place')),
    ],
    list: usesList(change),
    ...(sides && { sides }),
  }
}

const lineText = ({ file, line, column, code, kind, message }: AffectedLine): string => {
  const what = affectedWords[kind]
  return `${file}:${line}:${column} ${what}: ${code.trim()}${message === undefined ? '' : ` (${message})`}`
}

const codeSections = ({ impact }: DiffReport, { fingerprint }: ReportedChange): Section[] => {
  const lines = impact?.lines.filter(({ changes }) => changes.includes(fingerprint)) ?? []
  return lines.length === 0
    ? []
    : [{ facts: [['Your code', counted(lines.length, 'line')]], list: lines.map(lineText) }]
}

/** The changes of a report as the rows of its page. */
export function itemsOf(report: DiffReport, areasOf: (change: ReportedChange) => readonly string[]): Item[] {
  return report.changes.map((change) => ({
    id: `${change.id}@${change.fingerprint}`,
    title: change.id,
    text: change.sentence.replaceAll('`', ''),
    facets: {
      state: [change.effect],
      todo: [dutyOf(change)],
      area: areasOf(change),
      verdict: [change.allowed ? 'allowed' : change.ruling.verdict],
    },
    sections: [changeSection(change, report), ...codeSections(report, change)],
  }))
}
