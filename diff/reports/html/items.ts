import { counted, type Fact, type Item, type Section } from '../../../reporting/index.js'
import type { ChangeLocation } from '../../model/change.js'
import type { AffectedLine, DiffReport, ReportedChange, ReportedDocument } from '../../model/report.js'
import { excerptIn, hrefOf, type ReportContext, type ShownDocument } from '../summary/context.js'
import { rulingText } from '../summary/clauses.js'
import { adviceOf, dutyOf } from '../summary/duties.js'
import { operationsOf } from '../summary/groups.js'
import { affectedWords } from '../summary/project.js'
import { locationText } from '../summary/words.js'
import { tones } from './states.js'

/** Rows of a page, with the values that several rows share stored once. */
export interface Rows {
  readonly items: readonly Item[]
  readonly excerpts: readonly string[]
  readonly lists: readonly (readonly string[])[]
}

const operationsShown = 2
const locationsShown = 3

/** Deduplicated texts. */
class Shared {
  readonly texts: string[] = []
  readonly #indexes = new Map<string, number>()

  indexOf(text: string): number {
    const known = this.#indexes.get(text)
    if (known !== undefined) return known
    this.#indexes.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }
}

const fact = (name: string, text: string | undefined, href?: string): Fact[] => {
  if (text === undefined || text === '') return []
  return [href === undefined ? [name, text] : [name, text, href]]
}

const locationFact = (
  name: string,
  document: ReportedDocument,
  location: ChangeLocation | undefined,
  shown: ShownDocument | undefined,
): Fact[] => {
  if (!location) return []
  const text = locationText(document, location)
  const pointer = location.line === undefined ? '' : ` ${location.pointer}`
  return fact(name, text + pointer, hrefOf(shown, location))
}

const listed = (texts: readonly string[], most: number): string => {
  const rest = texts.length - most
  return [...texts.slice(0, most), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}

const changeSection = (change: ReportedChange, report: DiffReport, context: ReportContext): Section => {
  const operations = operationsOf(change)
  const locations = [...new Set(change.uses.map(({ within }) => within))].filter((text) => text !== '')
  const newer = change.to ?? change.near
  return {
    tone: tones[change.effect],
    facts: [
      ...fact('What to do', adviceOf(change)?.replaceAll('`', '')),
      ...fact('Policy', rulingText(change, report)),
      ...fact('A guess', change.guess),
      ...locationFact('In the older document', report.from, change.from, context.from),
      ...locationFact(
        change.to ? 'In the newer document' : 'In the newer document, near',
        report.to,
        newer,
        context.to,
      ),
      ...fact('Operations', operations.length <= operationsShown ? operations.join(', ') : undefined),
      ...fact('Lies in', listed(locations, locationsShown)),
      ...fact('Fingerprint', change.fingerprint),
    ],
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
export function rowsOf(
  report: DiffReport,
  areasOf: (change: ReportedChange) => readonly string[],
  context: ReportContext,
): Rows {
  const [excerpts, lists] = [new Shared(), new Shared()]
  const sectionOf = (change: ReportedChange): Section => {
    const excerpt = excerptIn(context, change).join('\n')
    const operations = operationsOf(change)
    const label = `Reaches ${counted(operations.length, 'operation')}`
    return {
      ...changeSection(change, report, context),
      ...(excerpt === '' ? {} : { excerpt: excerpts.indexOf(excerpt) }),
      ...(operations.length <= operationsShown
        ? {}
        : { folded: { label, list: lists.indexOf(operations.join('\n')) } }),
    }
  }
  const items = report.changes.map((change) => ({
    id: `${change.id}@${change.fingerprint}`,
    title: change.sentence.replaceAll('`', ''),
    text: change.id,
    facets: {
      state: [change.effect],
      todo: [dutyOf(change)],
      area: areasOf(change),
      verdict: [change.allowed ? 'allowed' : change.ruling.verdict],
    },
    sections: [sectionOf(change), ...codeSections(report, change)],
  }))
  return { items, excerpts: excerpts.texts, lists: lists.texts.map((text) => text.split('\n')) }
}
