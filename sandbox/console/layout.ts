import { type Content, type Markup, markup } from './markup.js'
import { links, notice, tokenField } from './parts.js'
import type { Session } from './sessions.js'

/** A page without its common frame. */
export interface Page {
  readonly title: string
  /** If other than the title. */
  readonly heading?: Content
  /** Its tab, by the address of that. */
  readonly tab?: Tab
  /** Content above the heading, and beside it. */
  readonly above?: Content
  readonly tools?: Content
  /** Shown instead of the notice that the address refers to. */
  readonly notice?: Markup | undefined
  readonly status?: number
  readonly content: Content
}

/** A response of the console: a page, or a redirect to the result. */
export type ConsoleResponse = { readonly page: Page } | { readonly see: string; readonly cookie?: string }

const tabs = [
  ['Delivery logs', '/console'],
  ['Managed webhooks', '/console/webhooks'],
  ['Integration guide', '/console/guide'],
] as const

type Tab = (typeof tabs)[number][1]

const sessionControls = ({ isSignedIn }: Session): Markup =>
  isSignedIn
    ? markup`<button class="quiet" form="act" formaction="/console/sign-out">Sign out</button>`
    : markup`<a class="quiet" href="/console/sign-in">Use another API key</a>`

/** A whole HTML document. The form `act` belongs to all buttons without fields of their own (`actionButton`). */
export function documentOf(page: Page, session: Session | undefined): string {
  const { title, heading = title, tab, above, tools, content } = page
  const tabLinks = tabs.map(([name, address]) => [name, address, address === tab] as const)
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - rampart sandbox</title>
<link rel="icon" href="/console/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/console/assets/style.css">
<link rel="stylesheet" href="/console/assets/pages.css">
<script type="module" src="/console/assets/script.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<p class="brand">rampart <span class="soft">sandbox</span></p>
${session !== undefined && markup`${links('Console', 'tabs', tabLinks)}${sessionControls(session)}`}
</header>
<main id="main" tabindex="-1">
${above}
<div class="headline"><h1>${heading}</h1>${tools}</div>
<div id="notices">${page.notice}</div>
${content}
</main>
${session !== undefined && markup`<form id="act" method="post" hidden>${tokenField(session.token)}</form>`}
<p id="announcements" class="unseen" role="status"></p>
</body>
</html>
`.toString()
}

/** A page with the reason for a refusal and a way to continue. */
export function refusalPage(status: number, reason: string): Page {
  return {
    status,
    title: status === 404 ? 'Not found' : 'Not done',
    notice: notice('bad', markup`<p>${reason}</p>`),
    content: markup`<p class="actions"><a class="button" href="/console">Delivery logs</a> <a class="button" href="/console/webhooks">Managed webhooks</a></p>`,
  }
}

/** The form that asks for an API key of the sandbox; it never repeats the input. */
export function signInPage(token: string, wasRefused: boolean): Page {
  return {
    title: wasRefused ? 'Error: Sign in' : 'Sign in',
    heading: 'Sign in',
    content: markup`<p class="soft">Each API key of the sandbox is a partner of its own, with webhooks of its own.</p>
<form class="endpoint" method="post" action="/console/sign-in">${tokenField(token)}
<div class="field"><label for="key">API key</label>${wasRefused && markup`<p class="problem" id="key-problem" role="alert">The sandbox does not know this key.</p>`}
<input id="key" name="key" type="password" autocomplete="off" required${wasRefused && markup` aria-invalid="true" aria-describedby="key-problem" autofocus`}></div>
<p class="actions"><button class="primary">Sign in</button></p>
</form>`,
  }
}
