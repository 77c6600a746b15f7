import type { DiffReport, ReportedChange } from '../report.js'
import { named, operationsOf, worstFirst } from './groups.js'
import { code, plain, sentenceMarkdown } from './markdown.js'
import { sideName } from './words.js'

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

const isSafe = ({ effect }: ReportedChange): boolean => effect === 'safe'

const sections: readonly Section[] = [
  { title: 'Breaking changes', has: ({ effect }) => effect === 'breaks' },
  { title: 'Changes that may break a client', has: ({ effect }) => effect === 'may-break' },
  { title: 'Added', has: (change) => isSafe(change) && !change.from },
  { title: 'Removed', has: (change) => isSafe(change) && !change.to },
  { title: 'Changed', has: (change) => isSafe(change) && Boolean(change.from && change.to) },
  { title: 'Documentation', has: ({ effect }) => effect === 'documentation' },
]

/** What says the same of several places is one entry. */
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
  const reach = operations.length === 0 ? '' : ` (${named(operations, operationsNamed, code)})`
  const doubt = guess === undefined ? '' : ` _A guess: ${plain(guess)}._`
  return `- ${sentenceMarkdown(sentence.replace(/\.$/, ''))}${reach}.${doubt}`
}

const sectionLines = ({ title, has }: Section, all: readonly ReportedChange[]): string[] => {
  const entries = entriesOf(all.filter(has))
  return entries.length === 0 ? [] : [`### ${title}`, '', ...entries.map(line), '']
}

/** The changes of a report as Markdown for a published changelog: no fingerprints, no verdicts, no lines. */
export function renderChangelog(report: DiffReport): string {
  const all = worstFirst(report.changes)
  const parts = sections.flatMap((section) => sectionLines(section, all))
  const head = [`## ${plain(sideName(report.to))}`, '']
  const since = `since ${plain(sideName(report.from))}`
  if (parts.length === 0) return [...head, `No changes ${since}.`, ''].join('\n')
  return [...head, `Changes ${since}.`, '', ...parts].join('\n')
}
