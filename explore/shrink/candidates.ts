import type { Call } from '../model/call.js'
import type { Case } from '../model/case.js'
import { smallerValues } from './smaller.js'

const sections = ['header', 'cookie', 'query'] as const

const without = (
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

const isRequired = ({ operation }: Call, where: string, name: string): boolean =>
  operation.parameters.some((one) => one.in === where && one.name === name && one.required)

/** The parameter that a case is about: the one that deviates is what must stay. */
const isKept = ({ deviation }: Case, where: string, name: string): boolean =>
  deviation?.in === where && deviation.at.split('/')[1] === name

const withoutParameters = function* (of: Case): Generator<Call, void, undefined> {
  const { call } = of
  const optional = sections.flatMap((where) =>
    Object.keys(call[where])
      .filter((name) => !isRequired(call, where, name) && !isKept(of, where, name))
      .map((name) => ({ where, name })),
  )
  const drop = (some: typeof optional): Call => ({
    ...call,
    ...Object.fromEntries(
      sections.map((where) => [
        where,
        without(
          call[where],
          some.filter((one) => one.where === where).map(({ name }) => name),
        ),
      ]),
    ),
  })
  if (optional.length > 1) yield drop(optional)
  const half = Math.ceil(optional.length / 2)
  if (optional.length > 3) {
    yield drop(optional.slice(0, half))
    yield drop(optional.slice(half))
  }
  for (const one of optional) yield drop([one])
}

const withSmallerBody = function* (of: Case): Generator<Call, void, undefined> {
  const { body, ...rest } = of.call
  if (body === undefined) return
  if (of.deviation?.in !== 'body') yield rest
  if (body.raw !== undefined) return
  for (const value of smallerValues(body.value)) yield { ...of.call, body: { ...body, value } }
}

const withPlainerParameters = function* ({
  call,
  peculiarities = [],
  deviation,
}: Case): Generator<Call, void, undefined> {
  for (const where of ['query', 'header', 'cookie', 'path'] as const) {
    for (const [name, value] of Object.entries(call[where])) {
      // Another path is another thing, unless the value is a made up one anyway.
      const isOwn =
        where !== 'path' ||
        (deviation?.in === 'path' && deviation.at === `/${name}`) ||
        peculiarities.some((one) => one.in === 'path' && one.at.split('/')[1] === name)
      if (!isOwn) continue
      for (const smaller of smallerValues(value)) {
        if (where === 'path' && (smaller === '' || smaller === undefined)) continue
        yield { ...call, [where]: { ...call[where], [name]: smaller } }
      }
    }
  }
}

/**
 * Calls that are a little smaller than the one of a case, those first that leave out most.
 * @yields each call
 */
export function* candidatesOf(of: Case): Generator<Call, void, undefined> {
  yield* withoutParameters(of)
  yield* withSmallerBody(of)
  yield* withPlainerParameters(of)
}
