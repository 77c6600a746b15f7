import { isDeepStrictEqual } from 'node:util'

import { ACH, fiatRegistration, SEPA } from './actors.js'
import { NEW, OLD, VERSIONS } from './sandbox.js'

/** The expectation of a value whose text is not known. */
class Matcher {
  constructor(
    readonly name: string,
    readonly accepts: (value: unknown) => boolean,
  ) {}
}

/** The value of a name. Where it is expected, it is compared with all that it holds. */
class Whole {
  constructor(readonly value: unknown) {}
}

const absent = new Matcher('absent', (value) => value === undefined)
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export type Names = Readonly<Record<string, unknown>>

/** The names that every scenario knows. */
export const known: Names = {
  absent,
  number: new Matcher('any number', (value) => typeof value === 'number'),
  any: new Matcher('any value', (value) => value !== undefined),
  text: new Matcher('any text', (value) => typeof value === 'string'),
  uuid: new Matcher('a uuid', (value) => typeof value === 'string' && UUID.test(value)),
  nobody: '6f1d2c3b-4a59-4e68-8d77-1c2b3a495867',
  OLD,
  NEW,
  VERSIONS,
  ACH,
  SEPA,
  bankAccount: fiatRegistration(''),
}

type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Matcher)

/** The value at a path; a step through a list leads to the values of all its items, unless it is an index or `length`. */
const at = (value: unknown, [step, ...rest]: readonly string[]): unknown => {
  if (step === undefined) return value
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value) && !/^(\d+|length)$/.test(step))
    return value.map((item) => at(item, [step, ...rest]))
  return Object.hasOwn(value, step) ? at(Reflect.get(value, step), rest) : undefined
}

const NAME = /\$(?<name>[A-Za-z]\w*)(?<path>(?:\.\w+(?:-\w+)*)*)/

const valueOf = (name: string, path: string, names: Names): unknown => {
  if (!Object.hasOwn(names, name)) throw new ReferenceError(`no name $${name}`)
  const value = at(names[name], path.split('.').slice(1))
  if (value === undefined) throw new ReferenceError(`nothing at $${name}${path}`)
  return value
}

const ofText = (text: string, names: Names): unknown => {
  const { 0: all, groups: { name = '', path = '' } = {} } = NAME.exec(text) ?? {}
  if (all === text) {
    const value = valueOf(name, path, names)
    return value instanceof Matcher ? value : new Whole(value)
  }
  const filled = text.replaceAll(new RegExp(NAME, 'g'), (_all, one: string, steps: string) =>
    String(valueOf(one, steps, names)),
  )
  const { what, times } = /^(?<what>.+)\*(?<times>\d+)$/.exec(filled)?.groups ?? {}
  return what?.repeat(Number(times)) ?? filled
}

/** Puts the values of names where they stand; `AB*3` stands for ABABAB. */
const resolve = (value: unknown, names: Names): unknown => {
  if (typeof value === 'string') return ofText(value, names)
  if (Array.isArray(value)) return value.map((item) => resolve(item, names))
  if (!isMembers(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member, names)]))
}

const withMember = (value: unknown, [step, ...rest]: readonly string[], member: unknown): unknown => {
  if (step === undefined) return member
  if (Array.isArray(value)) return value.with(Number(step), withMember(value[Number(step)], rest, member))
  const members: Members = isMembers(value) ? { ...value } : {}
  const wanted = withMember(members[step], rest, member)
  if (wanted === absent) delete members[step]
  else members[step] = wanted
  return members
}

const sendable = (value: unknown, over?: unknown): unknown => {
  if (value instanceof Whole) return value.value
  if (Array.isArray(value)) return value.map((item) => sendable(item))
  if (!isMembers(value)) return value
  const { '<<': base = over, ...members } = value
  return Object.entries(members).reduce<unknown>(
    (all, [key, member]) => withMember(all, key.split('.'), sendable(member)),
    sendable(base) ?? {},
  )
}

/**
 * A value to send. Members of `<<`, or of the value that it changes, are taken over, and those that are `$absent` are
 * left out. A key may be a path, such as `address.country`.
 */
export const valueToSend = (value: unknown, names: Names, over?: unknown): unknown =>
  sendable(resolve(value, names), over)

/** A text with the values of its names. */
export const textToSend = (text: string, names: Names): string => {
  const value = ofText(text, names)
  return value instanceof Whole ? String(value.value) : String(value)
}

const shown = (value: unknown): string =>
  value instanceof Matcher ? value.name : (JSON.stringify(value) ?? 'absent')

const differencesOf = (came: unknown, expected: unknown, path: string): readonly string[] => {
  const unlike = (isAlike: boolean, wanted: unknown = expected) =>
    isAlike ? [] : [`${path} is ${shown(came)}, expected ${shown(wanted)}`]
  if (expected instanceof Matcher) return unlike(expected.accepts(came))
  if (expected instanceof Whole) return unlike(isDeepStrictEqual(came, expected.value), expected.value)
  if (typeof expected === 'string' && /^\/.+\/$/s.test(expected))
    return unlike(typeof came === 'string' && new RegExp(expected.slice(1, -1)).test(came))
  if (Array.isArray(expected)) {
    if (!Array.isArray(came) || came.length !== expected.length) return unlike(false)
    return expected.flatMap((item, index) => differencesOf(came[index], item, `${path}.${index}`))
  }
  if (!isMembers(expected)) return unlike(Object.is(came, expected))
  const { '<<': base, ...members } = expected
  const others = base instanceof Whole ? differencesOf(came, base.value, path) : []
  if (Object.keys(members).length === 0 && base !== undefined) return others
  if (typeof came !== 'object' || came === null) return unlike(false)
  return [
    ...others,
    ...Object.entries(members).flatMap(([key, member]) => {
      const steps = key.split('.')
      const some = steps.indexOf('some')
      if (some < 0) return differencesOf(at(came, steps), member, `${path}.${key}`)
      const [items, rest] = [at(came, steps.slice(0, some)), steps.slice(some + 1)]
      const wanted = rest.length === 0 ? member : { [rest.join('.')]: member }
      const isThere =
        Array.isArray(items) && items.some((item) => differencesOf(item, wanted, '').length === 0)
      return isThere ? [] : [`${path}.${key} is not ${shown(member)}: ${shown(items)}`]
    }),
  ]
}

/**
 * The difference of a value from the expected one. Of an object the stated members are compared, of a list all items;
 * the value of a name is compared as a whole, and a text between slashes is a pattern. A key may be a path:
 * `items.id: [$b, $a]` compares the ids of all items, and `items.some: {code: A}` wants one that is like this.
 */
export const differences = (
  came: unknown,
  expected: unknown,
  names: Names,
  path: string,
): readonly string[] => differencesOf(came, resolve(expected, names), path)
