import { defaultVersion } from '../../versions/index.js'
import type { Answer } from '../pipeline/answer.js'
import { customerOf, isNewest } from './conditions.js'
import { editBody, editItems, editObject } from './edit.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import type { Fault } from './fault.js'
import { respondWith } from './answers.js'

type Row = readonly [
  rule: string,
  variant: string,
  does: string,
  when: (answer: Answer, about: AnswerContext) => boolean,
  change: (answer: Answer) => Answer,
]

const at =
  (operationId: string, status = 200) =>
  (answer: Answer, about: AnswerContext): boolean =>
    about.operationId === operationId && answer.status === status

const signings = at('getCustomerRequiredSignings')
const abilities = at('getCustomerAbilities')
const terms = at('getAllCurrentTermsAndConditions')
const customer = at('getCustomerById')
const isBusiness = (about: AnswerContext): boolean => customerOf(about)?.type === 'Business'
const isEmpty = ({ body }: Answer): boolean => body === '[]'
const asksFor = (country: string, { values }: AnswerContext): boolean => values?.query['country'] === country

const without = (name: string) => (answer: Answer) => editItems(answer, (item) => delete item[name])
const inState = (from: string, to: string) => (answer: Answer) =>
  editObject(answer, (one) => {
    if (one['status'] === from) one['status'] = to
  })

const isText = ({ status, body }: Answer): boolean =>
  [400, 401, 404].includes(status) && String(body).startsWith('"')

const rows: readonly Row[] = [
  [
    'required-signings/conflict-when-none',
    'without-version',
    'answers 200 with an empty list to callers without a version',
    (answer, about) =>
      at('getCustomerRequiredSignings', 409)(answer, about) && about.headers['x-api-version'] === undefined,
    (answer) => respondWith(answer, 200, []),
  ],
  [
    'required-signings/conflict-when-none',
    'not-found',
    'answers 404 on older versions when nothing is outstanding',
    at('getCustomerRequiredSignings', 409),
    (answer) => respondWith(answer, 404, 'nothing is outstanding'),
  ],
  [
    'required-signings/empty-is-200',
    'business',
    'answers 409 to a business with nothing outstanding',
    (answer, about) => signings(answer, about) && isEmpty(answer) && isBusiness(about),
    (answer) => respondWith(answer, 409, 'nothing is outstanding'),
  ],
  [
    'required-signings/items',
    'business',
    'leaves the display_name out of what businesses have to sign',
    (answer, about) => signings(answer, about) && isBusiness(about),
    without('display_name'),
  ],
  [
    'required-signings/before-identification',
    'business',
    'hides the global document from a business that is not identified',
    (answer, about) =>
      signings(answer, about) &&
      isNewest(about) &&
      isBusiness(about) &&
      customerOf(about)?.state === 'SigningsRequired',
    (answer) => respondWith(answer, 200, []),
  ],
  [
    'terms/items',
    'brazil',
    'leaves the url out of the terms of Brazil',
    (answer, about) => terms(answer, about) && asksFor('BRA', about),
    without('url'),
  ],
  [
    'terms/global-document',
    'japan',
    'answers another document for Japan where one is global',
    (answer, about) => terms(answer, about) && isNewest(about) && asksFor('JPN', about),
    (answer) =>
      editItems(answer, (item) =>
        Object.assign(item, {
          id: '5b0e2c64-8c1b-4c53-9d0e-7a1f0f3a9b21',
          url: `${String(item['url'])}/japan`,
        }),
      ),
  ],
  [
    'customers/pinned',
    'unversioned',
    'shows customers made without a version in the first state of the newest',
    (answer, about) =>
      customer(answer, about) && isNewest(about) && customerOf(about)?.version === defaultVersion,
    inState('IdentificationRequired', 'SigningsRequired'),
  ],
  [
    'customers/pinned',
    'empty-header',
    'shows customers in the first state of the default to callers with an empty header',
    (answer, about) => customer(answer, about) && about.headers['x-api-version'] === '',
    inState('SigningsRequired', 'IdentificationRequired'),
  ],
  [
    'customers/pinned',
    'business',
    'shows businesses in the first state of the newest version',
    (answer, about) => customer(answer, about) && isNewest(about) && isBusiness(about),
    inState('IdentificationRequired', 'SigningsRequired'),
  ],
  [
    'abilities/fields',
    'active',
    'leaves fiat_payout out of the abilities of an active customer',
    (answer, about) => abilities(answer, about) && customerOf(about)?.state === 'Active',
    (answer) => editObject(answer, (body) => delete body['fiat_payout']),
  ],
  [
    'abilities/fields',
    'business',
    'leaves the currencies out of the abilities of a business',
    (answer, about) => abilities(answer, about) && isBusiness(about),
    (answer) => editObject(answer, (body) => delete body['currencies']),
  ],
  [
    'abilities/rail-status',
    'flag',
    'answers true for a rail',
    abilities,
    (answer) => ({ ...answer, body: String(answer.body).replace(/"fps":"\w+"/, '"fps":true') }),
  ],
  [
    'autoramp/read',
    'without-version',
    'does not find autoramps for callers without a version',
    (answer, about) => at('getAutorampById')(answer, about) && about.headers['x-api-version'] === undefined,
    (answer) => respondWith(answer, 404, 'no such autoramp'),
  ],
  [
    'errors/bad-request-body',
    'null',
    'answers 400 with null',
    (answer) => answer.status === 400 && isText(answer),
    (answer) => editBody(answer, () => null),
  ],
  [
    'errors/string-body',
    'number',
    'answers 401 and 404 with a number',
    (answer) => answer.status !== 400 && isText(answer),
    (answer) => editBody(answer, () => 40),
  ],
]

/** Responses that are wrong for only one kind of customer, request or country. */
export const partialAnswerFaults: readonly Fault[] = rows.map(([rule, variant, does, when, change]) => ({
  rule,
  variant,
  does,
  hooks: () => ({ answer: (answer, about) => (when(answer, about) ? change(answer) : answer) }),
}))
