import { createHash } from 'node:crypto'
import {
  counted,
  firstOf,
  sarifFingerprints,
  sarifLimits,
  sarifLocation,
  sarifLog,
  sarifNotification,
  shortened,
  withoutLinks,
} from '../../reporting/index.js'
import { entryOf } from '../catalogue/index.js'
import {
  type Allowance,
  type ChangeLocation,
  type DiffReport,
  type ReportedChange,
  type ReportedDocument,
} from '../model/report.js'
import { levelOf, operationsOf, shownLocation } from './summary/summary.js'

const longestMessage = 1_000
const operationsNamed = 5

// A document that is not a file here, such as one from git or stdin, has a URI of its own.
const physical = (document: ReportedDocument, location: ChangeLocation | undefined) =>
  document.file === undefined
    ? sarifLocation(`rampart-diff/${document.sha256.slice(0, 12)}`, location?.line, false)
    : sarifLocation(document.file.split('/').map(encodeURIComponent).join('/'), location?.line)

const located = (document: ReportedDocument, location: ChangeLocation | undefined) => ({
  ...physical(document, location),
  ...(location && {
    logicalLocations: [{ fullyQualifiedName: shortened(location.pointer, longestMessage), kind: 'value' }],
  }),
})

const locationsOf = (change: ReportedChange, report: DiffReport) => {
  const { document, location } = shownLocation(change, report) ?? { document: report.to, location: undefined }
  const { from } = change
  const message = { text: `in ${shortened(report.from.name, longestMessage)}` }
  return {
    locations: [located(document, location)],
    ...(from && document === report.to
      ? { relatedLocations: [{ id: 1, ...physical(report.from, from), message }] }
      : {}),
  }
}

const messageOf = (change: ReportedChange): string => {
  const names = firstOf(operationsOf(change), operationsNamed)
  const reach = names.length === 0 ? '' : ` (${names.join(', ')})`
  return withoutLinks(`${shortened(change.sentence, longestMessage)}${shortened(reach, longestMessage)}`)
}

const suppressionOf = ({ reason }: Allowance) => {
  return { kind: 'external', status: 'accepted', justification: shortened(reason, longestMessage) }
}

const resultOf = (change: ReportedChange, report: DiffReport, ruleIndex: number) => ({
  ruleId: change.id,
  ruleIndex,
  level: levelOf(change, report),
  message: { text: messageOf(change) },
  ...locationsOf(change, report),
  partialFingerprints: sarifFingerprints(
    change.fingerprint,
    createHash('sha256').update(change.fingerprint).digest('hex'),
  ),
  ...(change.allowed && { suppressions: [suppressionOf(change.allowed)] }),
  properties: {
    direction: change.direction,
    effect: change.effect,
    verdict: change.ruling.verdict,
    clause: change.ruling.clause,
  },
})

const ruleOf = (id: string) => {
  const title = entryOf(id)?.title ?? id
  return { id, name: id, shortDescription: { text: title }, fullDescription: { text: title } }
}

const notifications = ({ notes }: DiffReport, leftOut: number) => {
  const omitted = `${counted(leftOut, 'result is', 'results are')} omitted; the JSON report has all.`
  const texts = notes.map(({ message }) => withoutLinks(shortened(message, longestMessage)))
  const own = texts.map((text) => sarifNotification('note', text))
  return leftOut > 0 ? [sarifNotification('warning', omitted), ...own] : own
}

/** The changes as SARIF 2.1.0, the worst first; removals are located in the older document's file. */
export function renderDiffSarif(report: DiffReport): string {
  const all = report.changes.filter(({ effect }) => effect !== 'documentation')
  const shown = all.slice(0, sarifLimits.results)
  const ids = [...new Set(shown.map(({ id }) => id))]
  const indexes = new Map(ids.map((id, index) => [id, index]))
  return sarifLog({
    category: 'rampart/diff/',
    toolVersion: report.tool.version,
    rules: ids.map(ruleOf),
    invocation: {
      executionSuccessful: true,
      toolExecutionNotifications: notifications(report, all.length - shown.length),
    },
    results: shown.map((change) => resultOf(change, report, indexes.get(change.id) ?? 0)),
  })
}
