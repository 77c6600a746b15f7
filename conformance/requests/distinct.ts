import { randomBytes, randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject, once } from '../../document/index.js'
import { isUuid } from '../../runtime/formats.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/case.js'

const markLength = 6

/** Begins with a letter, because a text of digits, or one such as `48e3`, would be taken for a number. */
const makeMark = (): string =>
  `${'abcdef'[randomInt(6)]}${randomBytes(3).toString('hex')}`.slice(0, markLength)

const runOf = once((_api: Api): { readonly mark: string; count: number } => ({ mark: makeMark(), count: 0 }))

/** Makes short texts that are unique across runs, because services that require unique names keep those of earlier runs. */
export function distinctIn(api: Api): () => string {
  const run = runOf(api)
  return () => `${run.mark}${(run.count++).toString(36)}`
}

/** Whether a value is a text that the run made unique, so that nothing of that name was there before. */
export function isDistinct(api: Api, value: unknown): boolean {
  return typeof value === 'string' && value.includes(runOf(api).mark)
}

/** Whether an id is one that services make up. */
export function isMadeUpId(id: unknown): boolean {
  return typeof id === 'number' || (typeof id === 'string' && isUuid(id))
}

/** Names of members that identify a thing for people, inside a body: `profile.name`. */
export const naming = /^(name|e-?mail|login|user-?name|slug|code|key|title)$/i

/** Whether an object gives a name to the thing whose id it has: some services rename that thing. */
export function givesName(api: Api, { id, ...others }: JsonObject): boolean {
  const isName = ([name, value]: [string, unknown]): boolean =>
    typeof value === 'string' && (naming.test(name) || isDistinct(api, value))
  return isMadeUpId(id) && Object.entries(others).some(isName)
}

/** The ids of things to which objects inside a body give names. */
export function namedIn(api: Api, body: unknown): readonly unknown[] {
  const parts = isObject(body) || Array.isArray(body) ? Object.values(body).flat().filter(isObject) : []
  const ids = parts.filter((one) => givesName(api, one)).map(({ id }) => id)
  return ids.concat(parts.flatMap((one) => namedIn(api, one)))
}

/** A text without the words that the run made unique, which may name a thing of an earlier request. */
export function withoutDistinct(api: Api, text: string): string {
  const { mark } = runOf(api)
  return text.includes(mark) ? text.replaceAll(new RegExp(`[\\w.@-]*${mark}[\\w.@-]*`, 'g'), '#') : text
}

/** Names that lead to a member of a body: `traits`, `email`. */
type Keys = readonly string[]

const learned = once((_api: Api): Map<string, Keys[]> => new Map())

/** Remembers that the service refused a body for a member whose value is that of another thing. */
export function learnDistinct(api: Api, operation: Operation, keys: Keys): void {
  const known = learnedOf(api, operation)
  if (!known.some((one) => isDeepStrictEqual(one, keys)))
    learned(api).set(operation.pointer, [...known, keys])
}

/** The members of an operation's body that were found to be unique. */
export function learnedOf(api: Api, { pointer }: Operation): readonly Keys[] {
  return learned(api).get(pointer) ?? []
}

/** A host name: the first label is changed, `pets.example.` becomes `pets1.example.` */
const isDotted = /^[\w-]+(\.[\w-]+)+\.?$/

/**
 * A text with something distinct in it; a host name or mail stays one. An earlier distinct part is
 * removed, because names that are taken from earlier requests would become longer and longer.
 */
export function anotherText(text: string, distinct: string): string {
  const mark = distinct.slice(0, markLength)
  const plain = text.replaceAll(new RegExp(`${mark}[\\da-z]*`, 'g'), '')
  const at = isDotted.test(plain) ? plain.indexOf('.') : plain.lastIndexOf('@')
  return at < 0 ? `${plain}${distinct}` : `${plain.slice(0, at)}${distinct}${plain.slice(at)}`
}

const alphabets = ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789'] as const

/** Another text of the same form, for patterns that leave no room: `QK-731` for `AB-123`. */
export function alikeText(text: string): string {
  return text.replaceAll(/[A-Za-z0-9]/g, (one) => {
    const own = alphabets.find((letters) => letters.includes(one)) ?? one
    return own[randomInt(own.length)] ?? one
  })
}
