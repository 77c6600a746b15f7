import { markdownCode, markdownFence, markdownSentence, markdownText } from '../../reporting/index.js'
import type { ChangeLocation } from '../model/change.js'
import type { DiffReport, ReportedChange, ReportedDocument } from '../model/report.js'
import { excerptIn, hrefOf, type ReportContext, type ShownDocument } from './summary/context.js'
import { adviceOf } from './summary/duties.js'
import { listNames, operationsOf } from './summary/groups.js'
import { locationText } from './summary/words.js'

/** An entry of a comment, in a long and a short form. */
export interface Entry {
  readonly whole: string
  readonly brief: string
}

const operationsNamed = 2
const longestPointer = 160

const linked = (
  name: string,
  document: ReportedDocument,
  location: ChangeLocation | undefined,
  shown: ShownDocument | undefined,
): string[] => {
  if (!location) return []
  const text = markdownCode(locationText(document, location))
  const href = hrefOf(shown, location)
  const link = href === undefined ? text : `[${text}](${href})`
  const pointer = location.line === undefined ? '' : ` ${markdownCode(location.pointer, longestPointer)}`
  return [`${name} ${link}${pointer}`]
}

const rulingWords = ({ ruling, allowed }: ReportedChange): string => {
  if (allowed) return `let pass until ${allowed.expires}`
  return `${ruling.verdict === 'mint' ? 'needs a version of its own' : 'may ship'} (${markdownCode(ruling.clause)})`
}

const fragmentLines = (change: ReportedChange, context: ReportContext): string[] => {
  const lines = excerptIn(context, change).map((line) => line.replace(/^~/, ' '))
  if (lines.length === 0) return []
  const fence = markdownFence(lines, 'diff')
  return [
    '',
    '  <details><summary>Before and after</summary>',
    '',
    ...fence.map((line) => `  ${line}`),
    '',
    '  </details>',
    '',
  ]
}

/** Renders a change as an entry; the long form includes the fragments on request. */
export function entryOf(
  change: ReportedChange,
  report: DiffReport,
  context: ReportContext,
  withFragments: boolean,
): Entry {
  const operations = operationsOf(change).filter((name) => !change.sentence.includes(`\`${name}\``))
  const named = operations.length === 0 ? '' : ` — ${listNames(operations, operationsNamed, markdownCode)}`
  const brief = `- ${markdownSentence(change.sentence.replace(/\.$/, ''))}${named}`
  const advice = adviceOf(change)
  const facts = [
    rulingWords(change),
    ...linked('before', report.from, change.from, context.from),
    ...(change.to
      ? linked('after', report.to, change.to, context.to)
      : linked('near', report.to, change.near, context.to)),
    ...(change.allowed ? [`because: ${markdownText(change.allowed.reason)}`] : []),
    ...(change.guess === undefined ? [] : [`a guess: ${markdownText(change.guess)}`]),
  ]
  const whole = [
    advice === undefined ? brief : `${brief}. **${markdownSentence(advice)}**`,
    `  <br>${facts.join(' · ')}`,
    ...(withFragments ? fragmentLines(change, context) : []),
  ]
  return { whole: whole.join('\n'), brief }
}
