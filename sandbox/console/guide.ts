import { topicByType } from '../api/event-types.js'
import { assetText } from './assets.js'
import type { ConsoleRoute, Show } from './context.js'
import { type Content, type Markup, markup } from './markup.js'
import { codeBlock, copyButton, links, table, bodyOf, type Column } from './parts.js'
import { addressOf, fieldOf } from './request.js'

/** A webhook receiver to copy: the guide shows it, and the tests drill it. */
export interface Snippet {
  readonly id: string
  readonly language: string
  /** Its path in a project. */
  readonly file: string
  /** Its requirements, as the end of a sentence. */
  readonly needs: string
  /** Installs its dependencies: shell lines, or lines of a project file. Empty if there are none. */
  readonly install: string
  /** The command that starts it on port 8080. */
  readonly run: string
  readonly code: string
}

const languages = ['fetch', 'express', 'fastify', 'python', 'go', 'java', 'ruby', 'php']

/** Receivers in every language, with the imports of one version. Their files begin with their description. */
export function snippetsFor(version: string): readonly Snippet[] {
  return languages.map((id) => {
    const [head = '', code = ''] = assetText(`snippets/${id}.txt`).split(/^---\n/m, 2)
    const of = (name: string): string =>
      Array.from(head.matchAll(new RegExp(`^${name}: (.*)`, 'gm')), ([, line]) => line).join('\n')
    return {
      id,
      language: of('language'),
      file: of('file'),
      needs: of('needs'),
      install: of('install'),
      run: of('run'),
      code: code.replaceAll('API_VERSION', version),
    }
  })
}

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
  customer_fiat_abilities: 'all fiat rails of a customer with their current status',
  register_autoramp_status: 'an autoramp has another status',
  identification_status: 'an identification has another status',
  ping: 'a test, sent by the button Ping',
}

const steps: readonly Markup[] = [
  markup`Take the <strong>raw body</strong>, byte for byte, before any JSON parser.`,
  markup`Take <code>webhook-timestamp</code>. It has <strong>exactly ten digits</strong>; refuse anything else before you compute with it.`,
  markup`Refuse timestamps more than <strong>5 minutes</strong> from now, past or future.`,
  markup`Compute the HMAC-SHA256 of the timestamp followed by the raw body, <strong>with nothing between</strong>, under the secret as text.`,
  markup`Take <code>webhook-signature</code> without its <code>v1=</code>, and compare in <strong>constant time</strong>. The encoding of the digest is not promised: accept hex and base64.`,
  markup`Refuse deliveries that fail these checks with <strong>401</strong> and nothing more: responses must contain no digest, secret or stack trace.`,
  markup`Answer <strong>200</strong> within 5 seconds, also to unknown kinds and fields: store the event, and process it later. After any other status, redirects too, the event is sent again.`,
  markup`Each retry has another <code>webhook-id</code>. Recognize repetitions by <code>data.customer_id</code> and the content of <code>message</code>, and only after the signature was verified.`,
]

const meaningOf = new Map(Object.entries(meanings))

type Kind = readonly [type: string, topic: string]

const kinds: readonly Column<Kind>[] = [
  { name: 'kind', title: 'Delivered type', of: ([type]) => markup`<code>${type}</code>` },
  { name: 'to', title: 'Topic', of: ([, topic]) => markup`<code>${topic}</code>` },
  { name: 'means', title: 'Tells that', of: ([type]) => meaningOf.get(type) },
]

const examined = 'RAMPART_WEBHOOK_SECRET=... npx rampart webhook drill --to http://127.0.0.1:8080/webhooks'

/** The code of a receiver. The name of a button contains the copied part, so that the names differ. */
const blocks = ({ language, install, file, code, run }: Snippet): Content => {
  const block = (id: string, name: string, copies: string, text: string): Markup =>
    markup`<div class="headline"><h3>${name}</h3>${copyButton(`Copy ${copies}`, { id })}</div>
${codeBlock(id, `${language}: ${name}`, text)}`
  return [
    install !== '' && block('install', 'Install', 'dependency', install),
    block('snippet', file, 'code', code),
    block('run', 'Run', 'command', `export WEBHOOK_SECRET=...\n${run}`),
    block('examine', 'Examine', 'drill', examined),
  ]
}

const snippetSection = (snippets: readonly Snippet[], chosen: Snippet): Markup => {
  const languages = snippets.map(
    ({ id, language }) =>
      [language, addressOf('/console/guide', { language: id }), id === chosen.id] as const,
  )
  return markup`<section aria-labelledby="receiver">
<h2 id="receiver">A receiver</h2>
${links('Languages', 'choices', languages)}
<p class="soft">Needs ${chosen.needs} <code>WEBHOOK_SECRET</code> holds the secret of the webhook, which was shown when it was added.</p>
${blocks(chosen)}
<p class="soft">The drill sends valid and invalid deliveries, and names the mistakes that the responses show. This receiver passes it unchanged.</p>
</section>`
}

/** The guide to receiving deliveries, with code for one language at a time. */
const showGuide: Show = ({ query, version }) => {
  const snippets = snippetsFor(version)
  const chosen = snippets.find(({ id }) => id === fieldOf(query, 'language')) ?? snippets[0]
  return {
    title: chosen === undefined ? 'Integration guide' : `Integration guide, ${chosen.language}`,
    heading: 'Integration guide',
    tab: '/console/guide',
    content: markup`<p class="soft">Events are posted to your webhooks as JSON, signed. <a href="/console/webhooks/new">Add a webhook</a>, keep its secret, and verify each delivery before you use it.</p>
<section aria-labelledby="steps"><h2 id="steps">What a receiver does</h2>
<ol>${steps.map((step) => markup`<li>${step}</li>`)}</ol></section>
${chosen !== undefined && snippetSection(snippets, chosen)}
<section class="list" aria-labelledby="kinds"><h2 id="kinds">Kinds of events</h2>
${table('Kinds of events', 'kinds', kinds, bodyOf(kinds, Object.entries(topicByType)))}</section>`,
  }
}

export const guideRoute: ConsoleRoute = ['GET', '/guide', showGuide]
