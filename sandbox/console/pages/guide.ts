import { topicByType } from '../../api/event-types.js'
import { addressOf } from '../input/address.js'
import { type Markup, markup, type Content } from '../html/markup.js'
import type { Snippet } from '../html/snippets.js'
import type { Page } from './layout.js'
import { codeBlock, copyButton } from './components.js'

/** The meaning of each event kind (Event kinds). */
const meanings: Readonly<Record<keyof typeof topicByType, string>> = {
  transaction: 'there is a new transaction',
  new_autoramp: 'an autoramp was created',
  new_bank_account: 'a bank account was registered',
  deposit_address_created: 'an autoramp got its deposit address',
  customer_created: 'a customer was created',
  transaction_status: 'a transaction has another status',
  transaction_refunded: 'a refund of a transaction was recorded',
  register_fiat_address_status: 'a fiat address was registered, or has another status',
  customer_status: 'a customer has another status',
  customer_fiat_abilities: 'the fiat rails of a customer, all of them, as they are now',
  register_autoramp_status: 'an autoramp has another status',
  identification_status: 'an identification has another status',
  ping: 'a test, sent by the button Ping',
}

const steps: readonly Markup[] = [
  markup`Take the <strong>raw body</strong>, byte for byte, before any parser of JSON sees it.`,
  markup`Take <code>webhook-timestamp</code>. It has <strong>exactly ten digits</strong>; refuse anything else before you compute with it.`,
  markup`Refuse what is further than <strong>5 minutes</strong> from now, past or future.`,
  markup`Compute the HMAC-SHA256 of the timestamp followed by the raw body, <strong>with nothing between</strong>, under the secret as text.`,
  markup`Take <code>webhook-signature</code> without its <code>v1=</code>, and compare in <strong>constant time</strong>. The encoding of the digest is not promised: take hex and base64.`,
  markup`Refuse what does not fit with <strong>401</strong> and nothing more: no digest, no secret, no trace of an error belongs into an answer.`,
  markup`Answer <strong>200</strong> within 5 seconds, also to kinds and fields that you do not know: note the event, and work later. Anything else, redirects too, is tried again.`,
  markup`Each retry has another <code>webhook-id</code>. Tell repetitions by <code>data.customer_id</code> and the content of <code>message</code>, and only after the signature was verified.`,
]

const languages = (snippets: readonly Snippet[], chosen: Snippet): Markup =>
  markup`<nav aria-label="Languages"><ul class="choices-line">${snippets.map(({ id, language }) => markup`<li><a href="${addressOf('/console/guide', { language: id })}"${id === chosen.id ? markup` aria-current="true"` : undefined}>${language}</a></li>`)}</ul></nav>`

const kinds = (): Content =>
  Object.entries(topicByType).map(
    ([type, topic]) =>
      markup`<tr><th scope="row"><code>${type}</code></th><td><code>${topic}</code></td><td>${Object.entries(meanings).find(([name]) => name === type)?.[1]}</td></tr>`,
  )

const examined = 'RAMPART_WEBHOOK_SECRET=... npx rampart webhook drill --to http://127.0.0.1:8080/webhooks'

interface Block {
  readonly id: string
  readonly name: string
  /** The content that the button copies, in a word or two, so that the names of buttons differ. */
  readonly copies: string
  readonly code: string
}

const block = ({ id, name, copies, code }: Block, language: string): Markup =>
  markup`<div class="headline"><h3>${name}</h3>${copyButton(id, `Copy ${copies}`)}</div>
${codeBlock(id, `${language}: ${name}`, code)}`

const blocksOf = ({ install, file, code, run }: Snippet): readonly Block[] => [
  ...(install === undefined ? [] : [{ id: 'install', name: 'Install', copies: 'dependency', code: install }]),
  { id: 'snippet', name: file, copies: 'code', code },
  { id: 'run', name: 'Run', copies: 'command', code: `export WEBHOOK_SECRET=...\n${run}` },
  { id: 'examine', name: 'Examine', copies: 'drill', code: examined },
]

const snippetSection = (
  snippets: readonly Snippet[],
  chosen: Snippet,
): Markup => markup`<section aria-labelledby="receiver">
<h2 id="receiver">A receiver</h2>
${languages(snippets, chosen)}
<p class="soft">Needs ${chosen.needs} <code>WEBHOOK_SECRET</code> holds the secret of the webhook, which was shown when it was added.</p>
${blocksOf(chosen).map((one) => block(one, chosen.language))}
<p class="soft">The drill sends right and wrong deliveries, and names the mistakes that the answers show. This receiver passes it as it stands.</p>
</section>`

/** The guide to receiving deliveries. */
export function guidePage(snippets: readonly Snippet[], language: string): Page {
  const chosen = snippets.find(({ id }) => id === language) ?? snippets[0]
  return {
    title: chosen === undefined ? 'Integration guide' : `Integration guide, ${chosen.language}`,
    tab: 'guide',
    content: markup`<h1>Integration guide</h1>
<p class="soft">Events are posted to your webhooks as JSON, signed. <a href="/console/webhooks/new">Add a webhook</a>, keep its secret, and verify each delivery before you believe it.</p>
<section aria-labelledby="steps"><h2 id="steps">What a receiver does</h2>
<ol class="steps">${steps.map((step) => markup`<li>${step}</li>`)}</ol></section>
${chosen === undefined ? undefined : snippetSection(snippets, chosen)}
<section aria-labelledby="kinds"><h2 id="kinds">Kinds of events</h2>
<table class="kinds"><thead><tr><th scope="col">Delivered type</th><th scope="col">Topic</th><th scope="col">Tells that</th></tr></thead>
<tbody>${kinds()}</tbody></table></section>`,
  }
}
