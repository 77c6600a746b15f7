import { type Markup, markup, type Content, visibleText } from '../html/markup.js'
import type { AttemptView } from '../../webhook-endpoints/webhook-service.js'

const LONGEST_LABEL = 120

/** A label as lists show it: a text of somebody's, which must not turn around or widen what stands beside it. */
export const label = (text: string): Markup =>
  markup`<bdi class="label">${visibleText(text, LONGEST_LABEL)}</bdi>`

/** A moment, to the second, in UTC. */
export const moment = (at: Date): Markup => {
  const iso = at.toISOString()
  return markup`<time datetime="${iso}"><span class="day">${iso.slice(0, 10)}</span> <span class="clock">${iso.slice(11, 19)}</span></time>`
}

export const badge = (kind: 'good' | 'bad' | 'odd' | 'plain', text: string): Markup =>
  markup`<span class="badge ${kind}">${text}</span>`

/** How an attempt ended, in a word or two. */
export const outcomeBadge = ({ acknowledged }: AttemptView): Markup =>
  acknowledged ? badge('good', 'Acknowledged') : badge('bad', 'Failed')

export const duration = (milliseconds: number): string => `${Math.round(milliseconds)} ms`

/** The answer in words: a status, or why there was none. */
export const answerOf = ({ status, failure, acknowledged }: AttemptView): Content => {
  if (acknowledged) return markup`${status}`
  return status === undefined ? visibleText(failure ?? 'no answer') : markup`${status}`
}

/** How an attempt ended, as a sentence of a notice. */
export const verdict = (what: string, attempt: AttemptView): Markup => {
  const took = `in ${duration(attempt.duration)}`
  if (attempt.acknowledged)
    return markup`<p><strong>${what} acknowledged</strong> with ${attempt.status} ${took}.</p>`
  return markup`<p><strong>${what} failed</strong> ${took}: ${visibleText(attempt.failure ?? 'no answer')}.</p>`
}

/** A button that copies the text of an element; there only where the script can make it work. */
export const copyButton = (id: string, name: string): Markup =>
  markup`<button type="button" class="copy" data-copy="${id}" hidden>${name}</button>`

/** A list of terms and what belongs to them; those without anything are left out. */
export const facts = (rows: readonly (readonly [string, Content])[]): Markup =>
  markup`<dl class="facts">${rows.map(([term, value]) =>
    value === undefined ? undefined : markup`<div><dt>${term}</dt><dd>${value}</dd></div>`,
  )}</dl>`

/** Text in its own lines and spaces, which can be scrolled to with the keyboard. */
export const codeBlock = (id: string, name: string, text: Content): Markup =>
  markup`<pre id="${id}" tabindex="0" role="region" aria-label="${name}"><code>${text}</code></pre>`

export const plural = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`
