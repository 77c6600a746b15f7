import type { Answer } from '../pipeline/answer.js'
import { approvedIdentification } from '../onboarding/approved-identification.js'
import { customerOf, isNewest } from './conditions.js'
import { editItems, editObject, objectAt } from './edit.js'
import type { About } from '../pipeline/fault-set.js'
import type { Fault, Hooks } from './fault.js'

/** Changes the 200 answers of one operation. */
const ofOperation = (name: string, change: (answer: Answer, about: About) => Answer): Hooks => ({
  answer: (answer, about) =>
    about.operationId === name && answer.status === 200 ? change(answer, about) : answer,
})

const ABILITIES = 'getCustomerAbilities'
const TERMS = 'getAllCurrentTermsAndConditions'
const SIGNINGS = 'getCustomerRequiredSignings'

const hidesTerms = (about: About): boolean => {
  const customer = customerOf(about)
  if (customer === undefined || !about.service.behavioursOf(customer.version)['global-terms']) return false
  return approvedIdentification(about.service.store, customer) === undefined
}

const byHeader = (answer: Answer, { service, version = '' }: About): Answer =>
  editObject(answer, (customer) => {
    if (customer['status'] !== 'SigningsRequired' && customer['status'] !== 'IdentificationRequired') return
    const signsFirst = service.behavioursOf(version)['signings-first']
    customer['status'] = signsFirst ? 'SigningsRequired' : 'IdentificationRequired'
  })

/** From the newest version on, what was once outstanding for a customer is so for ever. */
const neverGone = (): Hooks => {
  const seen = new Map<unknown, Answer>()
  return ofOperation(SIGNINGS, (answer, about) => {
    const id = about.values?.path['id']
    const isEmpty = String(answer.body).trim() === '[]'
    if (!isEmpty) seen.set(id, answer)
    return isEmpty && isNewest(about) ? (seen.get(id) ?? answer) : answer
  })
}

/** Who tried to be identified has nothing outstanding any more. */
const goneOnceTried = (): Hooks => {
  const tried = new Set<unknown>()
  return {
    answer: (answer, about) => {
      const id = about.values?.path['id']
      if (about.operationId === 'createCustomerIdentificationV2' && isNewest(about)) tried.add(id)
      return about.operationId === SIGNINGS && isNewest(about) && tried.has(id)
        ? { ...answer, body: JSON.stringify([]) }
        : answer
    },
  }
}

/** Faults in terms, signings, abilities and the order of onboarding. */
export const onboardingFaults: readonly Fault[] = [
  {
    rule: 'terms/items',
    does: 'leaves the url out of every terms item',
    hooks: () => ofOperation(TERMS, (answer) => editItems(answer, (item) => delete item['url'])),
  },
  {
    rule: 'terms/country-required',
    does: 'answers the terms without a country',
    hooks: () => ({
      query: (query, operationId) =>
        operationId === TERMS && !query.has('country') ? new Map(query).set('country', ['DEU']) : query,
    }),
  },
  {
    rule: 'terms/global-document',
    does: 'answers another document per country where one is global',
    hooks: () =>
      ofOperation(TERMS, (answer, { service, version = '', values }) => {
        const country = String(values?.query['country'])
        if (!service.behavioursOf(version)['global-terms']) return answer
        return editItems(answer, (item) =>
          Object.assign(item, {
            id: service.chance.named(`fault:${country}`),
            url: `${String(item['url'])}/${country}`,
          }),
        )
      }),
  },
  {
    rule: 'required-signings/items',
    does: 'leaves the display_name out of every outstanding document',
    hooks: () => ofOperation(SIGNINGS, (answer) => editItems(answer, (item) => delete item['display_name'])),
  },
  {
    rule: 'required-signings/empty-is-200',
    does: 'answers 409 on every version when nothing is outstanding',
    hooks: () => ({ behaviours: { 'empty-signings-list': false } }),
  },
  {
    rule: 'required-signings/conflict-when-none',
    does: 'answers 200 with an empty list on every version when nothing is outstanding',
    hooks: () => ({ behaviours: { 'empty-signings-list': true } }),
  },
  {
    rule: 'required-signings/before-identification',
    does: 'hides the global document until the customer is identified',
    hooks: () =>
      ofOperation(SIGNINGS, (answer, about) =>
        hidesTerms(about) ? { ...answer, body: JSON.stringify([]) } : answer,
      ),
  },
  {
    rule: 'required-signings/any-point',
    does: 'hides the global document from who tried to be identified',
    hooks: goneOnceTried,
  },
  {
    rule: 'abilities/flows',
    does: 'calls a flow convert',
    hooks: () =>
      ofOperation(ABILITIES, (answer) => ({
        ...answer,
        body: String(answer.body)
          .replaceAll(/"swap"/gi, '"convert"')
          .replaceAll(/"onramp"/gi, '"convert"'),
      })),
  },
  {
    rule: 'required-signings/signed-is-gone',
    does: 'keeps what was signed among the required signings of the newest version',
    hooks: neverGone,
  },
  { rule: 'required-signings/one-document', does: 'has two documents outstanding where one is global' },
  {
    rule: 'customers/onboarding-order',
    does: 'starts every customer with its identification',
    hooks: () => ({ behaviours: { 'signings-first': false } }),
  },
  {
    rule: 'customers/onboarding-default',
    does: 'shows a customer that was created without a version in SigningsRequired',
    hooks: () => ({
      answer: (answer, { operationId, headers }) =>
        operationId === 'createCustomer' && answer.status === 201 && headers['x-api-version'] === undefined
          ? editObject(answer, (customer) => Object.assign(customer, { status: 'SigningsRequired' }))
          : answer,
    }),
  },
  {
    rule: 'customers/pinned',
    does: 'shows a customer in the first state of the version that it is read with',
    hooks: () => ofOperation('getCustomerById', byHeader),
  },
  {
    rule: 'abilities/fields',
    does: 'leaves the currencies out of the abilities',
    hooks: () => ofOperation(ABILITIES, (answer) => editObject(answer, (body) => delete body['currencies'])),
  },
  {
    rule: 'abilities/rail-status',
    does: 'calls a rail Open',
    hooks: () =>
      ofOperation(ABILITIES, (answer) =>
        editObject(answer, (body) => Object.assign(objectAt(body, 'fiat_payout', 'eur'), { sepa: 'Open' })),
      ),
  },
]
