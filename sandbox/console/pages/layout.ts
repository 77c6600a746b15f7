import type { Session } from '../input/sessions.js'
import { type Markup, markup, type Content } from '../html/markup.js'

export type Tab = 'logs' | 'webhooks' | 'guide'

/** A page without its common frame. */
export interface Page {
  readonly title: string
  readonly tab?: Tab
  readonly content: Content
}

/** A response of the console: a page, or a redirect to the result. */
export type ConsoleResponse =
  | { readonly status?: number; readonly page: Page }
  | { readonly see: string; readonly cookie?: string }

const tabList: readonly (readonly [Tab, string, string])[] = [
  ['logs', '/console', 'Delivery logs'],
  ['webhooks', '/console/webhooks', 'Managed webhooks'],
  ['guide', '/console/guide', 'Integration guide'],
]

const current = (is: boolean): Content => (is ? markup` aria-current="page"` : undefined)

const tabs = (chosen: Tab | undefined): Markup => markup`<nav aria-label="Console">
<ul class="tabs">${tabList.map(([tab, path, name]) => markup`<li><a href="${path}"${current(tab === chosen)}>${name}</a></li>`)}</ul>
</nav>`

/** The hidden field that every form requires. */
export function tokenField(token: string): Markup {
  return markup`<input type="hidden" name="token" value="${token}">`
}

/** The form submitted by all buttons that need no field of their own: `actionButton`. */
const actionForm = (session: Session): Markup =>
  markup`<form id="act" method="post" hidden>${tokenField(session.token)}</form>`

const sessionControls = (session: Session | undefined): Content => {
  if (session === undefined) return undefined
  if (!session.isSignedIn) return markup`<a class="quiet" href="/console/sign-in">Use another API key</a>`
  return markup`<button class="quiet" form="act" formaction="/console/sign-out">Sign out</button>`
}

/** A whole HTML document. */
export function documentOf({ title, tab, content }: Page, session: Session | undefined): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - rampart sandbox</title>
<link rel="icon" href="/console/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/console/assets/style.css">
<script type="module" src="/console/assets/script.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<p class="brand">rampart <span>sandbox</span></p>
${session === undefined ? undefined : tabs(tab)}
${sessionControls(session)}
</header>
<main id="main" tabindex="-1">
${content}
</main>
${session === undefined ? undefined : actionForm(session)}
<p id="announcements" class="unseen" role="status"></p>
</body>
</html>
`.toString()
}

/** A notice about a result or a failure; it is announced and receives the focus. */
export function notice(kind: 'good' | 'bad' | 'plain', content: Content): Markup {
  return markup`<div class="notice ${kind}" id="notice" role="status" tabindex="-1" autofocus>${content}</div>`
}

/** A page with the reason for a refusal and a way to continue. */
export function refusalPage(status: number, reason: string, tab?: Tab): ConsoleResponse {
  const title = status === 404 ? 'Not found' : 'Not done'
  return {
    status,
    page: {
      title,
      ...(tab === undefined ? {} : { tab }),
      content: markup`<div class="narrow"><h1>${title}</h1>
${notice('bad', markup`<p>${reason}</p>`)}
<p class="actions"><a class="button" href="/console">Delivery logs</a> <a class="button" href="/console/webhooks">Managed webhooks</a></p></div>`,
    },
  }
}
