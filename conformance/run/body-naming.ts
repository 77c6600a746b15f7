import { objectOf } from '../../document/index.js'
import { isTurnedDown, nestedScalars } from '../exchange/reading.js'
import type { CreatedThing } from '../model/report.js'
import { heldIn } from '../pool/addresses.js'
import { isDistinct } from '../requests/distinct.js'
import {
  bodyDeletionsIn,
  bodyNaming,
  itemPathOfList,
  namesOf,
  valuesOfList,
} from '../resources/body-deletions.js'
import { lastNoun, type PlainValue, wordsOf } from '../resources/names.js'
import { lastParameter, targetOf } from '../resources/paths.js'
import { beginsToCreate } from '../resources/resources.js'
import { idOf } from './deletions.js'

const creatingVerbs = /^(?:create|add|new|register|insert|apply|save|upsert|init)(?: (?:or|update|new|one))*$/

const parentOf = (target: string): string => target.replace(/\/[^/]*\/?$/, '')

const lastOf = (path: string): string => path.split('/').findLast((one) => one !== '') ?? ''

/** The lists that a thing may be in, as targets: that above its own path, that of its creation, or the one above a verb. */
const listsOf = ({ path, by }: CreatedThing): readonly string[] => {
  const { operation, path: values } = by.case.call
  const own = targetOf(operation.path, values)
  const isVerb = creatingVerbs.test(wordsOf(lastOf(operation.path)).join(' '))
  return [...(path === undefined ? [] : [parentOf(path)]), own, ...(isVerb ? [parentOf(own)] : [])]
}

/**
 * Whether a value names what the run created, and nothing else: its id, a text that only the run can have made up, what
 * the service added to it, or the name that it was created with.
 */
const isOwnName = (value: PlainValue, thing: CreatedThing): boolean => {
  const { call } = thing.by.case
  const sent = nestedScalars([call.path, call.body?.value]).map(String)
  return (
    String(value) === idOf(thing) ||
    isDistinct(thing.api, value) ||
    beginsToCreate(call.operation.path) ||
    !sent.includes(String(value))
  )
}

/**
 * A thing with the operation that deletes it by the id in its body, where the document has none for its path:
 * `DELETE /pets` and `POST /pets/delete` with `{ ids: [1] }`. Each body names that thing alone.
 */
export function withBodyDeletion(thing: CreatedThing): CreatedThing {
  const { api, by, deleteOperation, isPerhaps, isDeleted } = thing
  const isNameless = thing.path?.endsWith('/') === true
  if (deleteOperation || isPerhaps || isDeleted || isNameless || isTurnedDown(by.exchange)) return thing
  const { schemas } = api.surface
  for (const deletion of bodyDeletionsIn(api.operations, schemas)) {
    const lists = listsOf(thing).map((one) => valuesOfList(deletion, one))
    const pathValues = lists.find((one) => one !== undefined)
    if (!pathValues) continue
    const [shown = {}] = heldIn({ nouns: [lastNoun(deletion.listPath)] }, by, 'thing').things
    const id = lastParameter(itemPathOfList(deletion)) ?? 'id'
    const sent = objectOf(by.case.call.body?.value)
    const made = thing.path === undefined ? { ...sent, ...shown } : { [id]: idOf(thing) }
    const names = namesOf(deletion, made, schemas).filter((one) => isOwnName(one, thing))
    const deleteBodies = names.flatMap((one) => bodyNaming(deletion, one, schemas) ?? [])
    if (deleteBodies.length > 0)
      return { ...thing, deleteOperation: deletion.operation, pathValues, deleteBodies }
  }
  return thing
}
