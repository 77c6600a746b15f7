import {
  asking,
  both,
  type Change,
  customerOf,
  documents,
  firstValue,
  hasParameter,
  isNewest,
  isUnversioned,
  json,
  on,
  parameters,
  respond,
  skips,
  type When,
} from '../../../sandbox/faults/changes.js'
import { add, all, objectIn, remove, replace, type Hooks } from '../../../sandbox/faults/fault.js'
import { variantsOf } from './rows.js'
import {
  enumerated,
  isIdentified,
  readOtherwise,
  required,
  showing,
  undeclared,
} from '../../../sandbox/faults/onboarding.js'
import { schema } from '../../../sandbox/faults/documents.js'
import { countryTerms } from '../../../sandbox/customer/customers.js'
import type { ServedResponse } from '../../../sandbox/pipeline/response.js'
import { newest, ofCustomer } from '../../../sandbox/state/repository.js'
import { defaultVersion, hasChange } from '../../../versions/index.js'

/** Whether the customer in the path is a business. */
const isBusinessCustomer: When = (context) => customerOf(context)?.type === 'Business'

/** Whether a quote is for a business. */
const asksForBusiness: When = ({ service: { store }, partnerId = '', values }) =>
  store.customers.find(partnerId, String(values?.query['customer_id']))?.type === 'Business'

const nobody = '11111111-1111-4111-8111-111111111111'
const terms = 'getAllCurrentTermsAndConditions'
const signings = 'getCustomerRequiredSignings'

const fedNow = schema('DepositRail_FedNowDepositInfo')

const asksFor =
  (country: string): When =>
  ({ values }) =>
    values?.query['country'] === country

const isEmpty: When = (_, { body }) => body === '[]'

/** Shows things in a state in place of another. */
const inState = (from: string, to: string) =>
  json(replace('/status', (state) => (state === from ? to : state)))

/** Customers lose the order of their creation when an identification is sent under the newest version. */
const losingOrder = (): Hooks => {
  const lost = new Set<unknown>()
  const shown = json(add('/status', 'SigningsRequired'))
  return on('createCustomerIdentificationV2 getCustomerById', (response, context) => {
    const id = context.values?.path['id']
    if (context.operationId === 'getCustomerById') return lost.has(id) ? shown(response, context) : response
    const isNew = response.status === 201 && isNewest(context, response)
    if (isNew && customerOf(context)?.version !== context.version) lost.add(id)
    return response
  })
}

/** Accepts data of a Business from customers who did not sign. */
const takesBusinesses = (): Hooks => {
  let kind = ''
  return {
    checks: (isMade, check) => isMade && !(check === 'terms-first' && kind === 'Business'),
    verdict: (errors, { submission }) => {
      kind = submission.kind
      return errors
    },
  }
}

/** Customers get the order of the version under which a bank account is registered for them. */
const pinnedByAccount = (): Hooks => {
  const orders = new Map<unknown, string>()
  return on('registerFiatAddress getCustomerById 200', (response, context) => {
    const { version = '', values } = context
    const shown = objectIn(JSON.parse(String(response.body)))
    if (context.operationId === 'registerFiatAddress') {
      const state = hasChange(version, 'signings-first') ? 'SigningsRequired' : 'IdentificationRequired'
      orders.set(shown['customer_id'], state)
    }
    const state = orders.get(values?.path['id'])
    return state === undefined || !String(shown['status']).endsWith('Required')
      ? response
      : { ...response, body: JSON.stringify({ ...shown, status: state }) }
  })
}

/** Whether an identification of the customer in the path was declined. */
const wasDeclined: When = (context) => {
  const customer = customerOf(context)
  const { identifications } = context.service.store
  const isDeclined = ({ status }: { readonly status: string }): boolean => status === 'Declined'
  return customer !== undefined && newest(identifications, ofCustomer(customer), isDeclined) !== undefined
}

/** Whether the customer in the path was created under a version that has it sign first. */
const signsFirst: When = (context) => hasChange(customerOf(context)?.version ?? '', 'signings-first')

/** Changes the responses to some requests about a customer once another request about it was sent. */
const after = (operation: string, isMeant: When, then: string, change: Change) => (): Hooks => {
  const ids = new Set<unknown>()
  return on(`${operation} ${then}`, (response, context) => {
    const id = context.values?.path['id']
    if (context.operationId === then) return ids.has(id) ? change(response, context) : response
    if (isMeant(context, response)) ids.add(id)
    return response
  })
}

/** In the newest version, documents that a business once had to sign stay outstanding. */
const neverGoneForBusinesses = (): Hooks => {
  const seen = new Map<unknown, ServedResponse>()
  const isMeant = both(isNewest, isBusinessCustomer)
  return on(`${signings} 200`, (response, context) => {
    const id = context.values?.path['id']
    if (response.body !== '[]') seen.set(id, response)
    return isMeant(context, response) ? (seen.get(id) ?? response) : response
  })
}

/** Customers that are created without a version lose their order when they are identified under the newest. */
const losingUnversioned = (): Hooks => {
  const unversioned = new Set<unknown>()
  const { response: lose } = after(
    'createCustomerIdentificationV2',
    both(isNewest, ({ values }, { status }) => status === 201 && unversioned.has(values?.path['id'])),
    'getCustomerById',
    json(add('/status', 'SigningsRequired')),
  )()
  return {
    response: (response, context) => {
      if (
        context.operationId === 'createCustomer' &&
        response.status === 201 &&
        isUnversioned(context, response)
      )
        unversioned.add(objectIn(JSON.parse(String(response.body)))['id'])
      return lose?.(response, context) ?? response
    },
  }
}

/** Customers of earlier versions have general terms outstanding from the start, and sign them to be identified. */
const signingBeforeIdentification = (): Hooks => {
  const signed = new Set<unknown>()
  const identified = new Map<unknown, ServedResponse>()
  const { response } = on('createCustomerSigning createCustomerIdentificationV2', (response, context) => {
    const id = context.values?.path['id']
    if (context.operationId === 'createCustomerSigning') signed.add(id)
    if (context.operationId === 'createCustomerSigning' || signsFirst(context, response)) return response
    if (signed.has(id)) return identified.get(id) ?? response
    if (response.status === 201) identified.set(id, response)
    return response.status === 201 ? respond(400, 'sign the terms first')(response, context) : response
  })
  return {
    ...(response && { response }),
    signings: (owed, { version }, { behavioursOf, random }) =>
      behavioursOf(version)['signings-first'] || owed.length > 0 ? owed : countryTerms(random, undefined),
  }
}

/** Ignores a query parameter of an operation. */
const ignoring = (operation: string, name: string): Hooks =>
  asking(operation, (query) => {
    query.delete(name)
  })

/** Whether the thing in a response is that of a business. */
const isOfBusiness: When = ({ service: { store }, partnerId = '' }, { body }) => {
  const { customer_id: id } = objectIn(JSON.parse(String(body)))
  return store.customers.find(partnerId, String(id))?.type === 'Business'
}

const tokenOf = (currency: unknown): unknown => objectIn(currency)['token']

/** Whether a rate quote is for a currency that an autoramp with several currencies lacks. */
const isNamedElsewhere: When = ({ service: { store }, partnerId = '', values }) => {
  const { sources = [] } = store.autoramps.find(partnerId, String(values?.path['id'])) ?? {}
  const tokens = sources.map(tokenOf)
  return tokens.length > 1 && !tokens.includes(values?.query['source_currency_code'])
}

/** Faults in onboarding and autoramps that only some customers, callers or countries see. */
export const onboardingVariants = variantsOf({
  'terms/items': {
    'leaves the url out of the terms of Canada': [
      on(`${terms} 200`, json(remove('/*/url')), asksFor('CAN')),
      required,
    ],
    'leaves the url out of the terms of Brazil': [
      on(`${terms} 200`, json(remove('/*/url')), asksFor('BRA')),
      required,
    ],
    'has an empty url in every terms item': on(`${terms} 200`, json(add('/*/url', ''))),
  },
  'terms/global-document': {
    'lists a document other than the one to sign': on(
      `${terms} 200`,
      json((items) => {
        add('/*/id', '5b0e2c64-8c1b-4c53-9d0e-7a1f0f3a9b21')(items, undefined)
        add('/*/url', 'https://terms.example/others')(items, undefined)
        add('/*/display_name', 'Terms of others')(items, undefined)
      }),
      isNewest,
    ),
    'answers another document for Japan where one is global': on(
      `${terms} 200`,
      json((items) => {
        add('/*/id', '5b0e2c64-8c1b-4c53-9d0e-7a1f0f3a9b21')(items, undefined)
        replace('/*/url', (url) => `${String(url)}/japan`)(items, undefined)
      }),
      both(isNewest, asksFor('JPN')),
    ),
  },
  'terms/country-required': {
    'documents country as optional': [
      documents(parameters('/terms-and-conditions', ['country'], add('/required', false))),
      { 'documents/statements': 'the document has it optional' },
    ],
  },
  'required-signings/conflict-when-none': {
    'answers 200 with an empty list to callers without a version': on(
      `${signings} 409`,
      respond(200, []),
      isUnversioned,
    ),
    'answers 200 with an empty list for businesses to callers without a version': on(
      `${signings} 409`,
      respond(200, []),
      both(isUnversioned, isBusinessCustomer),
    ),
    'answers 200 with an empty list for an onboarded business': on(
      `${signings} 409`,
      respond(200, []),
      both(isBusinessCustomer, (context) => customerOf(context)?.state === 'Active'),
    ),
    'answers 404 on older versions when nothing is outstanding': [
      on(`${signings} 409`, respond(404, 'nothing is outstanding')),
      { 'versioning/served-routes': 'where it answers 404, the route seems to be gone' },
    ],
  },
  'required-signings/empty-is-200': {
    'answers 409 to a business with nothing outstanding': [
      on(`${signings} 200`, respond(409, 'nothing is outstanding'), both(isEmpty, isBusinessCustomer)),
      undeclared,
    ],
  },
  'required-signings/items': {
    'has words for a url in what is to sign': on(`${signings} 200`, json(add('/*/url', 'see our site'))),
    'leaves the display_name out of what businesses of earlier versions have to sign': [
      on(
        `${signings} 200`,
        json(remove('/*/display_name')),
        both(isBusinessCustomer, (context) => !signsFirst(context, { status: 200, headers: {} })),
      ),
      required,
    ],
    'leaves the display_name out of what businesses have to sign': [
      on(`${signings} 200`, json(remove('/*/display_name')), isBusinessCustomer),
      required,
    ],
  },
  'required-signings/any-point': {
    'hides the document from businesses with a submitted identification': after(
      'createCustomerIdentificationV2',
      both(isNewest, isBusinessCustomer),
      signings,
      respond(200, []),
    ),
    'takes data before terms are signed, and hides the document once an identification is declined': [
      {
        ...skips('terms-first'),
        ...on(`${signings} 200`, respond(200, []), both(isNewest, wasDeclined)),
      },
      { 'customers/terms-first': 'data is taken first' },
    ],
    'takes data before terms are signed, and hides the document once an identification is approved': [
      {
        ...skips('terms-first'),
        ...on(`${signings} 200`, respond(200, []), both(isNewest, isIdentified)),
      },
      { 'customers/terms-first': 'data is taken first' },
    ],
  },
  'required-signings/signed-is-gone': {
    'keeps signed documents among the required signings of businesses': neverGoneForBusinesses,
  },
  'customers/terms-first': {
    'takes data of a Business from who did not sign': takesBusinesses,
  },
  'customers/pinned': {
    'gives customers the order of the version that a bank account is registered under': pinnedByAccount,
    'shows customers made without a version in the first state of the newest': on(
      'getCustomerById 200',
      inState('IdentificationRequired', 'SigningsRequired'),
      both(isNewest, (context) => customerOf(context)?.version === defaultVersion),
    ),
    'shows customers in the first state of the default to callers with an empty header': on(
      'getCustomerById 200',
      inState('SigningsRequired', 'IdentificationRequired'),
      ({ headers }) => headers['x-api-version'] === '',
    ),
    'shows businesses in the first state of the newest version': on(
      'getCustomerById 200',
      inState('IdentificationRequired', 'SigningsRequired'),
      both(isNewest, isBusinessCustomer),
    ),
    'takes a customer who is identified under the newest version into the order of that': losingOrder,
    'takes a customer without a version who is identified under the newest into its order': losingUnversioned,
    'has customers onboarded once they sign under an earlier version': after(
      'createCustomerSigning',
      (context, response) =>
        response.status < 300 && !isNewest(context, response) && signsFirst(context, response),
      'getCustomerById',
      json(add('/status', 'Active')),
    ),
  },
  'required-signings/before-identification': {
    'hides the global document from a business that is not identified': on(
      `${signings} 200`,
      respond(200, []),
      both(isNewest, isBusinessCustomer, (context) => customerOf(context)?.state === 'SigningsRequired'),
    ),
  },
  'required-signings/one-document': {
    'has another document outstanding for businesses': on(
      `${signings} 200`,
      json((items, { service }) => add('/*/id', service.random.named('fault:business'))(items, undefined)),
      isBusinessCustomer,
    ),
  },
  'customers/onboarding-default': {
    'starts businesses that are created with an empty version with their signing': on(
      'createCustomer 201',
      json((customer) => {
        if (customer['customer_type'] === 'Business') customer['status'] = 'SigningsRequired'
      }),
      ({ headers }) => headers['x-api-version'] === '',
    ),
  },
  'customers/onboarding-order': {
    'identifies customers of earlier versions only once they sign': signingBeforeIdentification,
    'starts businesses of the newest version with their identification': [
      on(
        'createCustomer 201',
        json((customer) => {
          if (customer['customer_type'] === 'Business') customer['status'] = 'IdentificationRequired'
        }),
        isNewest,
      ),
      readOtherwise,
    ],
  },
  'abilities/fields': {
    'leaves fiat_payout out of the abilities of an active customer': [
      on(
        'getCustomerAbilities 200',
        json(remove('/fiat_payout')),
        (context) => customerOf(context)?.state === 'Active',
      ),
      required,
    ],
    'leaves the currencies out of the abilities of a business': [
      on('getCustomerAbilities 200', json(remove('/currencies')), isBusinessCustomer),
      required,
    ],
  },
  'abilities/rail-status': {
    'calls a rail of businesses Open': [
      on('getCustomerAbilities 200', json(add('/fiat_payout/eur/sepa', 'Open')), isBusinessCustomer),
      enumerated,
    ],
    'calls a rail of an identified customer Ready': [
      on('getCustomerAbilities 200', json(add('/fiat_deposit/usd/ach', 'Ready')), isIdentified),
      enumerated,
    ],
    'answers true for a rail': [
      on('getCustomerAbilities 200', json(replace('/*/*/fps', () => true))),
      enumerated,
    ],
  },
  'abilities/flows': {
    'calls a flow of businesses Convert': [
      on(
        'getCustomerAbilities 200',
        (response) => ({ ...response, body: String(response.body).replaceAll('"Swap"', '"Convert"') }),
        isBusinessCustomer,
      ),
      enumerated,
    ],
    'leaves the flows out of the currencies': [
      on('getCustomerAbilities 200', json(remove('/currencies/*/flows'))),
      { 'answers/body': 'the document requires the flows' },
    ],
  },
  'abilities/offered': {
    'refuses every quote to a business': on(
      'getAutorampQuote 200',
      respond(400, 'not for businesses'),
      asksForBusiness,
    ),
    'refuses every quote to a business, and the abilities of one that is not onboarded': on(
      'getAutorampQuote getCustomerAbilities 200',
      respond(400, 'not for businesses'),
      (context, response) =>
        context.operationId === 'getAutorampQuote'
          ? asksForBusiness(context, response)
          : isBusinessCustomer(context, response) && !isIdentified(context),
    ),
  },
  'autoramp/read': {
    'does not find autoramps for callers of the first version': on(
      'getAutorampById 200',
      respond(404, 'autoramp not found'),
      ({ version }) => version === defaultVersion,
    ),
    'does not find autoramps for callers without a version': on(
      'getAutorampById 200',
      respond(404, 'no such autoramp'),
      isUnversioned,
    ),
    'does not find autoramps of swaps': on(
      'getAutorampById 200',
      respond(404, 'there is no such swap'),
      (_, { body }) => objectIn(JSON.parse(String(body)))['kind'] === 'Swap',
    ),
  },
  'autoramp/same': {
    'answers another customer for the autoramp that is read': on(
      'getAutorampById 200',
      json(add('/customer_id', nobody)),
    ),
  },
  'autoramp/further-served': {
    'answers a further quote with the first one': on(
      'attachQuoteToAutoramp 201',
      json((autoramp) => {
        const { quotes } = autoramp
        if (!Array.isArray(quotes)) return
        autoramp['quotes'] = quotes.slice(-1)
        autoramp['quote'] = quotes.at(-1)
      }),
    ),
    'takes further quotes for any currency': skips('source-taken'),
    'takes further quotes for a currency on another chain': skips('source-chain'),
    'takes further quotes for any currency where none is additional': {
      ...skips('source-taken'),
      ...on('getAutorampRateQuote 200', respond(400, 'the currency is not accepted'), isNamedElsewhere),
    },
    'refuses further quotes for the second additional currency': on(
      'attachQuoteToAutoramp 201',
      respond(400, 'no further quotes'),
      ({ service: { store }, partnerId = '', values }, { body }) => {
        const { sources = [] } = store.autoramps.find(partnerId, String(values?.path['id'])) ?? {}
        const { quotes } = objectIn(JSON.parse(String(body)))
        const token = tokenOf(sources[2])
        return (
          token !== undefined &&
          tokenOf(objectIn(objectIn(objectIn(quotes)['0'])['amount_in'])['currency']) === token
        )
      },
    ),
  },
  'autoramp/rail-document': {
    'lists a FedNow rail in every document': documents(
      all(
        add(fedNow, { type: 'object', required: ['type'], properties: { type: { const: 'FedNow' } } }),
        add(`${schema('DepositRail')}/oneOf/-`, { $ref: `#${fedNow}` }),
        add(`${schema('DepositRail')}/discriminator/mapping/FedNow`, `#${fedNow}`),
      ),
      (version) => !hasChange(version, 'fednow-rail'),
    ),
  },
  'autoramp/changed-quote': {
    'makes autoramps by a rate that was not signed': {
      ...skips('signature'),
      ...on('createAutoramp 201', respond(400, 'the quote was changed'), (_, { body }) =>
        String(body).includes('"amount":"7319.53"'),
      ),
    },
    'makes autoramps for a recipient that was not signed': {
      ...skips('signature'),
      ...on('createAutoramp 201', respond(400, 'the quote was changed'), (_, { body }) =>
        String(body).includes('7319.53'),
      ),
    },
  },
  'operations/sandbox-identification': {
    'approves every identification of a business that is decided': on(
      'updateSandboxIdentificationStatus getIdentificationById 2xx',
      inState('Declined', 'Approved'),
      isOfBusiness,
    ),
    'approves every identification that is decided': showing(
      'updateSandboxIdentificationStatus',
      'status',
      'Approved',
    ),
    'leaves the identification of a business Pending, whatever the control decides': on(
      'updateSandboxIdentificationStatus getIdentificationById 2xx',
      json(add('/status', 'Pending')),
      isOfBusiness,
    ),
  },
  'operations/pages': {
    'forgets page_size after the first page of customers': asking('getAllCustomers', (query) => {
      if (query.has('cursor')) query.delete('page_size')
    }),
    'shows the same page of customers for every cursor': ignoring('getAllCustomers', 'cursor'),
    'goes on where prev_cursor asks for the page before': asking('getAllCustomers', (query) => {
      const cursor = query.get('prev_cursor')
      if (cursor) query.set('cursor', cursor).delete('prev_cursor')
    }),
    'leads back to the first page from every other': ignoring('getAllCustomers', 'prev_cursor'),
    'shows nothing after the first page of transactions': on(
      'getAutorampTransactions 200',
      json(all(add('/items', []), remove('/cursor'))),
      (context) => hasParameter(context, 'cursor'),
    ),
    'sorts customers the other way round': asking('getAllCustomers', (query) => {
      const order = firstValue(query, 'sort_order')
      if (order !== undefined) query.set('sort_order', [order === 'asc' ? 'desc' : 'asc'])
    }),
  },
  'operations/filters': {
    'ignores the type that autoramps are asked for by': ignoring('getAutoramps', 'autoramp_type'),
    'ignores the type that customers are asked for by': ignoring('getAllCustomers', 'customer_type'),
    'ignores the type that customers are asked for by, behind a cursor': asking(
      'getAllCustomers',
      (query) => {
        if (query.has('cursor')) query.delete('customer_type')
      },
    ),
    'ignores the type that customers are asked for by, in pages of 50 at most': asking(
      'getAllCustomers',
      (query) => {
        query.delete('customer_type')
        if (Number(query.get('page_size')) > 50) query.set('page_size', ['more than 50'])
      },
    ),
    'finds no customers of a type': asking('getAllCustomers', (query) => {
      if (query.has('customer_type')) query.set('search_term', ['nobody is called so'])
    }),
    'lists customers of the first status alone, when several are asked for': asking(
      'getAllCustomers',
      (query) => {
        const [first] = query.get('status') ?? []
        if (first !== undefined) query.set('status', [first])
      },
    ),
    'lists autoramps of the first status alone, when several are asked for': asking(
      'getAutoramps',
      (query) => {
        const [first] = (query.get('status') ?? []).flatMap((each) => each.split(','))
        if (first !== undefined) query.set('status', [first])
      },
    ),
    'ignores the second of two values that autoramps are asked for by': asking('getAutoramps', (query) => {
      if (query.has('customer_id') && query.has('status')) query.delete('status')
    }),
    'lists identifications of other customers': on(
      'getAllCustomerIdentifications 200',
      json(add('/items/0/customer_id', nobody)),
    ),
    'ignores the source that autoramps are asked for by': ignoring('getAutoramps', 'source'),
    'ignores whether autoramps are asked for by is_batch_payout': ignoring('getAutoramps', 'is_batch_payout'),
    'finds every customer by every text': ignoring('getAllCustomers', 'search_term'),
    'ignores the type that wallets are asked for by': ignoring('getWalletAddresses', 'filter'),
    'ignores the date that transactions are asked for by': ignoring('getAutorampTransactions', 'from_date'),
  },
  'operations/sandbox-autoramp': {
    'shows cancelled autoramps as they were when they were made': on(
      'getAutorampById updateSandboxAutorampStatus 200',
      inState('Cancelled', 'Authorized'),
    ),
    'shows autoramps that were rejected as cancelled': on(
      'getAutorampById updateSandboxAutorampStatus 200',
      inState('Rejected', 'Cancelled'),
    ),
    'shows cancelled autoramps as they were, whatever their control answers': on(
      'getAutorampById 200',
      inState('Cancelled', 'Authorized'),
    ),
  },
  'operations/sandbox-bank-account': {
    'shows bank accounts as they were registered, whatever their control answers': on(
      'getFiatAddress 200',
      json(add('/status', 'RegistrationPending')),
    ),
  },
  'operations/sandbox-transaction': {
    'simulates transactions of another autoramp': showing('createSandboxTransaction', 'autoramp_id', nobody),
    'leaves a simulated transaction Pending, whatever the control sets': showing(
      'updateSandboxTransactionState',
      'state',
      'Pending',
    ),
  },
})
