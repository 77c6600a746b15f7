import { at, type Broken, nothing } from './broken.js'

const accounts = /^\/addresses\/fiat$/
const account = /^\/addresses\/fiat\/[^/]+$/
const served = nothing(200, { id: 'c0ffee00-0000-4000-8000-000000000009' })

const abilities = nothing(200, { fiat_deposit: {}, fiat_payout: {}, currencies: [] })

/** Wrong in what the document says of any operation. */
export const anyOperationWrongs: Readonly<Record<string, Broken>> = {
  'registers an account out of nothing': {
    breaks: ['operations/negative-data'],
    choices: { created: 200 },
    wrong: at('POST', accounts, (answer, { body }) =>
      typeof body !== 'object' || Object.keys(body ?? {}).length === 0 ? served(answer) : answer,
    ),
  },
  'lists accounts of nobody': {
    breaks: ['operations/required-parameter'],
    choices: {},
    wrong: at('GET', accounts, (answer, { query }) =>
      query.has('customer_id') ? answer : nothing(200, { accounts: [] })(answer),
    ),
  },
  'lists accounts of what is no id': {
    breaks: ['operations/negative-data'],
    choices: {},
    wrong: at('GET', accounts, (answer, { query }) =>
      query.has('customer_id') && answer.status === 400 && !answer.body.includes('unsupported_api_version')
        ? nothing(200, { accounts: [] })(answer)
        : answer,
    ),
  },
  'serves without a header that its document requires': {
    breaks: ['operations/required-header'],
    choices: { requiredHeaders: ['x-request-id'], created: 200 },
    wrong: at('GET', /\/abilities$/, (answer, { headers }) =>
      headers['x-request-id'] === undefined ? abilities(answer) : answer,
    ),
  },
  'takes PUT and PATCH for GET': {
    breaks: ['operations/unsupported-method'],
    choices: {},
    wrong: {
      answer: (answer, { method }) =>
        method === 'PUT' || method === 'PATCH' ? nothing(200, [])(answer) : answer,
    },
  },
  'reads accounts for anyone': {
    breaks: ['authentication/key-required', 'authentication/unknown-key', 'operations/ignored-auth'],
    choices: {},
    wrong: at('GET', account, (answer) => (answer.status === 401 ? nothing(200, {})(answer) : answer)),
  },
  'does not find its accounts': {
    breaks: ['operations/available-after-creation', 'operations/links'],
    choices: {},
    wrong: at('GET', account, (answer) => (answer.status === 200 ? nothing(404, 'none')(answer) : answer)),
  },
  'keeps deleted accounts open': {
    breaks: ['operations/use-after-delete'],
    choices: { accountReads: 'kept' },
    wrong: at('GET', account, (answer) => ({ ...answer, body: answer.body.replace('closed', 'open') })),
  },
  'fails on what it should refuse': {
    breaks: ['answers/server-error'],
    choices: {},
    wrong: at('POST', accounts, (answer) =>
      answer.status === 400 ? nothing(500, { message: 'no', trace_id: '1' })(answer) : answer,
    ),
  },
}
