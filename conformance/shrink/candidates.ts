import type { Call } from '../model/call.js'
import type { Case } from '../model/case.js'
import { peculiaritiesOf } from '../../document/values/index.js'
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

/** Values of things that are known to be there, by the name of a parameter of the path. */
export type KnownFor = (call: Call, name: string) => readonly unknown[]

const mostKnown = 2

const isPeculiar = (value: unknown): boolean => peculiaritiesOf(value).length > 0

const withPlainerParameters = function* (
  { call, deviation }: Case,
  knownFor: KnownFor,
): Generator<Call, void, undefined> {
  for (const where of ['query', 'header', 'cookie', 'path'] as const) {
    for (const [name, value] of Object.entries(call[where])) {
      // Another path is another thing, unless the value is a made up one anyway.
      const isOwn =
        where !== 'path' || (deviation?.in === 'path' && deviation.at === `/${name}`) || isPeculiar(value)
      if (!isOwn) continue
      // A thing that is there says most: whoever reads the request knows it.
      const known = where === 'path' && call.operation.method !== 'delete' ? knownFor(call, name) : []
      for (const smaller of [...known.slice(0, mostKnown), ...smallerValues(value)]) {
        if (where === 'path' && (smaller === '' || smaller === undefined)) continue
        yield { ...call, [where]: { ...call[where], [name]: smaller } }
      }
    }
  }
}

/**
 * Calls that are a little smaller than the one of a case, those first that leave out most.
 * @param knownFor values that things have which are there, for parameters of a path
 * @yields each call
 */
export function* candidatesOf(of: Case, knownFor: KnownFor): Generator<Call, void, undefined> {
  yield* withoutParameters(of)
  yield* withSmallerBody(of)
  yield* withPlainerParameters(of, knownFor)
}
