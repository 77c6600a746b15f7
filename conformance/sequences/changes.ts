import type { JsonObject } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Observed } from '../model/observed.js'
import { nameKey } from '../resources/words.js'
import { areRelated, isReset } from './related.js'
import type { Seen } from './subject.js'

/** One update that was carried out. */
export interface Update {
  readonly operation: Operation
  readonly before: Seen & { readonly thing: JsonObject }
  readonly by: Observed
  readonly sent: JsonObject
}

/** Whether a member is called as what identifies something. */
export function isId(name: string): boolean {
  return /(^| )(id|uuid|slug|key)$/.test(nameKey(name))
}

/** Names of the members that an update was sent with another value. */
export function changedBy({ sent, before: { thing } }: Update): string[] {
  return Object.keys(sent).filter(
    (name) => !isId(name) && Object.hasOwn(thing, name) && !areRelated(thing[name], sent[name]),
  )
}

/** Those whose new value the answer shows, and reading does not. */
export function lostBy(update: Update, answered: JsonObject, after: JsonObject): string[] {
  return changedBy(update).filter(
    (name) =>
      Object.hasOwn(answered, name) &&
      areRelated(answered[name], update.sent[name]) &&
      !areRelated(after[name], update.sent[name]),
  )
}

/** Values that a member has that tell what state a thing is in: to change it may change others. */
const isState = (name: string, value: unknown): boolean =>
  typeof value === 'boolean' || /status|state|type|kind|role|mode|stage/i.test(name)

/** Members that were not sent, and have lost their value. */
export function resetBy(update: Update, faithful: readonly string[], after: JsonObject): string[] {
  const { sent, before } = update
  if (Object.entries(sent).some(([name, value]) => isState(name, value))) return []
  const others = faithful.filter((name) => !Object.hasOwn(sent, name))
  return others.filter(
    (name) =>
      !isReset(before.thing[name]) && isReset(after[name]) && !areRelated(before.thing[name], after[name]),
  )
}

const opaque = /^(\d+|[\da-f]{16,}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i

/**
 * Whether a thing is certainly at the same address after an update: names and slugs may follow what was changed, unless
 * the answer shows them as they were.
 */
export function keepsAddress(id: unknown, answered: JsonObject | undefined): boolean {
  return opaque.test(String(id)) || Object.values(answered ?? {}).some((value) => value === id)
}
