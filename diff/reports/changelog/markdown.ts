import { counted, markdownCode, markdownSentence, markdownText } from '../../../reporting/index.js'
import type { DiffReport } from '../../model/report.js'
import type { ReportContext } from '../summary/context.js'
import { listNames } from '../summary/groups.js'
import {
  type ChangelogEntry,
  type ChangelogSection,
  type Release,
  announcement,
  leadOf,
  textsLine,
  wordBeforeOperations,
} from './model.js'
import { releaseOf } from './release.js'

const operationsNamed = 3
const longestEntry = 1_500

/** The parts of an entry as Markdown; those that it does not have are empty. */
export interface MarkdownEntry {
  readonly text: string
  /** The operations that it reaches, the first few by name. */
  readonly reach: string
  readonly detail: string
  readonly advice: string
  readonly guess: string
}

/** Converts the parts of an entry to Markdown. */
export function markdownEntry(entry: ChangelogEntry): MarkdownEntry {
  const { text, detail, operations, advice, guess } = entry
  const names = operations.length === 0 ? '' : listNames(operations, operationsNamed, markdownCode)
  return {
    text: markdownSentence(text, longestEntry),
    reach: names === '' ? '' : `${wordBeforeOperations(entry)}${names}`,
    detail: detail === undefined ? '' : markdownText(detail),
    advice: advice === undefined ? '' : markdownSentence(advice),
    guess: guess === undefined ? '' : markdownSentence(guess.replace(/\.$/, '')),
  }
}

const entryLine = (entry: ChangelogEntry): string => {
  const { text, reach, detail, advice, guess } = markdownEntry(entry)
  return [
    `- ${text}`,
    reach && ` (${reach})`,
    detail && `: ${detail}`,
    '.',
    advice && ` **${advice}**`,
    guess && ` _A guess: ${guess}._`,
  ].join('')
}

const sectionLines = ({ title, groups }: ChangelogSection, level: string): string[] => [
  `${level} ${title}`,
  '',
  ...groups.flatMap(({ name, entries }) => [
    ...(groups.length === 1 ? [] : [`${level}# ${markdownText(name)}`, '']),
    ...entries.map(entryLine),
    '',
  ]),
]

/** A release as Markdown, under a heading of its own. */
const releaseLines = (release: Release): string[] => {
  const { name, isDefault, announced, sections } = release
  return [
    `## ${markdownText(name)}${isDefault ? ' (default)' : ''}`,
    '',
    markdownText(leadOf(release)),
    '',
    ...(announced.length > 0
      ? [announcement, '', ...announced.map((line) => `- ${markdownText(line)}`), '']
      : []),
    ...sections.flatMap((section) => sectionLines(section, '###')),
    ...textsLine(release).flatMap((line) => [line, '']),
  ]
}

/** The changes of a report as Markdown for a published changelog: no fingerprints, no verdicts, no lines. */
export function renderDiffMarkdown(report: DiffReport, context: ReportContext = {}): string {
  return releaseLines(releaseOf(report, context)).join('\n')
}

/** All releases as one page, in the order given. */
export function renderChangelogMarkdown(title: string, releases: readonly Release[]): string {
  const counts = counted(releases.length, 'version')
  return [
    `# ${markdownText(title)}`,
    '',
    `${counts}, newest first.`,
    '',
    ...releases.flatMap(releaseLines),
  ].join('\n')
}
