import type { AttemptView } from '../webhook-endpoints/webhook-service.js'
import { type Content, type Markup, markup, visibleText } from './markup.js'

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

const second = 1000
const tenSeconds = 10_000

/** Milliseconds, rounded, with their unit. */
export function duration(milliseconds: number): string {
  if (milliseconds < second) return `${Math.round(milliseconds)} ms`
  return `${(milliseconds / second).toFixed(milliseconds < tenSeconds ? 2 : 1)} s`
}

/** A count with its noun. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** A short word with a coloured shape. */
export function badge(kind: 'good' | 'bad' | 'odd' | 'plain', text: string): Markup {
  return markup`<span class="badge ${kind}">${text}</span>`
}

/** The outcome of an attempt in a word. */
export function outcomeBadge({ acknowledged }: Pick<AttemptView, 'acknowledged'>): Markup {
  return acknowledged ? badge('good', 'Acknowledged') : badge('bad', 'Failed')
}

/** The outcome of an attempt as a sentence for a notice. */
export function verdict(what: string, attempt: AttemptView): Markup {
  const took = `in ${duration(attempt.duration)}`
  if (attempt.acknowledged)
    return markup`<p><strong>${what} acknowledged</strong> with ${attempt.status} ${took}.</p>`
  return markup`<p><strong>${what} failed</strong> ${took}: ${visibleText(attempt.failure ?? 'no response')}.</p>`
}

/** A notice about a result or a failure; it is announced and receives the focus. */
export function notice(kind: 'good' | 'bad' | 'plain', content: Content): Markup {
  return markup`<div class="notice ${kind}" id="notice" role="status" tabindex="-1" autofocus>${content}</div>`
}

/** A button that copies the text of an element, or the content of an address; hidden without script. */
export function copyButton(name: string, from: { id: string } | { address: string }): Markup {
  const source = 'id' in from ? markup`data-copy="${from.id}"` : markup`data-copy-from="${from.address}"`
  return markup`<button type="button" class="small scripted" ${source}>${name}</button>`
}

/** A button for an action on the element beside it, which screen readers hear as part of its name. */
interface ActionButton {
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
  const fields = field !== undefined && markup` name="${field[0]}" value="${field[1]}"`
  return markup`<button id="${id}" form="act" formaction="${address}" class="${kind ?? ''}" data-busy="${busy}"${fields}>${name}<span class="unseen"> ${about}</span></button>`
}

/** The hidden field that every form requires. */
export function tokenField(token: string): Markup {
  return markup`<input type="hidden" name="token" value="${token}">`
}

/** A part of a page with a title. */
export function block(id: string, title: Content, content: Content): Markup {
  return markup`<section class="panel" id="${id}" aria-labelledby="${`${id}-title`}"><h2 id="${`${id}-title`}">${title}</h2>
${content}</section>`
}

/** A list of terms and values; rows without a value are omitted. */
export function facts(rows: readonly (readonly [term: string, value: Content])[]): Markup {
  return markup`<dl class="facts">${rows.map(
    ([term, value]) =>
      value !== undefined && value !== false && markup`<div><dt>${term}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}

/** Preformatted text that can be scrolled with the keyboard. */
export function codeBlock(id: string, name: string, text: Content): Markup {
  return markup`<pre id="${id}" tabindex="0" role="region" aria-label="${name}"><code>${text}</code></pre>`
}

/** An empty list: the reason, and advice. */
export function nothing(title: string, advice: Content, link?: Markup): Markup {
  return markup`<div class="panel empty"><h2>${title}</h2><p>${advice}</p>${link !== undefined && markup`<p>${link}</p>`}</div>`
}

/** Links of which one may be the current page: tabs, or choices that look like buttons. */
export function links(
  name: string,
  kind: 'tabs' | 'choices',
  items: readonly (readonly [text: string, address: string, isCurrent: boolean, id?: string])[],
): Markup {
  const look = kind === 'choices' && markup` class="button small"`
  const item = ([text, address, isCurrent, id]: (typeof items)[number]): Markup =>
    markup`<li><a href="${address}"${look}${id !== undefined && markup` id="${id}"`}${isCurrent && markup` aria-current="page"`}>${text}</a></li>`
  return markup`<nav aria-label="${name}"><ul class="${kind}">${items.map(item)}</ul></nav>`
}

/** Links to the pages before and after; absent if there are none. */
export function pager(items: readonly (readonly [text: string, address: string | false])[]): Content {
  const there = items.filter(([, address]) => address !== false)
  if (there.length === 0) return undefined
  return markup`<nav class="pages" aria-label="Pages">${there.map(([text, address]) => markup`<a class="button" href="${address}">${text}</a> `)}</nav>`
}

export interface Column<Row> {
  /** Its class; the column `kind` is the header of each row. */
  readonly name: string
  readonly title: string
  readonly of: (row: Row) => Content
  /** Whether its title is only for screen readers. */
  readonly isUnseen?: true
}

/** One row of a table. Roles are repeated, because some browsers drop them when CSS changes the display of a row. */
export function rowOf<Row>(columns: readonly Column<Row>[], row: Row, id?: string): Markup {
  const cells = columns.map(({ name, of }) =>
    name === 'kind'
      ? markup`<th role="rowheader" scope="row" class="kind">${of(row)}</th>`
      : markup`<td role="cell" class="${name}">${of(row)}</td>`,
  )
  return markup`<tr role="row"${id !== undefined && markup` id="${id}"`}>
${cells}
</tr>
`
}

/** A table of rows in bodies. */
export function table<Row>(
  name: string,
  kind: string,
  columns: readonly Column<Row>[],
  bodies: Content,
): Markup {
  const heads = columns.map(
    ({ name, title, isUnseen }) =>
      markup`<th scope="col" role="columnheader" class="${name}">${isUnseen ? markup`<span class="unseen">${title}</span>` : title}</th>`,
  )
  return markup`<table class="${kind}" role="table" aria-label="${name}">
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
${bodies}
</table>`
}

/** The rows of a table that has no groups. */
export function bodyOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  idOf?: (row: Row) => string,
): Markup {
  return markup`<tbody role="rowgroup">${rows.map((row) => rowOf(columns, row, idOf?.(row)))}</tbody>`
}
