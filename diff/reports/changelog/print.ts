import {
  type ChangelogFormat,
  counted,
  escapeHtml,
  jsonForLogs,
  markdownCode,
  markdownSentence,
  markdownText,
  plainPage,
  shownHtml,
} from '../../../reporting/index.js'
import type { DiffReport } from '../../model/report.js'
import { listNames, type ReportContext } from '../summary/summary.js'
import {
  announcement,
  type ChangelogEntry,
  type ChangelogSection,
  leadOf,
  type Release,
  textsLine,
  wordBeforeOperations,
} from './entries.js'
import { releaseOf } from './release.js'

const operationsNamed = 3
const longestEntry = 1_500

/** The parts of an entry as Markdown; those that it does not have are empty. */
export function markdownEntry(entry: ChangelogEntry) {
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
const renderChangelogMarkdown = (title: string, releases: readonly Release[]): string => {
  const head = [`# ${markdownText(title)}`, '', `${counted(releases.length, 'version')}, newest first.`, '']
  return [...head, ...releases.flatMap(releaseLines)].join('\n')
}

const tones = {
  act: 'bad',
  removed: 'bad',
  check: 'odd',
  new: 'good',
  deprecated: 'odd',
  changed: 'quiet',
} as const

const codeHtml = (text: string): string => `<code>${shownHtml(text)}</code>`

/** Renders names in backticks as code. */
const sentenceHtml = (text: string): string => {
  const pieces = text.split('`')
  if (pieces.length % 2 === 0) return shownHtml(text)
  return pieces.map((piece, index) => (index % 2 === 0 ? shownHtml(piece) : codeHtml(piece))).join('')
}

const entryHtml = (entry: ChangelogEntry): string => {
  const { text, detail, operations, advice, guess } = entry
  const reach =
    operations.length === 0
      ? ''
      : ` (${wordBeforeOperations(entry)}${listNames(operations, operationsNamed, codeHtml)})`
  const more = detail === undefined ? '' : `: ${shownHtml(detail)}`
  const todo = advice === undefined ? '' : ` <strong>${sentenceHtml(advice)}</strong>`
  const doubt = guess === undefined ? '' : ` <em>A guess: ${sentenceHtml(guess.replace(/\.$/, ''))}.</em>`
  return `<li>${sentenceHtml(text)}${reach}${more}.${todo}${doubt}</li>`
}

const sectionHtml = ({ kind, title, groups }: ChangelogSection): string => {
  const parts = groups.map(({ name, entries }) => {
    const heading = groups.length === 1 ? '' : `<h4>${shownHtml(name)}</h4>`
    return `${heading}<ul>${entries.map(entryHtml).join('\n')}</ul>`
  })
  return `<section class="part ${tones[kind]}"><h3>${escapeHtml(title)}</h3>${parts.join('\n')}</section>`
}

const idOf = (name: string): string => escapeHtml(`version-${encodeURIComponent(name)}`)

const releaseHtml = (release: Release): string => {
  const { name, isDefault, announced, sections } = release
  const mark = isDefault ? ' <span class="tag">default</span>' : ''
  const list =
    announced.length === 0
      ? ''
      : `<p>${announcement}</p><ul>${announced.map((line) => `<li>${shownHtml(line)}</li>`).join('')}</ul>`
  const texts = textsLine(release).map((line) => `<p><small>${shownHtml(line)}</small></p>`)
  return `<section class="card release" id="${idOf(name)}"><h2>${shownHtml(name)}${mark}</h2>
<p>${shownHtml(leadOf(release))}</p>${list}
${sections.map(sectionHtml).join('\n')}${texts.join('')}</section>`
}

/** All releases as one self-contained page, in the order given. */
const renderChangelogHtml = (title: string, releases: readonly Release[]): string => {
  const links = releases.map(({ name }) => `<li><a href="#${idOf(name)}">${shownHtml(name)}</a></li>`)
  return plainPage(
    title,
    `<header><h1>${shownHtml(title)}</h1><nav aria-label="Versions"><ul class="versions">${links.join('')}</ul></nav></header>
<main>${releases.map(releaseHtml).join('\n')}</main>`,
  )
}

const printers: Readonly<Record<ChangelogFormat, (title: string, releases: readonly Release[]) => string>> = {
  markdown: renderChangelogMarkdown,
  html: renderChangelogHtml,
  json: (title, versions) =>
    jsonForLogs(`${JSON.stringify({ changelogVersion: 1, title, versions }, undefined, 2)}\n`),
}

/** Renders the changelog of an API in a format. @param all the releases in reading order: newest first */
export function renderChangelog(title: string, all: readonly Release[], format: ChangelogFormat): string {
  return printers[format](title, all)
}
