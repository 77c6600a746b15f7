import {
  anotherId,
  body,
  both,
  documents,
  empty,
  header,
  isNewest,
  isReplay,
  json,
  lacks,
  on,
  remembered,
  requiring,
  respond,
  status,
} from '../../../sandbox/faults/changes.js'
import {
  bothAnew,
  declaresText,
  failed,
  isFailure,
  linksCustomer,
  withParameter,
} from '../../../sandbox/faults/calls.js'
import { add, remove, type Hooks } from '../../../sandbox/faults/fault.js'
import type { ResponseContext } from '../../../sandbox/pipeline/fault-set.js'
import { variantsOf } from './rows.js'
import { defaultVersion, versions } from '../../../versions/index.js'

/** Forgets the stored body after the first retry. */
const forgetful = (): Hooks => {
  const seen = new Set<unknown>()
  return on(
    '*',
    (response, context) => {
      const key = context.headers['idempotency-key']
      const isAgain = seen.has(key)
      seen.add(key)
      return isAgain ? anotherId(response, context) : response
    },
    isReplay,
  )
}

/** A required header of an operation that is served without it. */
const requiresHeader = (path: string, method: string): Hooks => {
  const header = { name: 'X-Request-Origin', in: 'header', required: true, schema: { type: 'string' } }
  return documents(add(`/paths/~1${path}/${method}/parameters/-`, header))
}

/** Takes the key from elsewhere where its header is absent. */
const keyFrom = (elsewhere: (headers: ResponseContext['headers']) => string): Hooks => ({
  apiKey: (key, headers) => key ?? elsewhere(headers),
})

/** Answers the retry of a creation with another id. */
const answeringAnew = (operation: string) => [on(operation, anotherId, isReplay), bothAnew] as const

const isAbsent = (text?: string): boolean => text === undefined

/** Any refusal becomes a success, also that of a version. */
const anyVersion = (what: string) => ({
  'versioning/every-operation': `${what}, an unknown version included`,
  'versioning/malformed-version': `${what}, the version included`,
})

/** Faults in keys, idempotency, refusals and any operation that only some calls show. */
export const callVariants = variantsOf({
  'authentication/key-required': {
    'serves callers with an empty key': { apiKey: (key, _, [known]) => (key === '' ? known : key) },
  },
  'authentication/unknown-key': {
    'serves keys that begin with a right one': {
      apiKey: (key, _, known) => known.find((one) => key?.startsWith(one)) ?? key,
    },
    'compares keys without their letter case': {
      apiKey: (key, _, known) => known.find((one) => key?.toLowerCase() === one.toLowerCase()) ?? key,
    },
    'serves keys that end with a right one': {
      apiKey: (key, _, known) => known.find((one) => key?.endsWith(one)) ?? key,
    },
  },
  'authentication/key-in-header': {
    'takes the key from the header apikey': keyFrom(({ apikey }) => String(apikey)),
    'takes the key from the header X-Auth-Token': keyFrom(({ 'x-auth-token': token }) => String(token)),
    'takes the key from an authorization of the scheme Token': keyFrom(({ authorization }) =>
      String(authorization).replace(/^Token /, ''),
    ),
    'takes the key from the password of basic authorization': keyFrom(({ authorization }) =>
      Buffer.from(String(authorization).replace(/^Basic /, ''), 'base64')
        .toString()
        .replace(/^:/, ''),
    ),
    'takes the key from the cookie X-API-Key': keyFrom(({ cookie }) =>
      String(cookie).replace(/^X-API-Key=/, ''),
    ),
  },
  'authentication/sub-partner-optional': {
    'refuses the creation of a customer without X-SUB-PARTNER-ID': requiring(
      'createCustomer 201',
      'X-SUB-PARTNER-ID',
    ),
    'refuses the creation of a customer without X-SUB-PARTNER-ID, under the second version alone': on(
      'createCustomer 201',
      respond(400, "header 'X-SUB-PARTNER-ID' is required"),
      both(lacks('X-SUB-PARTNER-ID'), ({ version }) => version === versions.at(1)),
    ),
    'refuses the creation of an autoramp without X-SUB-PARTNER-ID': requiring(
      'createAutoramp 201',
      'X-SUB-PARTNER-ID',
    ),
  },
  'idempotency/other-key': {
    'gives every customer that is created without a key the id of the first': () => {
      let id: unknown
      return on(
        'createCustomer 201',
        json((customer) => (customer['id'] = id ??= customer['id'])),
        ({ headers }) => headers['idempotency-key'] === undefined,
      )
    },
  },
  'idempotency/replay-body': {
    'answers the retry of the creation of a customer with its present status': on(
      'createCustomer',
      json((body, { service: { store }, partnerId = '' }) => {
        body['status'] = store.customers.find(partnerId, String(body['id']))?.state
      }),
      isReplay,
    ),
    'answers the retry of a PIX address with another id': answeringAnew('registerPixAddress'),
    'answers the retry of a wallet at a custodian with another id': answeringAnew('registerHostedWallet'),
    'answers the retry of a fee profile with another id': answeringAnew('createFeeProfile'),
    'forgets the stored body after the first retry': forgetful,
    'answers the retry of a signing with another id': answeringAnew('createCustomerSigning'),
    'answers the retry of a simulated transaction with another id': answeringAnew('createSandboxTransaction'),
  },
  'idempotency/replay-headers': {
    'states X-API-Version on a replay below /sandbox': on(
      'updateSandboxIdentificationStatus',
      header('x-api-version', ({ version = '' }) => version),
      isReplay,
    ),
  },
  'idempotency/replay-status': {
    'answers 200 to the retry of an identification that answered 201': [
      on('createCustomerIdentificationV2 201', status(200), isReplay),
      { 'answers/status': 'the document declares the stored status alone' },
    ],
  },
  'errors/string-body': {
    'answers 404 with an array': [
      on(
        '* 404',
        body((message) => [message]),
        ({ version }) => version !== undefined,
      ),
      declaresText,
    ],
    'answers 401 and 404 with a number': [
      on(
        '*',
        body(() => 40),
        (_, response) => [401, 404].includes(response.status) && String(response.body).startsWith('"'),
      ),
      declaresText,
    ],
  },
  'errors/bad-request-body': {
    'answers a wrong body of a customer with an object': [
      on(
        'createCustomer 400',
        body((message) => (typeof message === 'string' ? { message } : message)),
      ),
      declaresText,
    ],
    'answers 400 with null': [
      on(
        '* 400',
        body(() => null),
        (_, response) => String(response.body).startsWith('"'),
      ),
      { ...declaresText, 'identification/plain-string': 'null is not a string' },
    ],
  },
  'errors/api-error': {
    'fails with a string at a wrong body of a customer': [
      on('createCustomer 400', status(500), (_, response) => !String(response.body).startsWith('{')),
      isFailure,
    ],
  },
  'answers/body': {
    'shows open-banking payments without their iron_payment_id': on(
      'getAutorampOpenBankingPayment 201',
      json(remove('/iron_payment_id')),
    ),
    'counts the attempts of an authentication code in words': on(
      'getPendingAuthenticationCode 200',
      json(add('/attempts', 'none')),
    ),
  },
  'answers/status': {
    'answers 201 to an answer to an authentication code': on('submitAuthenticationCode 200', status(201)),
  },
  'answers/server-error': {
    'fails on customers that are listed in an order': on(
      'getAllCustomers 200',
      failed,
      ({ values }) => values?.query['sort_order'] !== undefined,
    ),
    'fails on bodies for a fee profile that it should refuse': on('createFeeProfile 400', failed),
    'fails on the subdivisions of a country, under the version before the newest alone': on(
      'getCountrySubdivisions 200',
      failed,
      ({ version }) => version === versions.at(-2),
    ),
  },
  'answers/undeclared-refusal': {
    'answers 405 to the list of fiat currencies': on(
      'listFiatCurrencies 200',
      respond(405, 'method not allowed'),
    ),
  },
  'methods/undeclared': {
    'takes note of methods that a path does not have, under the first version alone': on(
      '* 405',
      empty(202),
      ({ operationId, version }) => operationId === undefined && version === defaultVersion,
    ),
  },
  'security/required': {
    'lists fee profiles for callers with any key': on(
      'getFeeProfiles 401',
      respond(200, { items: [] }),
      ({ headers }) => headers['x-api-key'] !== undefined,
    ),
    'changes customers for callers without a key': [
      on('updateCustomer 401', empty()),
      { 'authentication/key-required': 'an update is served without a key' },
    ],
  },
  'state/readable': {
    'does not find customers that are read by their id, under the newest version': [
      on('getCustomerById 200', respond(404, 'not found'), isNewest),
      { 'versioning/read-across': 'a customer is not found under the newest version' },
    ],
    'does not find any PIX address that is read by its id': on(
      'getPixAddress 200',
      respond(404, 'not found'),
    ),
  },
  'state/gone': {
    'shows PIX addresses that were deleted as if they were there': remembered(
      'getPixAddress',
      'pix_address_id',
    ),
  },
  'state/links': {
    'documents that the id of a customer leads to an autoramp': linksCustomer('getAutorampById'),
  },
  'requests/invalid-refused': {
    'takes any text for a truth value when it is asked whether an autoramp can be created': withParameter(
      'checkAutorampLimit',
      'is_third_party',
      'true',
      (text) => text !== undefined && text !== 'false',
    ),
    'takes an amount of 1 where an exchange rate is asked for without one': withParameter(
      'getExchangeRate',
      'amount',
      '1',
      isAbsent,
    ),
    'searches hosted providers without a term': withParameter('searchHostedVasps', 'q', 'bank', isAbsent),
    'takes any body for a change of a customer': [
      on('updateCustomer 400', empty()),
      anyVersion('an update is served whatever it is sent'),
    ],
    'lists no addresses for the id of a customer that is not a UUID': [
      on('getWalletAddresses 400', respond(200, [])),
      anyVersion('wallets are listed whatever is sent'),
    ],
    'documents a header of the fee profiles as required and serves them without it': requiresHeader(
      'fee-profiles',
      'get',
    ),
    'documents a header of the creation of fee profiles as required and creates them without it':
      requiresHeader('fee-profiles', 'post'),
  },
  'requests/valid-accepted': {
    'refuses a search term of 256 characters': on(
      'getAllCustomers 200',
      respond(400, 'search_term'),
      ({ values: { query: { search_term: term } = {} } = {} }) =>
        typeof term === 'string' && term.length > 255,
    ),
  },
})
