import { jsonBody } from '../../conformance/exchange/exchange.js'
import { isObject } from '../../document/index.js'
import { brief } from '../../reporting/index.js'
import type { Observer, Observation } from '../../conformance/model/observation.js'
import { enumerations } from '../tables/enumerations.js'
import { isDescribed } from '../../versions/index.js'
import { enumerationJudge } from '../documents/stated.js'
import { eventKindJudge } from '../documents/event-kinds.js'
import { combined } from '../documents/index.js'
import { isRouteOf } from '../fixtures/controls.js'
import { statusOfRecord } from '../fixtures/steps.js'
import { quoteEnumerations } from './quote/fields.js'
import { railStatus } from './customers.js'
import { decided } from './identification/link-record.js'
import { judged, observer, ofDocuments, open, scenario, section } from '../statements/statement.js'

/** Identification records in a body: the body itself, a wrapped one, or the items of a list. */
const recordsIn = (body: unknown): readonly Readonly<Record<string, unknown>>[] => {
  const inside = isObject(body) ? Object.values(body) : []
  return [body, ...inside, ...inside.filter(Array.isArray).flat(), ...(Array.isArray(body) ? body : [])]
    .filter(isObject)
    .filter((value) => 'id' in value && typeof statusOfRecord(value) === 'string')
}

const shows = /^(get|post) \/(customers\/\{\}\/)?identifications(\/(\{\}|v2))?$/
const archives = 'put /identifications/{}/archive'

/** Identification records in a response; an operation that changes one may return it, or something else. */
const shownBy = ({ route = '', exchange }: Observation): readonly Readonly<Record<string, unknown>>[] => {
  if (shows.test(route)) return recordsIn(jsonBody(exchange.response))
  if (route !== archives && !isRouteOf('identification', route)) return []
  const asked = new URL(exchange.request.url).pathname.split('/')
  return recordsIn(jsonBody(exchange.response)).filter(({ id }) => asked.includes(String(id)))
}

const identificationStatusObserver: Observer = (observation) => {
  const { exchange, version } = observation
  if (!isDescribed(version)) return undefined
  const { status } = exchange.response
  if (status < 200 || status > 299) return undefined
  const records = shownBy(observation)
  if (records.length === 0) return undefined
  return records.flatMap((record) => {
    const came = statusOfRecord(record)
    const isKnown = enumerations['Identification status'].some((one) => one === came)
    const message = `the status of an identification is ${brief(came, 40)}, which is not among those listed`
    return isKnown ? [] : [{ message, pointer: '/status', exchange }]
  })
}

/** Resources, enumerations. */
export const enumerationSections = [
  section(
    'Resources, enumerations',
    `Lists of values that fields and parameters are taken from. None has a value besides those listed.

{{values Blockchain, RateExpiryPolicy, FeeSettlement, DepositAccountType, PaymentNetwork, NetworkFeeType, Rail status, Identification status}}`,
    {
      'enumerations/documents': ofDocuments({
        versions: { from: 'structured-errors' },
        judge: enumerationJudge,
      })`
        The documents list the values
        Values that the document lists for an enumeration are those of the specification.`,
      'enumerations/older-documents': ofDocuments({
        versions: { until: 'structured-errors' },
        severity: 'warning',
        judge: combined(enumerationJudge, eventKindJudge),
      })`
        Older documents list the values
        Values that the document of an earlier version lists for an enumeration are those of the specification, which names no version for any of them.`,
      'quote/enumerations': scenario({ needs: ['customer'], run: quoteEnumerations })`
        Enumerations hold in the quote
        Each enumerated field of a quote and its parts has one of the listed values.`,
      'abilities/rail-status': scenario({ needs: ['customer'], run: railStatus })`
        Rails have a known status
        Each rail leaf is Active, Pending, Unavailable, Blocked or Maintenance.
        no rail was found in fiat_deposit and fiat_payout`,
      'enumerations/identification-status': observer({ observe: identificationStatusObserver })`
        Identifications have a listed status
        The status of an identification is one of the listed ones.`,
      'parameter-values': judged('quote/parameter-types')`
        Enumerated parameters of a quote take only the listed values.`,
      'enumerations/decided-identifications': open({ versions: 'all', needs: ['writes'], run: decided })`
        Statuses after a decision
        The status of an identification once it is declined, and once it is archived.
        transitions are not shown; each status is only compared with the list of statuses`,
    },
  ),
] as const
