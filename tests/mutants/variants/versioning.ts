import {
  blindOn,
  type Change,
  header,
  isUnversioned,
  on,
  respond,
  serving,
  status,
  withoutHeader,
  type When,
} from '../../../sandbox/faults/changes.js'
import { replace, faultsOf, type Rows } from '../../../sandbox/faults/fault.js'
import { variantsOf } from './rows.js'
import { inVersionError, refusing } from '../../../sandbox/faults/versioning.js'
import { defaultVersion, versionOf } from '../../../versions/index.js'

const date = /^\d{4}-\d\d-\d\d$/

const isRefusal: When = ({ version }, { status, body }) =>
  version !== undefined && status >= 400 && !String(body).includes('unsupported_api_version')

const isSecond: When = ({ version, service }) => version === service.versions.supported[1]

/** States another reason in a version error. */
const reworded =
  (from: string, to: string): Change =>
  (response) => ({ ...response, body: String(response.body).replace(from, to) })

const monthAfter = (version: string): string => {
  const day = new Date(`${version}T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() + 1)
  return day.toISOString().slice(0, 10)
}

const aWeek = 7 * 86_400_000
const byName = 'the reason is due by name'
const refusalToo = { 'versioning/unknown-path': 'it is a refusal too' }
const more = (value: unknown): unknown => (Array.isArray(value) ? [...value, '2031-01-01'] : 'something else')

const errorMembers: Rows = Object.fromEntries(
  ['error', 'reason', 'requested', 'supported'].map((name) => [
    `versioning/error-body:${name}`,
    [
      `says something else as ${name} of the version error`,
      inVersionError(replace(`/${name}`, more)),
      name === 'reason'
        ? { 'versioning/unknown-version': byName, 'versioning/malformed-version': byName }
        : {},
    ],
  ]),
)

/** Faults of versions in one operation, for one version, or for one form of requests. */
export const versioningVariants = [
  ...faultsOf(errorMembers),
  ...variantsOf({
    'versioning/error-body': {
      'states what was asked for with the zeros that it lacked': inVersionError(
        replace('/requested', (text) =>
          /^\d{4}-\d\d?-\d\d?$/.test(String(text)) ? String(text).replaceAll(/-(\d)(?!\d)/g, '-0$1') : text,
        ),
      ),
      'answers a version error with a string where a document is signed': on(
        'createCustomerSigning',
        (response) => ({ ...response, body: '"bad version"' }),
        (_, { body }) => String(body).includes('unsupported_api_version'),
      ),
    },
    'versioning/unknown-path': {
      'names no version where a path has no such method': on(
        '* 405',
        withoutHeader('x-api-version'),
        ({ operationId }) => operationId === undefined,
      ),
    },
    'versioning/echo': {
      'leaves X-API-Version out of refusals': [
        on('*', withoutHeader('x-api-version'), isRefusal),
        refusalToo,
      ],
      'echoes the default under the second version': on(
        '*',
        header('x-api-version', defaultVersion),
        ({ version, service, replay }) => version === service.versions.supported[1] && !replay,
      ),
    },
    'versioning/vary': {
      'leaves Vary out of refusals': [
        on('*', withoutHeader('vary'), (_, { status }) => status >= 400),
        refusalToo,
      ],
    },
    'versioning/unknown-version': {
      'answers 404 to a version that is not supported': [
        on(
          '*',
          respond(404, 'no such version'),
          (_, { body }) => typeof body === 'string' && body.includes('"version_unknown"'),
        ),
        {
          'versioning/every-operation': 'every operation answers so',
          'versioning/no-fallback': 'the days beside a version are unknown versions too',
        },
      ],
      'reports an unknown version as malformed on quotes': on(
        'getAutorampQuote 400',
        reworded('version_unknown', 'version_malformed'),
      ),
      'serves the month after the newest version': serving((requested, all) =>
        requested === monthAfter(all.at(-1) ?? '') ? all.at(-1) : undefined,
      ),
    },
    'versioning/served-routes': {
      'does not find the bank accounts of a customer under the second version': on(
        'getFiatAddresses 2xx',
        respond(404, 'no such path'),
        isSecond,
      ),
      'has no path for the creation of customers under the second version': on(
        'createCustomer',
        respond(404, 'no such path'),
        isSecond,
      ),
      'has no path for identifications under the second version': on(
        'createCustomerIdentificationV2',
        respond(404, 'no such path'),
        isSecond,
      ),
    },
    'versioning/malformed-version': {
      'serves a date in the order of the United States': serving((requested, all) =>
        all.find((one) => requested === one.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')),
      ),
      'serves a version with a parameter': serving((requested, all) =>
        all.find((one) => requested === `${one};q=1`),
      ),
      'reports a malformed version as unknown where customers are created': on(
        'createCustomer 400',
        reworded('version_malformed', 'version_unknown'),
      ),
      'serves the first of several versions on one line': serving((requested, all) =>
        requested.includes(',') ? all.find((one) => requested.startsWith(`${one},`)) : undefined,
      ),
      'serves a date without zeros as if it had them': serving((requested, all) =>
        all.find((one) => one === requested.replace(/^(\d{4})-(\d)-(\d)$/, '$1-0$2-0$3')),
      ),
      'serves the default version with its month unpadded': serving((requested) =>
        requested === defaultVersion.replace('-0', '-') ? defaultVersion : undefined,
      ),
      'serves a version with a suffix': serving((requested, all) =>
        all.find((one) => requested === `${one}-preview`),
      ),
      'serves the newest version as current': serving((requested, all) =>
        requested === 'current' ? all.at(-1) : undefined,
      ),
      'serves older versions written with slashes': serving((requested, all) =>
        all.slice(0, 2).find((one) => requested === one.replaceAll('-', '/')),
      ),
      'ignores a malformed version on quotes': serving((requested, all, operation) =>
        operation === 'getAutorampQuote' && !date.test(requested) ? all.at(-1) : undefined,
      ),
    },
    'versioning/no-fallback': {
      'serves a version in the week after it': serving((requested, all) =>
        all.find((one) => Date.parse(requested) - Date.parse(one) === aWeek),
      ),
      'serves a version to who asks for its day in another year': serving((requested, all) =>
        all.find((one) => date.test(requested) && requested.slice(4) === one.slice(4)),
      ),
      'takes 2026-06-31 for the first of July': serving((requested) =>
        requested === '2026-06-31' ? versionOf('fednow-rail') : undefined,
      ),
    },
    'versioning/every-operation': {
      'answers 422 with the version error to POST': on(
        'createCustomer createAutoramp registerFiatAddress 400',
        status(422),
        (_, { body }) => String(body).includes('unsupported_api_version'),
      ),
      'answers 404 to an unknown version where customers are created': on(
        'createCustomer 400',
        respond(404, 'no such version'),
        (_, { body }) => String(body).includes('unsupported_api_version'),
      ),
      'ignores an unknown version where customers are created': blindOn('createCustomer'),
      'ignores an unknown version where PIX addresses of a customer are listed': blindOn('getPixAddresses'),
      'ignores an unknown version where rates are previewed': blindOn('getAutorampQuotePreview'),
      'ignores an unknown version where a bank account is read': blindOn('getFiatAddress'),
      'ignores an unknown version where the sandbox decides on an autoramp': blindOn(
        'updateSandboxAutorampStatus',
      ),
      'ignores an unknown version on required signings, also where nothing is outstanding': blindOn(
        'getCustomerRequiredSignings',
      ),
      'ignores an unknown version where a document is signed': blindOn('createCustomerSigning'),
      'ignores an unknown version where something is read by its external id': blindOn(
        'getAutorampByExternalId',
        'getCustomerByExternalId',
      ),
      'ignores an unknown version where a wallet is disabled': blindOn('updateDisabledStatus'),
      'ignores an unknown version where a wallet at a custodian is registered':
        blindOn('registerHostedWallet'),
      'ignores an unknown version where a PIX address is read or deleted': blindOn(
        'getPixAddress',
        'deletePixAddress',
      ),
      'ignores an unknown version where a simulated transaction is moved': blindOn(
        'updateSandboxTransactionState',
      ),
      'ignores an unknown version where a further quote is asked for': blindOn('getAutorampRateQuote'),
      'ignores an unknown version where an autoramp is read or made': blindOn(
        'getAutorampById',
        'createAutoramp',
      ),
      'ignores an unknown version where a PIX address is registered': blindOn('registerPixAddress'),
      'ignores an unknown version where a bank account is deleted': blindOn('deleteFiatAddress'),
      'ignores an unknown version below /sandbox': blindOn('updateSandboxIdentificationStatus'),
      'ignores an unknown version where a customer is archived': blindOn('archiveCustomer'),
      'ignores an unknown version where an autoramp is cancelled': blindOn('cancelAutoramp'),
    },
    'versioning/supported': {
      'refuses the second supported version on terms, in words of its own': on(
        'getAllCurrentTermsAndConditions 2xx',
        respond(400, 'unsupported api version'),
        isSecond,
      ),
    },
    'versioning/default-empty': {
      'refuses an empty version header on abilities alone': refusing(
        'version_malformed',
        ({ requested, operationId }) => requested === '' && operationId === 'getCustomerAbilities',
      ),
      'refuses the creation of a customer with an empty version header': on(
        'createCustomer',
        respond(400, 'the header X-API-Version is empty'),
        ({ headers }) => headers['x-api-version'] === '',
      ),
    },
    'versioning/default-absent': {
      'serves the newest version of required signings without a version header': [
        {
          negotiate: (outcome, { requested, operationId, newest }) =>
            requested === undefined && operationId === 'getCustomerRequiredSignings'
              ? { served: newest }
              : outcome,
        },
        { 'versioning/echo': 'the named version is not the expected one' },
      ],
      'refuses a simulated transaction without a version header': on(
        'createSandboxTransaction 2xx',
        respond(400, 'the header X-API-Version is required'),
        isUnversioned,
      ),
      'refuses quotes for amount_out without a version header': on(
        'getAutorampQuote',
        respond(400, 'the header X-API-Version is required'),
        (about, response) =>
          isUnversioned(about, response) && about.values?.query['amount_out'] !== undefined,
      ),
      'refuses quotes without a version header': on(
        'getAutorampQuote',
        respond(400, 'the header X-API-Version is required'),
        isUnversioned,
      ),
    },
  }),
]
