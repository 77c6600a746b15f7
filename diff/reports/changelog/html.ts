import { escapeHtml, plainPage, shownHtml } from '../../../reporting/index.js'
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

const operationsNamed = 3

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

const idOf = (name: string): string => `version-${encodeURIComponent(name)}`

const releaseHtml = (release: Release): string => {
  const { name, isDefault, announced, sections } = release
  const mark = isDefault ? ' <span class="tag">default</span>' : ''
  const list =
    announced.length === 0
      ? ''
      : `<p>${announcement}</p><ul>${announced.map((line) => `<li>${shownHtml(line)}</li>`).join('')}</ul>`
  const texts = textsLine(release).map((line) => `<p><small>${shownHtml(line)}</small></p>`)
  return `<section class="card release" id="${escapeHtml(idOf(name))}"><h2>${shownHtml(name)}${mark}</h2>
<p>${shownHtml(leadOf(release))}</p>${list}
${sections.map(sectionHtml).join('\n')}${texts.join('')}</section>`
}

/** All releases as one self-contained page, in the order given. */
export function renderChangelogHtml(title: string, releases: readonly Release[]): string {
  const links = releases.map(
    ({ name }) => `<li><a href="#${escapeHtml(idOf(name))}">${shownHtml(name)}</a></li>`,
  )
  return plainPage(
    title,
    `<header><h1>${shownHtml(title)}</h1><nav aria-label="Versions"><ul class="versions">${links.join('')}</ul></nav></header>
<main>${releases.map(releaseHtml).join('\n')}</main>`,
  )
}
