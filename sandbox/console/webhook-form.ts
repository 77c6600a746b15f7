import { randomUUID } from 'node:crypto'

import { type Topic, topicByType } from '../api/event-types.js'
import type { QueryPairs } from '../pipeline/request.js'
import {
  type EndpointInput,
  type EndpointProblems,
  endpointProblems,
  longestLabel,
} from '../webhook-endpoints/registration.js'
import type { ReachableHosts } from '../webhooks/url.js'
import { type Act, type ConsoleContext, type ConsoleRoute, type Show, withNote } from './context.js'
import type { Page } from './layout.js'
import { type Content, type Markup, markup } from './markup.js'
import type { RefusedForm } from './sessions.js'
import { block, copyButton, label, tokenField } from './parts.js'
import { addressOf, fieldOf } from './request.js'
import { addressOfWebhook, list } from './webhooks.js'

/** Topics to choose from: `Ping` is always subscribed. */
const choices: readonly Topic[] = Object.values(topicByType).filter((topic) => topic !== 'Ping')

type Field = keyof EndpointInput

const names: Readonly<Record<Field, string>> = { label: 'Label', url: 'Endpoint URL', topics: 'Events' }
const fields = Object.keys(names) as readonly Field[]

const problem = (field: Field, { [field]: text }: EndpointProblems): Content =>
  text !== undefined && markup`<p class="problem" id="${`${field}-problem`}">${names[field]} ${text}.</p>`

const described = (field: Field, problems: EndpointProblems): Markup =>
  problems[field] === undefined
    ? markup` aria-describedby="${`${field}-hint`}"`
    : markup` aria-invalid="true" aria-describedby="${`${field}-problem ${field}-hint`}"`

const summary = (problems: EndpointProblems): Markup => {
  const item = (field: Field): Content =>
    problems[field] === undefined
      ? undefined
      : markup`<li><a href="${`#${field === 'topics' ? `topic-${choices[0]}` : field}`}">${names[field]}</a> ${problems[field]}.</li>`
  return markup`<div class="notice bad" id="notice" role="alert" tabindex="-1" autofocus><p><strong>Not saved.</strong> Correct the marked fields:</p>
<ul>${fields.map(item)}</ul></div>`
}

const hintOfUrl = ({ allowsLoopback }: ReachableHosts): string =>
  `A public https:// URL${allowsLoopback ? ', or one of this machine,' : ''} that answers 200 within 5 seconds.`

interface Form {
  readonly title: string
  /** The address that it is submitted to. */
  readonly action: string
  readonly save: string
  readonly cancel: string
  readonly draft: EndpointInput
}

/** The form with stored values, or as it was rejected if the address refers to that, with problems at its fields. */
const formPage = ({ session, memory, query, hosts }: ConsoleContext, form: Form): Page => {
  const refused = memory.refused.read(session.token, fieldOf(query, 'refused'))
  const { draft, problems }: RefusedForm = refused ?? { draft: form.draft, problems: {} }
  const topicBox = (topic: Topic): Markup =>
    markup`<label><input type="checkbox" name="topics" id="${`topic-${topic}`}" value="${topic}"${draft.topics.includes(topic) && markup` checked`}> <span>${topic}</span></label>`
  return {
    title: refused === undefined ? form.title : `Error: ${form.title}`,
    heading: form.title,
    tab: list,
    notice: refused === undefined ? undefined : summary(problems),
    content: markup`<form class="endpoint" method="post" action="${form.action}" novalidate>${tokenField(session.token)}<input type="hidden" name="once" value="${randomUUID()}">
<div class="field"><label for="label">Label</label><p class="soft" id="label-hint">The name in lists and logs, of up to ${longestLabel} characters.</p>${problem('label', problems)}
<input id="label" name="label" value="${draft.label}" required autocomplete="off"${described('label', problems)}></div>
<div class="field"><label for="url">Endpoint URL</label><p class="soft" id="url-hint">${hintOfUrl(hosts)}</p>${problem('url', problems)}
<input id="url" name="url" type="url" inputmode="url" value="${draft.url}" required autocomplete="off" spellcheck="false"${described('url', problems)}></div>
<fieldset class="field"${described('topics', problems)}><legend>Events</legend><p class="soft" id="topics-hint">The events that are delivered here. Ping is always on.</p>${problem('topics', problems)}
<p class="scripted"><button type="button" class="quiet" data-check="all">Choose all</button> <button type="button" class="quiet" data-check="none">Choose none</button></p>
<div class="boxes">${choices.map(topicBox)}
<label><input type="checkbox" checked disabled> <span>Ping</span></label></div></fieldset>
<p class="actions"><button class="primary" data-busy="Saving…">${form.save}</button> <a href="${form.cancel}">Cancel</a></p>
</form>`,
  }
}

const newForm: Show = (context) =>
  formPage(context, {
    title: 'Add a webhook',
    action: list,
    save: 'Add webhook',
    cancel: list,
    draft: { label: '', url: '', topics: choices },
  })

const editForm: Show = (context) => {
  const address = addressOfWebhook(context)
  return formPage(context, {
    title: 'Edit webhook',
    action: `${address}/edit`,
    save: 'Save',
    cancel: address,
    draft: context.webhooks.endpoint(context.id),
  })
}

const draftOf = (form: QueryPairs): EndpointInput => {
  const topics: readonly string[] = form.get('topics') ?? []
  return {
    label: fieldOf(form, 'label').trim(),
    url: fieldOf(form, 'url').trim(),
    topics: choices.filter((topic) => topics.includes(topic)),
  }
}

/** Checks the input of a form; the address that shows it again if it has problems. */
const checked = (
  { memory, session, hosts }: ConsoleContext,
  draft: EndpointInput,
  input: Partial<EndpointInput>,
  address: string,
): string | undefined => {
  const problems = endpointProblems(input, hosts)
  if (Object.keys(problems).length === 0) return undefined
  return addressOf(address, { refused: memory.refused.keep(session.token, { draft, problems }) })
}

/** Adds a webhook. A form that is submitted again only redirects to the same result. */
const register: Act = (context) => {
  const { webhooks, form, memory, session } = context
  const mark = fieldOf(form, 'once')
  const known = memory.sent.read(session.token, mark)
  if (known !== undefined) return known
  const draft = draftOf(form)
  const again = checked(context, draft, draft, `${list}/new`)
  if (again !== undefined) return again
  const { endpoint, secret } = webhooks.register(draft)
  memory.secrets.keep(session.token, secret, endpoint.id)
  const message = markup`<p><strong>Webhook added.</strong> ${label(endpoint.label)} receives events from now on.</p>`
  const see = withNote(context, `${addressOfWebhook(endpoint)}/secret`, 'good', message)
  if (mark !== '') memory.sent.keep(session.token, see, mark)
  return see
}

/** Saves changed members: an unchanged label or URL is kept even if it could no longer be registered. */
const change: Act = (context) => {
  const { webhooks, form, id } = context
  const draft = draftOf(form)
  const before = webhooks.endpoint(id)
  const wanted = {
    topics: draft.topics,
    ...(draft.label === before.label ? {} : { label: draft.label }),
    ...(draft.url === before.url ? {} : { url: draft.url }),
  }
  const address = addressOfWebhook(context)
  const again = checked(context, draft, wanted, `${address}/edit`)
  if (again !== undefined) return again
  const changed = webhooks.change(id, wanted)
  return withNote(context, address, 'plain', markup`<p>${label(changed.label)} was changed.</p>`)
}

/** Shows a new secret on the first view, and afterwards that it was shown. */
const showSecret: Show = (context) => {
  const { memory, session, webhooks, id, isViewed } = context
  const endpoint = webhooks.endpoint(id)
  const secret = isViewed ? memory.secrets.take(session.token, id) : undefined
  const address = addressOfWebhook(endpoint)
  const content =
    secret === undefined
      ? markup`<p><strong>It was shown once, and is not shown again.</strong></p>
<p>If it is lost, <a href="/console/webhooks/new">add a new webhook</a> instead.</p>`
      : markup`<p><strong>It is shown this once.</strong> Keep it where your receiver reads it. If it is lost, add a new webhook instead.</p>
<p class="actions"><code id="secret" class="tag" data-secret>${secret}</code>${copyButton('Copy secret', { id: 'secret' })}</p>`
  return {
    title: secret === undefined ? 'The secret was shown' : 'Copy the secret',
    tab: list,
    content: markup`${block('new-secret', markup`Secret of ${label(endpoint.label)}`, content)}
<p class="actions"><a class="button primary" href="${address}">${secret === undefined ? 'To the webhook' : 'I have kept it'}</a> <a href="/console/guide">How to verify deliveries</a></p>`,
  }
}

/** Adds and changes webhooks with forms, and shows the secret of a new one. */
export const webhookFormRoutes: readonly ConsoleRoute[] = [
  ['GET', '/webhooks/new', newForm],
  ['POST', '/webhooks', register, () => `${list}/new`],
  ['GET', '/webhooks/:id/edit', editForm],
  ['POST', '/webhooks/:id/edit', change, () => list],
  ['GET', '/webhooks/:id/secret', showSecret],
]
