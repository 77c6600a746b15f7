import { jsonBody } from '../model/exchange.js'
import { enumerations } from '../scenarios/spec-table.js'
import { brief, type Observer } from './observer.js'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Records of identifications in a body: itself, one it wraps, or the members of a list in it. */
const recordsIn = (body: unknown): readonly Readonly<Record<string, unknown>>[] => {
  const inside = isRecord(body) ? Object.values(body) : []
  return [body, ...inside, ...inside.filter(Array.isArray).flat(), ...(Array.isArray(body) ? body : [])]
    .filter(isRecord)
    .filter((value) => 'id' in value && typeof value['status'] === 'string')
}

const speaksOfIdentifications = (route: string | undefined): boolean =>
  /^(get|post) \/(customers\/\{\}\/)?identifications(\/(\{\}|v2))?$/.test(route ?? '')

/** `enumerations/identification-status`: speaks of answers that show identifications. */
export const identificationStatusObserver: Observer = ({ exchange, route }) => {
  const { status } = exchange.response
  if (!speaksOfIdentifications(route) || status < 200 || status > 299) return undefined
  const records = recordsIn(jsonBody(exchange.response))
  if (records.length === 0) return undefined
  return records.flatMap((record) => {
    const came = record['status']
    const isKnown = enumerations['Identification status'].some((one) => one === came)
    const message = `the status of an identification is ${brief(came, 40)}, which is not among those listed`
    return isKnown ? [] : [{ message, pointer: '/status', exchange }]
  })
}
