import { type Answer, type Call, json, refuse, Refused, withHeaders } from './call.js'
import { deleteAccount, listAccounts, readAccount } from './accounts.js'
import { createAutoramp, quoteFurther, readAutoramp, readRate } from './autoramps.js'
import { type Choices, versionLists, versionsOf } from './choices.js'
import {
  abilities,
  createCustomer,
  identify,
  publish,
  readCustomer,
  registerAccount,
  requiredSignings,
  sign,
  terms,
} from './customers.js'
import { documentOf, printed } from './document.js'
import { quote } from './quotes.js'
import { identity, replay } from './replays.js'
import { isKnown } from './strict.js'

/** The key of every service here: it holds whatever a key may hold. */
export const apiKey = 'k/9+é&"secret'

/** The version that is served where none is named. */
export const standard = '2025-03-13'

/** A mistake of a service, which changes only requests or responses. */
export interface Wrong {
  readonly answer?: (answer: Answer, about: Asked) => Answer
  /** Changes the key before it is looked at. */
  readonly key?: (key: string | undefined) => string | undefined
}

/** A request as a mistake gets it. */
export interface Asked extends Call {
  readonly isReplay: boolean
  readonly isSpec: boolean
  readonly requested: string | undefined
}

const routes: readonly (readonly [RegExp, (call: Call) => Answer, keyof Choices | undefined])[] = [
  [/^GET \/terms-and-conditions$/, terms, undefined],
  [/^POST \/customers$/, createCustomer, undefined],
  [/^GET \/customers\/[^/]+$/, readCustomer, undefined],
  [/^GET \/customers\/[^/]+\/required-signings$/, requiredSignings, undefined],
  [/^POST \/customers\/[^/]+\/signings$/, sign, 'signing'],
  [/^GET \/customers\/[^/]+\/abilities$/, abilities, undefined],
  [/^POST \/customers\/[^/]+\/identifications\/v2$/, identify, undefined],
  [/^GET \/autoramps\/quote$/, quote, undefined],
  [/^POST \/autoramps$/, createAutoramp, 'autoramps'],
  [/^GET \/autoramps\/[^/]+$/, readAutoramp, undefined],
  [/^GET \/autoramps\/[^/]+\/quote$/, readRate, 'autoramps'],
  [/^POST \/autoramps\/[^/]+\/quotes$/, quoteFurther, 'autoramps'],
  [/^POST \/sandbox\/terms$/, publish, 'publishing'],
  [/^POST \/(addresses\/fiat|bank-accounts)$/, registerAccount, 'addresses'],
  [/^GET \/addresses\/fiat$/, listAccounts, 'accountReads'],
  [/^GET \/addresses\/fiat\/[^/]+$/, readAccount, 'accountReads'],
  [/^DELETE \/addresses\/fiat\/[^/]+$/, deleteAccount, 'accountReads'],
  [
    /^GET \/cryptocurrencies$/,
    () => json(200, { tokens: [{ symbol: 'USDC', chain: 'Ethereum' }] }),
    'marketData',
  ],
]

const isOffered = ({ choices }: Call, choice: keyof Choices | undefined): boolean =>
  choice === undefined || (choices[choice] !== false && choices[choice] !== 'none')

const hasPath = (call: Call): boolean =>
  routes.some(
    ([route, , choice]) =>
      isOffered(call, choice) &&
      ['GET', 'POST', 'DELETE'].some((method) => route.test(`${method} ${call.path}`)),
  )

const operate = (call: Call): Answer => {
  const { choices } = call
  const [, handle] =
    routes.find(
      ([route, , choice]) => route.test(`${call.method} ${call.path}`) && isOffered(call, choice),
    ) ?? []
  if (!handle) return refuse(choices, hasPath(call) ? choices.methodRefused : 404, 'nothing is here')
  try {
    return handle(call)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return refuse(choices, choices.refusals === 'all 400' ? 400 : error.status, error.message)
  }
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

const versionError = (requested: string, choices: Choices): Answer | undefined =>
  versionsOf(choices).some((version) => version === requested)
    ? undefined
    : json(400, {
        error: 'unsupported_api_version',
        reason: isDate(requested) ? 'version_unknown' : 'version_malformed',
        requested,
        supported: versionsOf(choices),
      })

const judgeKey = ({ headers, choices }: Call, wrong: Wrong): Answer | undefined => {
  const key = wrong.key ? wrong.key(headers['x-api-key']) : headers['x-api-key']
  return key === apiKey ? undefined : refuse(choices, choices.keyRefused, 'who are you?')
}

const judgeHeaders = (call: Call): Answer | undefined => {
  const { method, headers, choices } = call
  if (choices.strict && !isKnown(call)) return refuse(choices, 400, 'what is that?')
  const missing = choices.requiredHeaders.find(
    (name) => headers[name] === undefined && (name !== 'idempotency-key' || method === 'POST'),
  )
  return missing === undefined ? undefined : refuse(choices, 400, `${missing} is missing`)
}

const decide = (call: Asked, wrong: Wrong): Answer => {
  const { choices, requested, version } = call
  const isMarket = call.path === '/cryptocurrencies'
  const isRefused = requested !== undefined && requested !== '' && !isMarket
  const checks = [
    () => judgeKey(call, wrong),
    () => (isRefused ? versionError(requested, choices) : undefined),
  ]
  const [first, second] = choices.checksFirst === 'key' ? checks : checks.toReversed()
  const answer = first?.() ?? second?.() ?? judgeHeaders(call) ?? operate(call)
  const echo = isMarket || answer.body.includes('unsupported_api_version') ? {} : { 'x-api-version': version }
  const extras = choices.extras ? { 'x-note': 'caf\u00E9', 'set-cookie': ['a=1', 'b=2'] } : {}
  return withHeaders(answer, {
    'x-count': '3',
    ...(isMarket ? {} : { vary: choices.vary }),
    ...echo,
    ...extras,
  })
}

const specAnswer = ({ path, choices }: Call): Answer => {
  const type = { 'content-type': choices.format === 'yaml' ? 'application/yaml' : 'application/json' }
  const versions = versionsOf(choices)
  const named = path === '/spec' ? versions.at(-1) : path.slice('/spec/'.length)
  if (path === '/spec/versions') return json(200, versionLists[choices.versionList](versions, standard))
  const version = versions.find((one) => one === named)
  if (version === undefined) return refuse(choices, 404, 'no such document')
  return { status: 200, headers: type, body: printed(documentOf(version, choices), choices) }
}

const isBusy = ({ choices, state }: Call): boolean => choices.busy && state.requests++ % 11 === 10

/** The version of the customer whom a request is about, where customers decide which version serves them. */
export const pinned = ({
  path,
  query,
  choices,
  state,
}: Pick<Call, 'path' | 'query' | 'choices' | 'state'>): string | undefined => {
  const id = /^\/customers\/([^/]+)/.exec(path)?.[1] ?? query.get('customer_id') ?? ''
  return choices.servedBy === 'customer' ? state.customers.get(id)?.createdUnder : undefined
}

/** Gives JSON the name that the service gives it. */
const named = (answer: Answer, { jsonType }: Choices): Answer =>
  answer.headers['content-type'] === 'application/json'
    ? withHeaders(answer, { 'content-type': jsonType })
    : answer

/** The answer of a service to a request. */
export const answerTo = (call: Asked, wrong: Wrong): Answer => {
  if (call.isSpec) return specAnswer(call)
  if (isBusy(call)) return { status: 429, headers: { 'retry-after': '0' }, body: '' }
  const key = identity(call)
  const stored = key === undefined ? undefined : replay(call, key)
  if (stored) return stored
  const answer = named(decide(call, wrong), call.choices)
  if (key !== undefined && answer.status < 300) {
    call.state.replays.set(key, answer)
    call.state.sent.set(key, JSON.stringify(call.body))
  }
  return answer
}
