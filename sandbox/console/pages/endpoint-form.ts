import type { Topic } from '../../api/event-types.js'
import {
  type EndpointInput,
  type EndpointProblems,
  longestLabel,
} from '../../webhook-endpoints/validation.js'
import { choices } from '../input/endpoint-form.js'
import { type Markup, markup, type Content } from '../html/markup.js'
import { type Page, tokenField } from './layout.js'

/** The input of the webhook form. */
export interface EndpointForm {
  readonly title: string
  /** The address that it is submitted to. */
  readonly action: string
  readonly save: string
  /** The address of the cancel link. */
  readonly cancel: string
  readonly draft: EndpointInput
  /** Absent if there are none. */
  readonly problems?: EndpointProblems
  readonly token: string
  /** The form's mark, which prevents resubmission. */
  readonly once: string
  readonly allowsLoopback: boolean
  readonly notice?: Markup
}

type Field = keyof EndpointInput

const fields: readonly (readonly [Field, string])[] = [
  ['label', 'Label'],
  ['url', 'Endpoint URL'],
  ['topics', 'Events'],
]

const firstOf = (field: Field): string => (field === 'topics' ? `topic-${choices[0]}` : field)

const summary = (problems: EndpointProblems | undefined): Content =>
  problems === undefined
    ? undefined
    : markup`<div class="notice bad" id="notice" role="alert" tabindex="-1" autofocus><p><strong>Not saved.</strong> Correct what is marked:</p>
<ul>${fields.map(([field, name]) => (problems[field] === undefined ? undefined : markup`<li><a href="${`#${firstOf(field)}`}">${name}</a> ${problems[field]}.</li>`))}</ul></div>`

const problem = (field: Field, problems: EndpointProblems): Content =>
  problems[field] === undefined
    ? undefined
    : markup`<p class="problem" id="${`${field}-problem`}">${fields.find(([name]) => name === field)?.[1]} ${problems[field]}.</p>`

const described = (field: Field, problems: EndpointProblems): Markup =>
  problems[field] === undefined
    ? markup` aria-describedby="${`${field}-hint`}"`
    : markup` aria-invalid="true" aria-describedby="${`${field}-problem ${field}-hint`}"`

const topicBox = (topic: Topic, topics: readonly Topic[]): Markup =>
  markup`<label class="choice"><input type="checkbox" name="topics" id="${`topic-${topic}`}" value="${topic}"${topics.includes(topic) ? markup` checked` : undefined}> <span>${topic}</span></label>`

const urlHint = (allowsLoopback: boolean): string =>
  allowsLoopback
    ? 'A public https:// URL, or one of this machine, that answers 200 within 5 seconds.'
    : 'A public https:// URL that answers 200 within 5 seconds.'

/** The form for a new or existing webhook, with problems at their fields. */
export function endpointFormPage(form: EndpointForm): Page {
  const { draft, problems = {}, token, once } = form
  return {
    title: form.problems === undefined ? form.title : `Error: ${form.title}`,
    tab: 'webhooks',
    content: markup`<div class="narrow"><h1>${form.title}</h1>
${summary(form.problems) ?? form.notice}
<form class="endpoint" method="post" action="${form.action}" novalidate>${tokenField(token)}<input type="hidden" name="once" value="${once}">
<div class="field"><label for="label">Label</label><p class="hint" id="label-hint">The name in lists and logs, of up to ${longestLabel} characters.</p>${problem('label', problems)}
<input id="label" name="label" value="${draft.label}" required autocomplete="off"${described('label', problems)}></div>
<div class="field"><label for="url">Endpoint URL</label><p class="hint" id="url-hint">${urlHint(form.allowsLoopback)}</p>${problem('url', problems)}
<input id="url" name="url" type="url" inputmode="url" value="${draft.url}" required autocomplete="off" spellcheck="false"${described('url', problems)}></div>
<fieldset class="field"${described('topics', problems)}><legend>Events</legend><p class="hint" id="topics-hint">What is delivered here. Ping is always on.</p>${problem('topics', problems)}
<p class="all" hidden><button type="button" class="quiet" data-check="all">Choose all</button> <button type="button" class="quiet" data-check="none">Choose none</button></p>
<div class="choices">${choices.map((topic) => topicBox(topic, draft.topics))}
<label class="choice"><input type="checkbox" checked disabled> <span>Ping</span></label></div></fieldset>
<p class="actions"><button class="primary" data-busy="Saving…">${form.save}</button> <a href="${form.cancel}">Cancel</a></p>
</form></div>`,
  }
}
