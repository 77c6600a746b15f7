import { at } from './answers.js'
import type { Answer } from '../pipeline/answer.js'
import { approvedIdentification } from '../onboarding/approved-identification.js'
import { customerOf, isNewest } from './conditions.js'
import { editItems, editObject, objectAt } from './edit.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import { fault, type Fault, type Hooks } from './fault.js'

/** Changes the 200 responses of one operation. */
const ofOperation = (name: string, change: (answer: Answer, about: AnswerContext) => Answer): Hooks => ({
  answer: (answer, about) =>
    about.operationId === name && answer.status === 200 ? change(answer, about) : answer,
})

const abilities = 'getCustomerAbilities'
const terms = 'getAllCurrentTermsAndConditions'
const signings = 'getCustomerRequiredSignings'

const hidesTerms = (about: AnswerContext): boolean => {
  const customer = customerOf(about)
  if (customer === undefined || !about.service.behavioursOf(customer.version)['global-terms']) return false
  return approvedIdentification(about.service.store, customer) === undefined
}

const byHeader = (answer: Answer, { service, version = '' }: AnswerContext): Answer =>
  editObject(answer, (customer) => {
    if (customer['status'] !== 'SigningsRequired' && customer['status'] !== 'IdentificationRequired') return
    const signsFirst = service.behavioursOf(version)['signings-first']
    customer['status'] = signsFirst ? 'SigningsRequired' : 'IdentificationRequired'
  })

/** In the newest version, signings that were once outstanding for a customer stay so. */
const neverGone = (): Hooks => {
  const seen = new Map<unknown, Answer>()
  return ofOperation(signings, (answer, about) => {
    const id = about.values?.path['id']
    const isEmpty = String(answer.body).trim() === '[]'
    if (!isEmpty) seen.set(id, answer)
    return isEmpty && isNewest(about) ? (seen.get(id) ?? answer) : answer
  })
}

/** Once a customer submitted an identification, no signings are outstanding any more. */
const goneOnceTried = (): Hooks => {
  const tried = new Set<unknown>()
  return {
    answer: (answer, about) => {
      const id = about.values?.path['id']
      if (about.operationId === 'createCustomerIdentificationV2' && isNewest(about)) tried.add(id)
      return about.operationId === signings && isNewest(about) && tried.has(id)
        ? { ...answer, body: JSON.stringify([]) }
        : answer
    },
  }
}

/** Faults in terms, signings, abilities and the order of onboarding. */
export const onboardingFaults: readonly Fault[] = [
  fault('terms/items', 'leaves the url out of every terms item', () =>
    ofOperation(terms, (answer) => editItems(answer, (item) => delete item['url'])),
  ),
  fault('terms/country-required', 'answers the terms without a country', () => ({
    query: (query, operationId) =>
      operationId === terms && !query.has('country') ? new Map(query).set('country', ['DEU']) : query,
  })),
  fault('terms/global-document', 'answers another document per country where one is global', () =>
    ofOperation(terms, (answer, { service, version = '', values }) => {
      const country = String(values?.query['country'])
      if (!service.behavioursOf(version)['global-terms']) return answer
      return editItems(answer, (item) =>
        Object.assign(item, {
          id: service.random.named(`fault:${country}`),
          url: `${String(item['url'])}/${country}`,
        }),
      )
    }),
  ),
  fault('required-signings/items', 'leaves the display_name out of every outstanding document', () =>
    ofOperation(signings, (answer) => editItems(answer, (item) => delete item['display_name'])),
  ),
  fault('required-signings/empty-is-200', 'answers 409 on every version when nothing is outstanding', () => ({
    behaviours: { 'empty-signings-list': false },
  })),
  fault(
    'required-signings/conflict-when-none',
    'answers 200 with an empty list on every version when nothing is outstanding',
    () => ({ behaviours: { 'empty-signings-list': true } }),
  ),
  fault(
    'required-signings/before-identification',
    'hides the global document until the customer is identified',
    () =>
      ofOperation(signings, (answer, about) =>
        hidesTerms(about) ? { ...answer, body: JSON.stringify([]) } : answer,
      ),
  ),
  fault(
    'required-signings/any-point',
    'hides the global document from who tried to be identified',
    goneOnceTried,
  ),
  fault('abilities/flows', 'calls a flow convert', () =>
    ofOperation(abilities, (answer) => ({
      ...answer,
      body: String(answer.body)
        .replaceAll(/"swap"/gi, '"convert"')
        .replaceAll(/"onramp"/gi, '"convert"'),
    })),
  ),
  fault(
    'required-signings/signed-is-gone',
    'keeps what was signed among the required signings of the newest version',
    neverGone,
  ),
  fault('required-signings/one-document', 'has two documents outstanding where one is global'),
  fault('customers/terms-first', 'takes data for an identification from who did not sign'),
  fault('terms/by-country', 'lists the same terms for every country', () =>
    ofOperation(terms, (answer) => {
      const items: unknown = JSON.parse(String(answer.body))
      return Array.isArray(items) ? { ...answer, body: JSON.stringify(items.slice(0, 1)) } : answer
    }),
  ),
  fault('abilities/offered', 'refuses every quote of crypto for crypto', () =>
    at('getAutorampQuote', 200, (answer, { values }) => {
      const query = values?.query ?? {}
      const isSwap = 'source_currency_chain' in query && 'destination_currency_chain' in query
      return isSwap ? { ...answer, status: 400, body: JSON.stringify('there is no such conversion') } : answer
    }),
  ),
  fault('customers/onboarding-order', 'starts every customer with its identification', () => ({
    behaviours: { 'signings-first': false },
  })),
  fault(
    'customers/onboarding-default',
    'shows a customer that was created without a version in SigningsRequired',
    () =>
      at('createCustomer', 201, (answer, { headers }) =>
        headers['x-api-version'] === undefined
          ? editObject(answer, (customer) => Object.assign(customer, { status: 'SigningsRequired' }))
          : answer,
      ),
  ),
  fault('customers/pinned', 'shows a customer in the first state of the version that it is read with', () =>
    ofOperation('getCustomerById', byHeader),
  ),
  fault('abilities/fields', 'leaves the currencies out of the abilities', () =>
    ofOperation(abilities, (answer) => editObject(answer, (body) => delete body['currencies'])),
  ),
  fault('abilities/rail-status', 'calls a rail Open', () =>
    ofOperation(abilities, (answer) =>
      editObject(answer, (body) => Object.assign(objectAt(body, 'fiat_payout', 'eur'), { sepa: 'Open' })),
    ),
  ),
]
