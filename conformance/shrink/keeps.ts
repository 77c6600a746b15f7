import { keysOf, memberAt } from '../../document/index.js'
import { deepEqual } from '../../runtime/deep-equal.js'
import type { Validator } from '../../runtime/validators.js'
import type { Call } from '../model/call.js'
import type { Deviation } from '../model/case.js'
import type { Observed } from '../model/observed.js'

const sections = ['path', 'query', 'header', 'cookie'] as const

/** What a validator has against a value, without positions in lists: those differ when a list gets shorter. */
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

const valueAt = (call: Call, { in: where, at }: Deviation): unknown =>
  keysOf(at).reduce<unknown>(
    (holder, key) => (Array.isArray(holder) ? holder[Number(key)] : memberAt(holder, key)),
    where === 'body' ? call.body?.value : call[where],
  )

/** Says whether another call of the operation is as right, or as wrong, as the one that was sent. */
export async function keeper({
  api,
  case: { call: sent, deviation },
}: Observed): Promise<(call: Call) => boolean> {
  const { parameters, requestBody } = sent.operation
  const load = async (name: string | undefined): Promise<Validator | undefined> =>
    name === undefined ? undefined : api.surface.validator(name).catch(() => undefined)
  const judges = await Promise.all(
    parameters.map(async (parameter) => ({ parameter, judge: await load(parameter.validator) })),
  )
  const media = requestBody?.content[sent.body?.mediaType ?? '']
  const judge = await load(media?.validator)
  // What is wrong is said in words, which a value of another kind would make untrue.
  const keepsDeviation = (call: Call): boolean =>
    deviation === undefined || deepEqual(valueAt(call, deviation), valueAt(sent, deviation))
  const isSame = (value: unknown, was: unknown, by: Validator | undefined): boolean =>
    deepEqual(value, was) ||
    (by !== undefined && value !== undefined && faultsOf(by, value) === faultsOf(by, was))
  const keepsParameters = (call: Call): boolean =>
    judges.every(({ parameter, judge: by }) => {
      const value = call[parameter.in][parameter.name]
      const was = sent[parameter.in][parameter.name]
      // A parameter that is left out breaks nothing where it is optional, and was right before.
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
