import {
  type AnnotationLevel,
  annotationLines,
  firstOf,
  type NamedAnnotation,
  shortened,
} from '../../reporting/index.js'
import type { AffectedLine, DiffReport, ReportedChange } from '../model/report.js'
import { operationsOf, worstFirst } from './summary/groups.js'
import { levelOf, shownLocation, affectedWords } from './summary/words.js'

const longestMessage = 1_000
const operationsNamed = 3
const causesShown = 4

type Entry = Omit<NamedAnnotation, 'level'>

const messageOf = (lines: readonly string[]): string =>
  lines.map((text) => shortened(text, longestMessage)).join('\n')

const ofChange = (change: ReportedChange, report: DiffReport): Entry => {
  const reach = firstOf(operationsOf(change), operationsNamed)
  const { document, location } = shownLocation(change, report) ?? { document: report.to, location: undefined }
  return {
    name: change.id,
    title: change.id,
    message: messageOf([change.sentence, reach.join(', ')].filter((text) => text !== '')),
    ...(document.file === undefined
      ? {}
      : { file: shortened(document.file, longestMessage), line: location?.line }),
  }
}

/** The annotation of a line of user code that no longer compiles or uses something that changed. */
const ofLine = (affected: AffectedLine, { changes }: DiffReport): Entry => {
  const { file, line, column, kind, message } = affected
  const causes = changes.filter(({ fingerprint }) => affected.changes.includes(fingerprint))
  const texts = [...(message === undefined ? [] : [message]), ...causes.map(({ sentence }) => sentence)]
  return {
    name: file,
    title: affectedWords[kind],
    message: messageOf(texts.slice(0, causesShown)),
    file: shortened(file, longestMessage),
    line,
    column,
  }
}

// Other notes are about the versions, not about the documents.
const refusedIn = ({ notes }: DiffReport): Entry[] =>
  notes
    .filter(({ code }) => code === 'document-refused')
    .map(({ code, message }) => ({ name: code, title: code, message: messageOf([message]) }))

const entriesOf = (level: AnnotationLevel, report: DiffReport): Entry[] => {
  const own = worstFirst(report.changes).filter(
    (change) => change.effect !== 'documentation' && levelOf(change, report) === level,
  )
  const kind = level === 'warning' ? 'error' : level === 'note' ? 'mention' : undefined
  const lines = (report.impact?.lines ?? []).filter((line) => line.kind === kind)
  return [
    ...(level === 'warning' ? refusedIn(report) : []),
    ...lines.map((line) => ofLine(line, report)),
    ...own.map((change) => ofChange(change, report)),
  ]
}

/**
 * Workflow commands of GitHub Actions: an annotation for each change that is not only documentation, and for each
 * affected line of user code. The worst come first, within the number that GitHub shows per step; the last one lists
 * the rest.
 */
export function renderDiffAnnotations(report: DiffReport): string {
  const restOf = (names: readonly string[]): string =>
    `${names.length} more: ${shortened([...new Set(names)].join(', '), longestMessage)}`
  return (['error', 'warning', 'note'] as const)
    .map((level) => annotationLines(level, entriesOf(level, report), restOf))
    .join('')
}
