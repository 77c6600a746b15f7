import { keyOfValue, peculiaritiesOf } from '../../document/values/index.js'
import { deepEqual } from '../../runtime/equality.js'
import { giveWay } from '../cases/index.js'
import { valueAt } from '../checks/index.js'
import type { Call } from '../model/call.js'
import type { Case, Peculiarity } from '../model/case.js'
import type { Observed } from '../model/observed.js'
import { type KnownFor, smallerCalls } from './smaller.js'
import type { Validator } from '../../runtime/validators.js'

const sections = ['path', 'query', 'header', 'cookie'] as const

/** The validation errors of a value without list positions, which change when a list is shortened. */
const faultsOf = (judge: Validator, value: unknown): string =>
  judge(value)
    ? ''
    : [
        ...new Set(
          (judge.errors ?? []).map(
            (error) => `${error.instancePath.replaceAll(/\/\d+/g, '/*')} ${error.schemaPath}`,
          ),
        ),
      ]
        .toSorted()
        .join('\n')

/** Makes a predicate: whether another call is valid, or wrong, in the same way as the sent one. */
const keeper = async ({
  api,
  case: { call: sent, deviation },
}: Observed): Promise<(call: Call) => boolean> => {
  const { parameters, requestBody } = sent.operation
  const load = async (name: string | undefined): Promise<Validator | undefined> =>
    name === undefined ? undefined : api.surface.validator(name).catch(() => undefined)
  const judges = await Promise.all(
    parameters.map(async (parameter) => ({ parameter, judge: await load(parameter.validator) })),
  )
  const media = requestBody?.content[sent.body?.mediaType ?? '']
  const judge = await load(media?.validator)
  // The description of the deviation contains the value, so the value must stay.
  const keepsDeviation = (call: Call): boolean =>
    deviation === undefined || deepEqual(valueAt(call, deviation), valueAt(sent, deviation))
  const isSame = (value: unknown, was: unknown, by: Validator | undefined): boolean =>
    deepEqual(value, was) ||
    (by !== undefined && value !== undefined && faultsOf(by, value) === faultsOf(by, was))
  const keepsParameters = (call: Call): boolean =>
    judges.every(({ parameter, judge: by }) => {
      const value = call[parameter.in][parameter.name]
      const was = sent[parameter.in][parameter.name]
      // Leaving out a valid optional parameter keeps a call valid.
      if (value === undefined && was !== undefined)
        return !parameter.required && (!by || faultsOf(by, was) === '')
      return isSame(value, was, by)
    })
  const keepsBody = (call: Call): boolean => {
    if (call.body === undefined) return sent.body === undefined || requestBody?.required !== true
    if (sent.body === undefined || sent.body.raw !== undefined) return deepEqual(call.body, sent.body)
    return isSame(call.body.value, sent.body.value, judge)
  }
  return (call) =>
    keepsDeviation(call) &&
    sections.every((section) => isWithin(call[section], sent[section])) &&
    keepsParameters(call) &&
    keepsBody(call)
}

const isWithin = (some: Readonly<Record<string, unknown>>, all: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(some).every((name) => Object.hasOwn(all, name))

const valueIn = (call: Call, location: Peculiarity['in']): unknown =>
  location === 'body' ? call.body?.value : call[location]

/** The odd values in a location of a call; an empty parameter location is not odd. */
const peculiarIn = (call: Call, location: Peculiarity['in']): readonly Peculiarity[] =>
  peculiaritiesOf(valueIn(call, location))
    .filter(({ at }) => location === 'body' || at !== '')
    .map(({ kind, at }) => ({ kind, in: location, at }))

/**
 * The peculiarities of a case that a smaller call still has. Kinds that cannot be detected in a value are kept while
 * their location is unchanged.
 */
const peculiaritiesLeft = ({ call: was, peculiarities = [] }: Case, call: Call): readonly Peculiarity[] => {
  const locations = [...new Set(peculiarities.map((one) => one.in))]
  const kinds = new Set(peculiarities.map(({ kind }) => kind))
  const found = new Set<string>(locations.flatMap((one) => peculiarIn(was, one)).map(({ kind }) => kind))
  const seen = locations.flatMap((one) => peculiarIn(call, one)).filter(({ kind }) => kinds.has(kind))
  const others = peculiarities.filter(
    (one) => !found.has(one.kind) && deepEqual(valueIn(was, one.in), valueIn(call, one.in)),
  )
  return [...seen, ...others]
}

const withCall = (of: Case, call: Call): Case => {
  const { reaches: _reaches, ...rest } = of
  return { ...rest, call, peculiarities: peculiaritiesLeft(of, call) }
}

const keyOf = ({ path, query, header, cookie, body }: Call): string | undefined =>
  keyOfValue([path, query, header, cookie, body ?? null])

/** The most candidates; few of them are valid or wrong in the same way as the sent request. */
const mostCandidates = 2_000

/**
 * Searches for a smaller request that still shows a violation: without optional parameters and members, with shorter
 * lists and plainer values. Every candidate is valid, or deviates exactly like the first request. Deterministic.
 * @param shows sends a case, and resolves to its response if that shows the violation
 * @param most the most requests to send
 * @param knownFor returns existing values for path parameters with odd values
 */
export async function shrink(
  observed: Observed,
  shows: (candidate: Case) => Promise<Observed | undefined>,
  most: number,
  knownFor: KnownFor = () => [],
): Promise<Observed> {
  // A target from a link or page has no values to shrink.
  if (observed.case.call.target !== undefined) return observed
  const keeps = await keeper(observed)
  const tried = new Set([keyOf(observed.case.call)])
  let [smallest, left, thought] = [observed, most, mostCandidates]
  const smaller = async (): Promise<Observed | undefined> => {
    for (const call of smallerCalls(smallest.case, knownFor)) {
      if (left === 0 || thought-- === 0) return undefined
      await giveWay()
      const key = keyOf(call)
      if (tried.has(key)) continue
      tried.add(key)
      if (!keeps(call)) continue
      left--
      const shown = await shows(withCall(smallest.case, call))
      if (shown) return shown
    }
    return undefined
  }
  for (let found = await smaller(); found; found = await smaller()) smallest = found
  return smallest
}
