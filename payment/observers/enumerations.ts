import { jsonBody } from '../../conformance/exchange/exchange.js'
import { isObject } from '../../document/index.js'
import { brief } from '../../reporting/index.js'
import type { Observer, Observation } from '../../conformance/model/observation.js'
import { enumerations } from '../statements/tables/enumerations.js'
import { isDescribed } from '../../versions/index.js'

/** Records of identifications in a body: itself, one it wraps, or the members of a list in it. */
const recordsIn = (body: unknown): readonly Readonly<Record<string, unknown>>[] => {
  const inside = isObject(body) ? Object.values(body) : []
  return [body, ...inside, ...inside.filter(Array.isArray).flat(), ...(Array.isArray(body) ? body : [])]
    .filter(isObject)
    .filter((value) => 'id' in value && typeof value['status'] === 'string')
}

const shows = /^(get|post) \/(customers\/\{\}\/)?identifications(\/(\{\}|v2))?$/
const changes = /^(post \/sandbox\/identification\/\{\}|put \/identifications\/\{\}\/archive)$/

const lastIn = (url: string): string | undefined =>
  new URL(url).pathname.split('/').findLast((part) => part !== '')

/** Records that an answer shows; what changes an identification may answer with it, or with something of its own. */
const shownBy = ({ route = '', exchange }: Observation): readonly Readonly<Record<string, unknown>>[] => {
  if (shows.test(route)) return recordsIn(jsonBody(exchange.response))
  if (!changes.test(route)) return []
  const asked = lastIn(exchange.request.url.replace(/\/archive$/, ''))
  return recordsIn(jsonBody(exchange.response)).filter(({ id }) => id === asked)
}

/** `enumerations/identification-status`: speaks of answers that show identifications. */
export const identificationStatusObserver: Observer = (observation) => {
  const { exchange, version } = observation
  if (!isDescribed(version)) return undefined
  const { status } = exchange.response
  if (status < 200 || status > 299) return undefined
  const records = shownBy(observation)
  if (records.length === 0) return undefined
  return records.flatMap((record) => {
    const came = record['status']
    const isKnown = enumerations['Identification status'].some((one) => one === came)
    const message = `the status of an identification is ${brief(came, 40)}, which is not among those listed`
    return isKnown ? [] : [{ message, pointer: '/status', exchange }]
  })
}
