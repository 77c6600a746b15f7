import type { EndpointInput, EndpointProblems } from '../webhook-endpoints/validation.js'
import { addressOf } from './input/address.js'
import { changeOf, choices, draftOf, problemsOf } from './input/endpoint-form.js'
import { fieldOf } from './input/request.js'
import { createMark } from './console-memory.js'
import { markup } from './html/markup.js'
import { label } from './pages/components.js'
import { type EndpointForm, endpointFormPage } from './pages/endpoint-form.js'
import type { ConsoleResponse } from './pages/layout.js'
import { type Acted, type ConsoleContext, type ConsoleRoute, noteOf, withNote } from './console-context.js'

const list = '/console/webhooks'
const ofOne = ({ id }: ConsoleContext): string => `${list}/${id}`

/** The form with stored values, or as it was rejected if the address refers to that. */
const formPage = (
  context: ConsoleContext,
  form: Pick<EndpointForm, 'title' | 'action' | 'save' | 'cancel' | 'draft'>,
): ConsoleResponse => {
  const { session, memory, query, hosts } = context
  const refused = memory.refused.read(session.token, fieldOf(query, 'refused'))
  const note = noteOf(context)
  return {
    page: endpointFormPage({
      ...form,
      draft: refused?.draft ?? form.draft,
      token: session.token,
      once: createMark(),
      allowsLoopback: hosts.allowsLoopback,
      ...(refused === undefined ? {} : { problems: refused.problems }),
      ...(note === undefined ? {} : { notice: note }),
    }),
  }
}

const newForm = (context: ConsoleContext): ConsoleResponse =>
  formPage(context, {
    title: 'Add a webhook',
    action: list,
    save: 'Add webhook',
    cancel: list,
    draft: { label: '', url: '', topics: choices },
  })

const editForm = (context: ConsoleContext): ConsoleResponse =>
  formPage(context, {
    title: 'Edit webhook',
    action: `${ofOne(context)}/edit`,
    save: 'Save',
    cancel: ofOne(context),
    draft: context.webhooks.endpoint(context.id),
  })

/** Redirects back to the form, with its input and problems. */
const refused = (
  { memory, session }: ConsoleContext,
  address: string,
  draft: EndpointInput,
  problems: EndpointProblems,
): Acted => ({
  again: addressOf(address, { refused: memory.refused.keep(session.token, { draft, problems }) }),
})

const register = (context: ConsoleContext): Acted => {
  const { webhooks, form, memory, session, hosts } = context
  const draft = draftOf(form)
  const problems = problemsOf(draft, hosts)
  if (problems !== undefined) return refused(context, `${list}/new`, draft, problems)
  const { endpoint, secret } = webhooks.register(draft)
  memory.secrets.keep(session.token, secret, endpoint.id)
  const message = markup`<p><strong>Webhook added.</strong> ${label(endpoint.label)} receives events from now on.</p>`
  return withNote(context, `${list}/${endpoint.id}/secret`, 'good', message)
}

const change = (context: ConsoleContext): Acted => {
  const { webhooks, form, id, hosts } = context
  const draft = draftOf(form)
  const wanted = changeOf(webhooks.endpoint(id), draft)
  const problems = problemsOf(wanted, hosts)
  if (problems !== undefined) return refused(context, `${ofOne(context)}/edit`, draft, problems)
  const changed = webhooks.change(id, wanted)
  return withNote(context, ofOne(context), 'plain', markup`<p>${label(changed.label)} was changed.</p>`)
}

/** Adds and changes webhooks with forms. */
export const webhookFormRoutes: readonly ConsoleRoute[] = [
  { method: 'GET', path: '/webhooks/new', show: newForm },
  { method: 'POST', path: '/webhooks', act: register, back: () => `${list}/new` },
  { method: 'GET', path: '/webhooks/:id/edit', show: editForm },
  { method: 'POST', path: '/webhooks/:id/edit', act: change, back: () => list },
]
