import { newestVersion } from '../../../versions/index.js'
import { isEditable } from '../documents/editing.js'
import type { Asked, Wrong } from './behave.js'
import { type Answer, field } from './call.js'
import type { Choices } from './choices.js'
import { demo } from './state.js'
import { variants } from './variants.js'

/** A service that breaks one promise, and every rule that its evidence breaks. */
interface Broken {
  readonly breaks: readonly string[]
  readonly wrong: Wrong
  readonly choices?: Partial<Choices>
}

const bare = variants['has the operations that the specification names, and no others'] ?? {}

const answers = (status: number, body: unknown, answer: Answer): Answer => ({
  ...answer,
  status,
  body: JSON.stringify(body),
})

const ofQuote = (change: (quote: Record<string, unknown>, about: Asked) => unknown): Wrong => ({
  answer: (answer, about) => {
    if (about.method !== 'GET' || about.path !== '/autoramps/quote' || answer.status !== 200) return answer
    const quote: unknown = JSON.parse(answer.body)
    return isEditable(quote) ? answers(200, change(quote, about), answer) : answer
  },
})

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Changes answers about customers who signed once. @param change gets what follows their id in the path */
const onceSigned = (change: (answer: Answer, rest: string | undefined) => Answer): Wrong => {
  const signed = new Set<string>()
  return {
    answer: (answer, { path }) => {
      const [, , id = '', rest] = path.split('/')
      if (rest === 'signings' && answer.status < 300) signed.add(id)
      return signed.has(id) ? change(answer, rest) : answer
    },
  }
}

/** Forgets outstanding terms of customers who signed before new terms were published. */
const hidesOncePublished = (): Wrong =>
  onceSigned((answer, rest) =>
    rest === 'required-signings' && answer.status === 200 ? answers(200, [], answer) : answer,
  )

/** Shows customers who signed once in a state of its own, also when they have to sign again. */
const keepsState = (): Wrong =>
  onceSigned((answer, rest) =>
    rest === undefined ? { ...answer, body: answer.body.replace('SigningsRequired', 'Operational') } : answer,
  )

/** Serves a quote that it served before, where the account was closed meanwhile. */
const paysClosed = (): Wrong => {
  const closed = new Set<string>()
  let served = ''
  return {
    answer: (answer, { method, path, query }) => {
      if (method === 'DELETE') closed.add(path.split('/')[3] ?? '')
      if (path !== '/autoramps/quote') return answer
      if (answer.status === 200) served = answer.body
      const isClosed = closed.has(query.get('recipient_account_id') ?? '')
      return isClosed ? answers(200, JSON.parse(served), answer) : answer
    },
  }
}

/** Reads a customer in the first state of the version in which its required signings were read last. */
const pinsAnew = (): Wrong => {
  const read = new Map<string, string>()
  return {
    answer: (answer, { method, path, version }) => {
      const [, customers, id = '', rest] = path.split('/')
      if (method !== 'GET' || customers !== 'customers' || answer.status !== 200) return answer
      if (rest === 'required-signings') read.set(id, version)
      const last = rest === undefined ? read.get(id) : undefined
      if (last === undefined) return answer
      const first = last === newestVersion ? 'SigningsRequired' : 'IdentificationRequired'
      return { ...answer, body: answer.body.replace(/SigningsRequired|IdentificationRequired/, first) }
    },
  }
}

const carrying = (name: string, length: number): Broken => ({
  breaks: ['quote/references'],
  choices: { ...bare, texts: 'drop' },
  wrong: ofQuote((quote, { query }) => {
    const reference = query.get(name) ?? ''
    return reference.length === length ? { ...quote, [name]: reference } : quote
  }),
})

const ofFurther = (change: (answer: Answer, about: Asked) => Answer): Broken => ({
  breaks: ['autoramp/further-served'],
  choices: { autoramps: 'by currency' },
  wrong: {
    answer: (answer, about) =>
      /^\/autoramps\/[^/]+\/quotes$/.test(about.path) ? change(answer, about) : answer,
  },
})

/**
 * Ways to break the contract that the sandbox has no fault for, because it reads the specification differently, or
 * lacks a control. tests/mutants covers all others.
 */
export const wrongs: Readonly<Record<string, Broken>> = {
  'publishes terms that nobody has to sign': {
    breaks: ['customers/new-terms'],
    choices: { publishing: true },
    wrong: hidesOncePublished(),
  },
  'leaves customers in a state of its own when new terms are published': {
    breaks: ['customers/new-terms'],
    choices: { publishing: true, customer: 'wrapped' },
    wrong: keepsState(),
  },
  'pays an account that was closed by its own path': {
    breaks: ['quote/own-recipient'],
    choices: { accountReads: 'kept' },
    wrong: paysClosed(),
  },
  'serves no quote without X-SUB-PARTNER-ID': {
    breaks: ['quote/optional-parameters'],
    wrong: {
      answer: (answer, { path, headers }) =>
        path === '/autoramps/quote' && answer.status === 200 && headers['x-sub-partner-id'] === undefined
          ? answers(400, 'X-SUB-PARTNER-ID is missing', answer)
          : answer,
    },
  },
  'serves 409 where 200 [] is due, to a customer that has nothing to sign from the start': {
    breaks: [
      'required-signings/any-point',
      'required-signings/before-identification',
      'required-signings/empty-is-200',
    ],
    choices: bare,
    wrong: {
      answer: (answer, { path, version }) =>
        path.endsWith('/required-signings') && version === newestVersion
          ? answers(409, 'none', answer)
          : answer,
    },
  },
  'has a network fee that is on the newer list alone': {
    breaks: ['quote/enumerations'],
    choices: bare,
    wrong: ofQuote((quote) => {
      const fee = quote['fee'] as Readonly<Record<string, object>>
      return { ...quote, fee: { ...fee, network_fees: [{ ...fee['total_fee'], type: 'BaseGas' }] } }
    }),
  },
  'refuses unknown paths in another form, without X-API-Version': {
    breaks: ['versioning/unknown-path'],
    wrong: {
      answer: (answer, { path }) =>
        path.startsWith('/no-such-path')
          ? { status: 404, headers: { 'content-type': 'text/html', vary: 'X-API-Version' }, body: '<p>404' }
          : answer,
    },
  },
  'registers a bank account again under a used key': {
    breaks: ['idempotency/replay-body'],
    choices: { accountPath: '/bank-accounts' },
    wrong: {
      answer: (answer, { path, isReplay }) =>
        path === '/bank-accounts' && isReplay
          ? {
              ...answer,
              body: answer.body.replaceAll(/[0-9a-f]{12}"/gi, `${String(Date.now()).slice(-12)}"`),
            }
          : answer,
    },
  },
  'pins a customer anew when required signings are read': {
    breaks: ['customers/pinned'],
    choices: { customer: 'wrapped' },
    wrong: pinsAnew(),
  },
  'quotes at a rate of zero': {
    breaks: ['quote/fields'],
    choices: bare,
    wrong: ofQuote((quote) => ({ ...quote, rate: '0.00' })),
  },
  'quotes at a negative rate': {
    breaks: ['quote/fields'],
    choices: bare,
    wrong: ofQuote((quote) => ({ ...quote, rate: `-${String(quote['rate'])}` })),
  },
  'lets a quote outlive its rate lock, and shortens what is too long': {
    breaks: ['quote/expiry-within-lock'],
    choices: { ...bare, beyondLimits: 'clamp' },
    wrong: ofQuote((quote, { query }) =>
      query.get('rate_expiry_policy') === 'Return' ? { ...quote, valid_until: inHours(1) } : quote,
    ),
  },
  'lets a quote last for two days, and shortens what else is too long': {
    breaks: ['quote/expiry-limit'],
    choices: { ...bare, beyondLimits: 'clamp' },
    wrong: ofQuote((quote, { query }) =>
      query.get('expiry_in_hours') === '25' ? { ...quote, valid_until: inHours(48) } : quote,
    ),
  },
  'quotes the first currency where another one is asked for': ofFurther((answer) => ({
    ...answer,
    body: answer.body.replaceAll(/EURC|USDT/g, 'USDC'),
  })),
  'quotes currencies that were not named': ofFurther((answer, { body }) =>
    answer.status === 400 && field(body, 'source_currency') !== undefined
      ? answers(201, { quote_id: demo.account, ...Object(body) }, answer)
      : answer,
  ),
  'quotes currencies that only the quotes of others named': ofFurther((answer, { body }) =>
    answer.status === 400 && /EURC|USDT/.test(String(field(field(body, 'source_currency'), 'token')))
      ? answers(201, { quote_id: demo.account, ...Object(body) }, answer)
      : answer,
  ),
  'accepts every purpose of a PrivateFoundation': {
    breaks: ['identification/foundation-intended-use-not-supported'],
    wrong: {
      answer: (answer) =>
        answer.body.includes('foundation_intended_use_not_supported')
          ? answers(201, { identification: { id: demo.account, status: 'Pending' } }, answer)
          : answer,
    },
  },
  'carries references of one letter too many, and drops others': carrying('ach_payment_reference', 11),
  'carries references of one letter too few, and drops others': carrying('sepa_payment_reference', 5),
}
