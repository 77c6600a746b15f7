import { type Markup, markup, type Content } from '../html/markup.js'
import { visibleText } from '../html/visible-text.js'
import type { AttemptView } from '../../webhook-endpoints/webhook-service.js'

const longestLabel = 120

/** A label in lists. It is user text, so it is isolated from the direction and width of its surroundings. */
export function label(text: string): Markup {
  return markup`<bdi class="label">${visibleText(text, longestLabel)}</bdi>`
}

/** A moment, to the second, in UTC. */
export function moment(at: Date): Markup {
  const iso = at.toISOString()
  return markup`<time datetime="${iso}"><span class="day"><span class="year">${iso.slice(0, 5)}</span>${iso.slice(5, 10)}</span> <span class="clock">${iso.slice(11, 19)}</span></time>`
}

/** A short word with a coloured shape. */
export function badge(kind: 'good' | 'bad' | 'odd' | 'plain', text: string): Markup {
  return markup`<span class="badge ${kind}">${text}</span>`
}

/** The outcome of an attempt in a word. */
export function outcomeBadge({ acknowledged }: Pick<AttemptView, 'acknowledged'>): Markup {
  return acknowledged ? badge('good', 'Acknowledged') : badge('bad', 'Failed')
}

const second = 1000
const tenSeconds = 10_000

/** Milliseconds, rounded, with their unit. */
export function duration(milliseconds: number): string {
  if (milliseconds < second) return `${Math.round(milliseconds)} ms`
  return `${(milliseconds / second).toFixed(milliseconds < tenSeconds ? 2 : 1)} s`
}

/** The response in words: a status, or the reason why there was none. */
export function answerOf({ status, failure }: AttemptView): Content {
  return status === undefined
    ? visibleText(failure ?? 'no answer')
    : markup`<span class="status">${status}</span>`
}

/** The outcome of an attempt as a sentence for a notice. */
export function verdict(what: string, attempt: AttemptView): Markup {
  const took = `in ${duration(attempt.duration)}`
  if (attempt.acknowledged)
    return markup`<p><strong>${what} acknowledged</strong> with ${attempt.status} ${took}.</p>`
  return markup`<p><strong>${what} failed</strong> ${took}: ${visibleText(attempt.failure ?? 'no answer')}.</p>`
}

/** A button that copies the text of an element; hidden without script. */
export function copyButton(id: string, name: string): Markup {
  return markup`<button type="button" class="small" data-copy="${id}" hidden>${name}</button>`
}

/** A button that copies the response of an address, byte for byte. */
export function copyFromButton(address: string, name: string): Markup {
  return markup`<button type="button" class="small" data-copy-from="${address}" hidden>${name}</button>`
}

/** A button for an action on the element beside it, which screen readers hear as part of its name. */
export interface ActionButton {
  readonly id: string
  readonly address: string
  readonly name: string
  readonly busy: string
  /** Read by screen readers after the name. */
  readonly about: Content
  readonly kind?: 'small' | 'danger' | 'primary'
  /** The one field that is submitted. */
  readonly field?: readonly [string, string]
}

/** Submits the form of the page to an address; with script, without a page load. */
export function actionButton({ id, address, name, busy, about, kind, field }: ActionButton): Markup {
  const fields = field === undefined ? undefined : markup` name="${field[0]}" value="${field[1]}"`
  return markup`<button id="${id}" form="act" formaction="${address}" class="${kind ?? ''}" data-busy="${busy}"${fields}>${name}<span class="unseen"> ${about}</span></button>`
}

/** A list of terms and values; rows without a value are omitted. */
export function facts(rows: readonly (readonly [string, Content])[]): Markup {
  return markup`<dl class="facts">${rows.map(([term, value]) =>
    value === undefined ? undefined : markup`<div><dt>${term}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}

/** Preformatted text that can be scrolled with the keyboard. */
export function codeBlock(id: string, name: string, text: Content): Markup {
  return markup`<pre id="${id}" tabindex="0" role="region" aria-label="${name}"><code>${text}</code></pre>`
}

/** A count with its noun. */
export function plural(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`
}
