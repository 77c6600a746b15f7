import { describe, expect, test } from 'vitest'
import type { Report } from '../../conformance/index.js'
import { mixed, variants } from './services/variants.js'
import { isWhole, rowsOf } from '../support/whole.js'
import { examineService, findingLines } from '../conformance/support/examine.js'

const seen = new Map<string, Promise<Report>>()

/** The report of a variant, made once. */
const reportOn = (name: string): Promise<Report> => {
  const report = seen.get(name) ?? examineService({ choices: variants[name] ?? mixed(Number(name)) })
  seen.set(name, report)
  return report
}

const names = Object.keys(variants)

/** Documents may say less than the specification: that is a warning, and breaks nothing. */
const saysLess = new Set(['documents/shown', 'quote/document-shown'])

const broken = (report: Report): string[] =>
  findingLines({ ...report, results: report.results.filter(({ id }) => !saysLess.has(id)) })

// Mixed services make these choices too, and stand for the others.
describe.runIf(isWhole)(
  'a correct service has no findings, whatever it chose where the specification is silent',
  () => {
    test.each(names)('%s', async (name) => {
      expect(broken(await reportOn(name))).toEqual([])
    })
  },
)

describe('nor has one that mixes the choices of these', () => {
  test.each(rowsOf(['1', '22', '333', '4444', '55555'], (seed) => seed.length < 3))('%s', async (seed) => {
    expect(broken(await reportOn(seed))).toEqual([])
  })
})

/** Everything that cannot be judged on some of these services, and why. */
const unjudged = [
  /^webhooks\/[\w-]+: it needs a receiver of webhooks; open one with --webhook-port/,
  /^(errors\/[\w-]+|versioning\/fednow-rail): no answer of this run was about it$/,
  // Documents that declare successes alone are silent on refusals.
  /^answers\/undeclared-refusal: no answer of this run was about it$/,
  /^versioning\/unknown-path: a path that nothing has is not answered like a refusal of the API$/,
  /^authentication\/scheme: the document declares no security scheme$/,
  /^authentication\/sub-partner: the document declares X-SUB-PARTNER-ID nowhere$/,
  /^autoramp\/read: the document of 20\d\d-\d\d-\d\d has no POST \/autoramps$/,
  /^(customers\/pinned|versioning\/read-across): the document of 20\d\d-\d\d-\d\d has no GET \/customers\/\{…\}$/,
  /^customers\/(onboarding-\w+|pinned): the answer to POST \/customers names no onboarding state, and none is promised$/,
  /^idempotency\/optional: the document of the service requires the key$/,
  /^quote\/(batch-payout|sender): no quote of fiat for crypto is served: 400/,
  /^quote\/fee-profile: the document of 20\d\d-\d\d-\d\d has no GET \/fee-profiles$/,
  /^quote\/recipient-(precedence|by-id): no quote could be had with a recipient_account_id$/,
  /^quote\/batch-payout: no quote of fiat for crypto is served: 400/,
  /^quote\/recipient-precedence: no quote could be had with a recipient_account_id$/,
  /^identification\/[a-z-]+: what provokes this code is not shown; give a JSON Patch under the name of the code with --provocations/,
  /^identification\/[a-z-]+: the document gives submissions no place to say that they are of kind \w+$/,
  /^identification\/resume-url: a Link that was just opened is not Pending here$/,
  /^identification\/kinds: the document lists no kinds of identifications, and none could be submitted$/,
  /^required-signings\/items: nothing is outstanding for the customers made here \(409\)$/,
  /^required-signings\/signed-is-gone: nothing is outstanding for the customers made here$/,
  /^required-signings\/(empty-is-200|conflict-when-none|signed-is-gone): the document of 20\d\d-\d\d-\d\d has no operation that signs what is outstanding$/,
  /^autoramp\/(same|deposit-rails|further-served): the document of 20\d\d-\d\d-\d\d has no POST \/autoramps$/,
  /^quote\/own-recipient: no quote could be had with a recipient_account_id$/,
  /^quote\/bank-refusals: no bank account is registered$/,
  /^quote\/bank-bounds: no American bank account is registered(: 400 .*iban.*)?$/,
  /^quote\/optional-echo: no quote states an option that was asked for$/,
  /^quote\/rate-lock: no quote states rate_lock_valid_until$/,
  /^identification\/[\w-]+: .*the terms come first/,
  /^enumerations\/identification-status: no answer of this run was about it$/,
  /^enumerations\/event-kinds: the document lists no event kinds and no topics$/,
  /^autoramp\/rail-document: the document lists no kinds of deposit rails$/,
  /^operations\/(available-after-creation|use-after-delete): the document has no operation that (reads|deletes) a thing which another creates$/,
  /^operations\/available-after-creation: the answer to POST \/customers does not say what was created$/,
  /^operations\/ignored-auth: the document has no operation that is protected$/,
  /^operations\/links: the document has no links$/,
  /^operations\/sandbox-[\w-]+: the document has no (PUT|POST) \/sandbox\//,
  /^operations\/required-parameter: the document has no operation with a required query parameter, besides/,
  /^quote\/document-responses: the document shows no body of a refusal or failure of the quote$/,
  /^versioning\/quote-shape: the promise is about 2026-08-01 alone$/,
  /^versioning\/response-shapes: the documents of both versions have none of the answers compared$/,
  /^[\w-]+\/[\w-]+: the document shows nothing of what the rule is about$/,
  /^[\w-]+\/[\w-]+: the specification does not describe version 2027-03-01$/,
  /^quote\/verified-wallet: the document has no operation that registers such a wallet$/,
  /^abilities\/offered: no quote of any flow is served to the customer$/,
  /^customers\/new-terms: the document has no control that publishes terms$/,
  /^autoramp\/market-quotes: the document of 20\d\d-\d\d-\d\d has no POST \/autoramps$/,
  /^terms\/by-country: terms are not served for two countries$/,
  // Where terms come first and nothing signs them, no data for an identification is taken.
  /^identification\/synchronous: no customer could be identified: 409$/,
  /^[\w-]+\/[\w-]+: no submission was refused with 400; see identification\/synchronous$/,
  /^customers\/terms-first: the document gives submissions no place to say that they are of kind Person$/,
  /^customers\/terms-first: a Person of France, built from the document, is not accepted \(409 .*the terms come first/,
  /^operations\/required-header: the document has no operation with a further required header$/,
]

describe.runIf(isWhole)('what cannot be judged is said, with what is missing', () => {
  test.each(names)('%s', async (name) => {
    const { results } = await reportOn(name)
    const told = results.flatMap(({ id, state, reason = '' }) =>
      state === 'skipped' || state === 'not-applicable' || state === 'inconclusive'
        ? [`${id}: ${reason}`]
        : [],
    )
    expect(told.filter((line) => !unjudged.some((known) => known.test(line)))).toEqual([])
  })

  test('and no more than that: each is judged on one of these services, if it can be on any', async () => {
    const reports = await Promise.all(names.map(reportOn))
    const judged = new Set(
      reports.flatMap(({ results }) => results.filter(({ state }) => state === 'passed').map(({ id }) => id)),
    )
    const promised = new Set(
      reports.flatMap(({ results }) =>
        results
          .filter(({ id, state }) => state !== 'not-promised' && !id.startsWith('webhooks/'))
          .filter(({ id }) => !saysLess.has(id))
          .map(({ id }) => id),
      ),
    )
    expect([...promised].filter((id) => !judged.has(id)).toSorted()).toEqual([
      'abilities/offered',
      'autoramp/deposit-rails',
      'autoramp/further-served',
      'autoramp/market-quotes',
      'autoramp/rail-document',
      'autoramp/read',
      'autoramp/same',
      'enumerations/event-kinds',
      'errors/api-error',
      'identification/duplicate-upload-blocked',
      'identification/outsourcing-agreement-not-signed',
      'identification/prohibited-industry',
      'identification/provider-rejected-document',
      'identification/reuse-rejected',
      'identification/ubo-country-prohibited',
      'identification/uk-customers-not-enabled',
      'operations/sandbox-autoramp',
      'operations/sandbox-bank-account',
      'operations/sandbox-identification',
      'operations/sandbox-transaction',
      'quote/bank-bounds',
      'quote/batch-payout',
      'quote/fee-profile',
      'quote/sender',
      'quote/verified-wallet',
      'versioning/fednow-rail',
    ])
  })
})
