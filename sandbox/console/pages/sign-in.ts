import { markup } from '../html/markup.js'
import { type Page, tokenField } from './layout.js'

/** The form that asks for an API key of the sandbox; it never repeats the input. */
export function signInPage(token: string, wasRefused: boolean): Page {
  return {
    title: wasRefused ? 'Error: Sign in' : 'Sign in',
    content: markup`<div class="narrow"><h1>Sign in</h1>
<p class="soft">Each API key of the sandbox is a partner of its own, with webhooks of its own.</p>
<form class="endpoint" method="post" action="/console/sign-in">${tokenField(token)}
<div class="field"><label for="key">API key</label>${wasRefused ? markup`<p class="problem" id="key-problem" role="alert">The sandbox does not know this key.</p>` : undefined}
<input id="key" name="key" type="password" autocomplete="off" required${wasRefused ? markup` aria-invalid="true" aria-describedby="key-problem" autofocus` : undefined}></div>
<p class="actions"><button class="primary">Sign in</button></p>
</form></div>`,
  }
}
