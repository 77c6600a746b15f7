import { type Markup, markup, type Content, visibleText } from '../html/markup.js'
import type { AttemptView } from '../../webhook-endpoints/webhook-service.js'

const longestLabel = 120

/** A label as lists show it: a text of somebody's, which must not turn around or widen what stands beside it. */
export function label(text: string): Markup {
  return markup`<bdi class="label">${visibleText(text, longestLabel)}</bdi>`
}

/** A moment, to the second, in UTC. */
export function moment(at: Date): Markup {
  const iso = at.toISOString()
  return markup`<time datetime="${iso}"><span class="day">${iso.slice(0, 10)}</span> <span class="clock">${iso.slice(11, 19)}</span></time>`
}

/** A short word on a colour. */
export function badge(kind: 'good' | 'bad' | 'odd' | 'plain', text: string): Markup {
  return markup`<span class="badge ${kind}">${text}</span>`
}

/** How an attempt ended, in a word or two. */
export function outcomeBadge({ acknowledged }: AttemptView): Markup {
  return acknowledged ? badge('good', 'Acknowledged') : badge('bad', 'Failed')
}

/** Milliseconds, rounded, with their unit. */
export function duration(milliseconds: number): string {
  return `${Math.round(milliseconds)} ms`
}

/** The answer in words: a status, or why there was none. */
export function answerOf({ status, failure, acknowledged }: AttemptView): Content {
  if (acknowledged) return markup`${status}`
  return status === undefined ? visibleText(failure ?? 'no answer') : markup`${status}`
}

/** How an attempt ended, as a sentence of a notice. */
export function verdict(what: string, attempt: AttemptView): Markup {
  const took = `in ${duration(attempt.duration)}`
  if (attempt.acknowledged)
    return markup`<p><strong>${what} acknowledged</strong> with ${attempt.status} ${took}.</p>`
  return markup`<p><strong>${what} failed</strong> ${took}: ${visibleText(attempt.failure ?? 'no answer')}.</p>`
}

/** A button that copies the text of an element; there only where the script can make it work. */
export function copyButton(id: string, name: string): Markup {
  return markup`<button type="button" class="copy" data-copy="${id}" hidden>${name}</button>`
}

/** A list of terms and what belongs to them; those without anything are left out. */
export function facts(rows: readonly (readonly [string, Content])[]): Markup {
  return markup`<dl class="facts">${rows.map(([term, value]) =>
    value === undefined ? undefined : markup`<div><dt>${term}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}

/** Text in its own lines and spaces, which can be scrolled to with the keyboard. */
export function codeBlock(id: string, name: string, text: Content): Markup {
  return markup`<pre id="${id}" tabindex="0" role="region" aria-label="${name}"><code>${text}</code></pre>`
}

/** A count with its noun. */
export function plural(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
