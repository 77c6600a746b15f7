import { counted, markdownCode, markdownSentence, markdownText } from '../../reporting/index.js'
import type { DiffReport, ReportedChange } from '../model/report.js'
import { listNames, operationsOf, worstFirst } from './summary/groups.js'
import { documentName } from './summary/words.js'

const operationsNamed = 3

/** An entry of a changelog: what happened, and every operation that it reaches. */
interface Entry {
  readonly sentence: string
  readonly operations: readonly string[]
  readonly guess: string | undefined
}

interface Section {
  readonly title: string
  readonly has: (change: ReportedChange) => boolean
}

const safe =
  (kind: RegExp) =>
  ({ effect, id }: ReportedChange): boolean =>
    effect === 'safe' && kind.test(id)

const isDeprecation = ({ id }: ReportedChange): boolean => id.endsWith('-deprecated')

const sections: readonly Section[] = [
  { title: 'Breaking changes', has: ({ effect }) => effect === 'breaks' },
  { title: 'Changes that may break a client', has: ({ effect }) => effect === 'may-break' },
  { title: 'Added', has: safe(/-added\b/) },
  { title: 'Removed', has: safe(/-removed\b/) },
  { title: 'Changed', has: safe(/^(?!.*-(added|removed)\b)/) },
  { title: 'Deprecated', has: isDeprecation },
]

/** Changes with one sentence are one entry. */
const entriesOf = (changes: readonly ReportedChange[]): readonly Entry[] => {
  const entries = new Map<string, Entry>()
  for (const change of changes) {
    const former = entries.get(change.sentence)?.operations ?? []
    entries.set(change.sentence, {
      sentence: change.sentence,
      operations: [...new Set([...former, ...operationsOf(change)])],
      guess: change.guess,
    })
  }
  return [...entries.values()]
}

const line = ({ sentence, operations, guess }: Entry): string => {
  const others = operations.filter((operation) => !sentence.includes(`\`${operation}\``))
  const reach = others.length === 0 ? '' : ` (${listNames(others, operationsNamed, markdownCode)})`
  const doubt = guess === undefined ? '' : ` _A guess: ${markdownText(guess)}._`
  return `- ${markdownSentence(sentence.replace(/\.$/, ''))}${reach}.${doubt}`
}

const sectionLines = ({ title, has }: Section, all: readonly ReportedChange[]): string[] => {
  const entries = entriesOf(all.filter(has))
  return entries.length === 0 ? [] : [`### ${title}`, '', ...entries.map(line), '']
}

/** Documentation changes: one line for each operation, because nobody wants one for each change. */
const wordsLines = (all: readonly ReportedChange[]): string[] => {
  const words = all.filter((change) => change.effect === 'documentation' && !isDeprecation(change))
  const counts = new Map<string, number>()
  for (const operation of words.flatMap(operationsOf)) counts.set(operation, (counts.get(operation) ?? 0) + 1)
  const lines = [...counts].map(
    ([operation, count]) => `- ${markdownCode(operation)}: ${counted(count, 'text')}`,
  )
  const rest = words.filter(({ uses, id }) => uses.length === 0 && id !== 'info-changed').length
  if (rest > 0) lines.push(`- The document itself: ${counted(rest, 'text')}`)
  return lines.length === 0 ? [] : ['### Documentation', '', ...lines, '']
}

/** The changes of a report as Markdown for a published changelog: no fingerprints, no verdicts, no lines. */
export function renderChangelog(report: DiffReport): string {
  const all = worstFirst(report.changes)
  const body = [...sections.flatMap((section) => sectionLines(section, all)), ...wordsLines(all)]
  const head = [`## ${markdownText(documentName(report.to))}`, '']
  const since = `since ${markdownText(documentName(report.from))}`
  if (body.length === 0) return [...head, `No changes ${since}.`, ''].join('\n')
  return [...head, `Changes ${since}.`, '', ...body].join('\n')
}
