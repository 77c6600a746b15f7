import { entriesOf, keysOf, lastKey, once, walk, parametersIn } from '../../document/index.js'
import { peculiaritiesIn } from '../checks/deviations.js'
import { isSafe } from '../exchange/reading.js'
import { type Case, requiredQuery } from '../model/case.js'
import type { ExploreSettings } from '../model/explorer.js'
import { isMarkOfOne, isOfNew, nameKey, referredBy, wordsOf } from '../resources/names.js'
import { withoutSlash } from '../resources/paths.js'
import { beginsToCreate, isAsking } from '../resources/resources.js'
import type { JsonSchema, Method, Operation } from '../../runtime/surface.js'
import type { OfOthers } from '../pool/other-things.js'
import {
  acting,
  actions,
  bringing,
  changes,
  changing,
  clearing,
  emptying,
  deleting,
  ending,
  endingSession,
  leaving,
  moving,
  ofCaller,
  ofCallerItself,
  ofLogin,
  ofOneKey,
  single,
  stopping,
  taking,
  wiping,
  writing,
} from './action-names.js'
import { closesService, marksOne } from './switches.js'

/** A request that needs permission. */
export interface Asked extends Partial<OfOthers> {
  readonly operation: Operation
  /** The case to be sent; absent for the operation in general. */
  readonly sent?: Case
  /** It addresses a thing that the run created, or nothing that exists. */
  readonly isOurs: boolean
  /** A response showed that the thing exists, or one above it. */
  readonly isSeen?: boolean
  /** Its POST updates an existing thing: see `updatesByPost`. */
  readonly isUpdate: boolean
  /** It has created what was not there, with the id in its path. */
  readonly createsAtId?: boolean
  /** A response says that it creates: see `saysCreated`. */
  readonly saysCreated?: boolean
  /** It creates things that have an address, so that its body describes one. */
  readonly isOfKind?: boolean
  /** It addresses the account whose credentials the run has: see `isOwnAccount`. */
  readonly isOwnAccount?: boolean
}

/** The reason why a request is not sent. */
export interface Refusal {
  /** The setting that would permit it, if any. */
  readonly needs?: 'writes' | 'destructive'
  /** The reason, as a sentence, without its subject where a setting would permit it: "changes things of others". */
  readonly says: string
}

interface Reason {
  /** The permission that it takes; `never` marks requests that would end the run, which are sent with other credentials only. */
  readonly needs: 'writes' | 'destructive' | 'nothing' | 'never'
  readonly says: string
  readonly when: (asked: Asked) => boolean
}

const hyphenated = (operationId: string): string => operationId.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')

/** The actions that a body requests of the service as a whole: `POST /server` with `{ "operation": "shutdown" }`. */
const actionsIn = ({ operation: { path }, sent, isOfKind }: Asked): readonly string[] => {
  if (path.includes('{') || isOfKind === true || isAsking(path)) return []
  const named = entriesOf(sent?.call.body?.value).filter(([name]) => actions.test(name))
  return named.map(([, value]) => value).filter((one) => typeof one === 'string')
}

const isNamed =
  (words: RegExp) =>
  (asked: Asked): boolean => {
    const { path, operationId } = asked.operation
    const names = [operationId, ...actionsIn(asked)].map(hyphenated)
    return [path.replaceAll(/\{[^{}]*\}/g, ''), ...names].some((one) => words.test(one))
  }

const methodOf = ({ operation, sent }: Asked): Method => sent?.call.method ?? operation.method

const isPost = (asked: Asked): boolean => methodOf(asked) === 'post'

/** Kinds of odd path values that are hardly ids. */
const impossibleIds = new Set('nul control unicode long-text huge-number quotes blank-text'.split(' '))

/** Whether no other id follows one in its path: some services look at the last one alone. */
const isLastId = ({ call: { operation } }: Case, at: string): boolean => {
  const names = parametersIn(operation.path)
  return names.slice(names.indexOf(keysOf(at)[0] ?? '')).length < 2
}

/** Services may read a wrong value as a valid one if it looks like a number, or is a list of one: `1.0`, `[1]`. */
const namesNothing = (sent: Case): boolean => {
  const { call, deviation } = sent
  if (deviation?.in !== 'path' || !isLastId(sent, deviation.at)) return false
  const value = call.path[keysOf(deviation.at)[0] ?? '']
  return value !== undefined && typeof value !== 'object' && !Number.isFinite(Number(value))
}

/** Whether a case addresses an id that cannot exist. */
const isImpossible = ({ sent, isSeen = false }: Asked): boolean =>
  sent !== undefined &&
  !isSeen &&
  !parametersIn(sent.call.operation.path).some(isOfNew) &&
  (namesNothing(sent) ||
    peculiaritiesIn(sent).some(
      ({ kind, in: location, at }) => location === 'path' && impossibleIds.has(kind) && isLastId(sent, at),
    ))

/** Services that count their things go on after the largest id, and past 2^53 few can say what they count. */
const isCreationAtHugeId = ({ sent, createsAtId = false }: Asked): boolean =>
  createsAtId &&
  sent !== undefined &&
  peculiaritiesIn(sent).some(({ kind, in: location }) => location === 'path' && kind === 'huge-number')

/** Whether an operation declares a refusal of malformed bodies. */
export function declaresRefusal({ method, responses }: Operation): boolean {
  const isWrite = method === 'post' || method === 'put' || method === 'patch'
  return isWrite && (Object.hasOwn(responses, '400') || Object.hasOwn(responses, '422'))
}

/** Bodies that some services read as empty, which resets the thing. */
const emptyBodies = new Set(['null', '[]', '{}', '""'])

/**
 * Whether the whole body has another type, so that it is refused before anything changes. Services may accept bodies
 * with wrong or missing members, values that they coerce, and any body that the operation ignores.
 */
const isRefusedAnyway = (asked: Asked): boolean => {
  const { call, deviation } = asked.sent ?? {}
  if (!call?.body || call.method !== undefined || call.body.raw !== undefined) return false
  const isOfOtherType = deviation?.in === 'body' && deviation.at === '' && deviation.keyword === 'type'
  const isTelling =
    isOfOtherType && deviation.isCoercible !== true && !emptyBodies.has(JSON.stringify(call.body.value))
  return isTelling && declaresRefusal(asked.operation) && !isNamed(clearing)(asked)
}

/** Without an id a request affects all things, unless the body of a PUT identifies one. */
const isAddressed = (asked: Asked): boolean => asked.operation.path.includes('{') || methodOf(asked) === 'put'

/** Whether a body is required, and none of an object without required members, as far as that is seen at once. */
const mustSay = ({ requestBody }: Operation): boolean => {
  const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
  const isOpen = (one: JsonSchema | undefined): boolean =>
    typeof one === 'object' && one.type === 'object' && (one.required ?? []).length === 0
  return requestBody?.required === true && !schemas.every(isOpen)
}

/**
 * Whether nothing in a request says on what an action acts, and neither its name nor its response says that it creates,
 * as `POST /builds` does: `POST /tasks/rebalance`.
 */
const isBare = ({ operation, sent, saysCreated }: Asked): boolean => {
  const { path, requestBody } = operation
  const last = path.split(/[/:]/).findLast((one) => one !== '') ?? ''
  const isOfMany = nameKey(last) !== wordsOf(last).join(' ')
  if (requestBody !== undefined || isOfMany || saysCreated === true || beginsToCreate(path)) return false
  const hasContent = sent?.call.body !== undefined || Object.keys(sent?.call.query ?? {}).length > 0
  return !hasContent && requiredQuery(operation).length === 0
}

/** Whether an operation empties the service of all there is, by its name, so that little can be tested afterwards. */
export function isEmptying(operation: Operation): boolean {
  const { path, method } = operation
  return (
    !path.includes('{') && !isSafe(method) && isNamed(emptying)({ operation, isOurs: false, isUpdate: false })
  )
}

const isClearing = (asked: Asked): boolean => isPost(asked) && isNamed(clearing)(asked)
const isAboutAll = (asked: Asked): boolean => {
  const { operationId } = asked.operation
  const path = withoutSlash(asked.operation.path)
  if (!isPost(asked)) return !isAddressed(asked)
  if (path.includes('{')) return false
  const names = [operationId, path.split(/[/:]/).at(-1) ?? '', ...actionsIn(asked)].map(hyphenated)
  if (changing.test(path) || single.test(path) || names.some((one) => changes.test(one))) return true
  if (asked.isOfKind === true || isAsking(path)) return false
  if (taking.test(path)) return true
  return isBare(asked) || (acting.test(path) && !mustSay(asked.operation))
}
const isOfCaller = (asked: Asked): boolean => {
  const path = withoutSlash(asked.operation.path)
  if (path.includes('{')) return false
  const isEnding = methodOf(asked) === 'delete' && ofLogin.test(path)
  const isChange = ['put', 'patch', 'delete'].includes(methodOf(asked)) && ofCallerItself.test(path)
  // Where keys have addresses, a new one leaves the others.
  const isReplacing = asked.isOfKind !== true && ofOneKey.test(path)
  return isEnding || isChange || isReplacing || [path, hyphenated(path)].some((one) => ofCaller.test(one))
}
const isEndingRun = (asked: Asked): boolean =>
  isNamed(endingSession)(asked) || (!asked.operation.path.includes('{') && isNamed(ending)(asked))
const isCreation = (asked: Asked): boolean => isPost(asked) && !asked.isUpdate
const isClosing = (asked: Asked): boolean =>
  asked.sent !== undefined && asked.isOfKind !== true && closesService(asked.sent)

/** Whether a part of a body says what is to be deleted: `{ requests: [{ deleteRange: { from, to } }] }`. */
const isDeletingWithin = ({ sent, operation: { path } }: Asked): boolean => {
  if (isAsking(path) || sent === undefined) return false
  // Some services take a single value for a list of it.
  const isWrong = (at: string): boolean => sent.deviation?.in === 'body' && sent.deviation.at === at
  return walk(sent.call.body?.value).some(
    ([at, one]) =>
      deleting.test(nameKey(lastKey(at))) &&
      (typeof one === 'object' ? Object.keys(one ?? {}).length > 0 : isWrong(at)),
  )
}

/** Whether an operation is called after a mark that it gives: `PUT /pets/3/primary`, `POST /pets/3/set-default`. */
const isMarking = ({ operation: { path, method } }: Asked): boolean =>
  method !== 'get' &&
  method !== 'delete' &&
  /\{.*[/:][^{}]+$/.test(path) &&
  isMarkOfOne(nameKey(path.split(/[/:]/).at(-1) ?? '').replace(/^(?:set|make|mark)(?: as)? /, ''))

/** Below what the run created there is no thing of others that could lose the mark. */
const isTakingMark = (asked: Asked): boolean =>
  !(asked.isOurs && isCreation(asked)) &&
  !isAsking(asked.operation.path) &&
  asked.sent !== undefined &&
  marksOne(asked.sent)

/** Whether a function is called after what its query or body names by an id: `POST /move_package?package_id=3`. */
const isFunctionOfNamed = ({ operation: { method, path }, sent, isOfKind, saysCreated }: Asked): boolean => {
  if (method !== 'post' || path.includes('{') || isOfKind === true || saysCreated === true) return false
  const name = nameKey(path.split('/').findLast((one) => one !== '') ?? '')
  if (isAsking(path) || beginsToCreate(path) || leaving.test(name)) return false
  const sentNames = [
    ...Object.keys(sent?.call.query ?? {}),
    ...entriesOf(sent?.call.body?.value).map(([one]) => one),
  ]
  const nouns = sentNames.map(referredBy).filter((one) => one !== undefined)
  return nouns.some((noun) => bringing.test(name) || name.endsWith(` ${noun}`))
}

const lettersOf = (text: string): string => text.replaceAll(/[\W_]/g, '').toLowerCase()

/** Whether an operation is called after what it changes: by its path, and by its own id where it has one. */
const isNamedForWriting = once(({ path, operationId, method }: Operation): boolean => {
  const last = path.split('/').findLast((one) => /^[^{}]+$/.test(one)) ?? ''
  const hasOwnId = lettersOf(operationId) !== lettersOf(`${method}${path}`)
  const isWriting = writing.test(hyphenated(last)) || (!path.includes('{') && stopping.test(last))
  return isWriting && (!hasOwnId || writing.test(hyphenated(operationId)))
})

const isWritingRead = (asked: Asked): boolean =>
  ['get', 'head'].includes(methodOf(asked)) && isNamedForWriting(asked.operation)

/** The first matching reason decides. */
const reasons: readonly Reason[] = [
  {
    when: isEndingRun,
    needs: 'never',
    says: 'would end the session of the run or the service, by its name or action',
  },
  {
    when: (asked) => [endingSession, ending, wiping].some((words) => isNamed(words)(asked)),
    needs: 'destructive',
    says: 'ends or empties something, by its name or action',
  },
  { when: isWritingRead, needs: 'destructive', says: 'changes things by GET, by its name' },
  { when: (asked) => isSafe(methodOf(asked)), needs: 'nothing', says: 'reads' },
  {
    when: (asked) => isOfCaller(asked) && !isRefusedAnyway(asked),
    needs: 'never',
    says: 'may change how the run logs in, by its path',
  },
  {
    when: (asked) => asked.isOwnAccount === true && !isRefusedAnyway(asked),
    needs: 'never',
    says: 'may change or delete the account of the run or its key, by its id',
  },
  {
    when: (asked) => isClosing(asked) && !isRefusedAnyway(asked),
    needs: 'never',
    says: 'may close the service to writes, so that nothing could be deleted',
  },
  { when: isClearing, needs: 'destructive', says: 'clears or deletes much at once, by its name or action' },
  { when: isNamed(moving), needs: 'destructive', says: 'moves a thing to another address, by its name' },
  { when: isRefusedAnyway, needs: 'writes', says: 'has a body that is refused' },
  {
    when: ({ isOfOtherId }) => isOfOtherId === true,
    needs: 'destructive',
    says: 'may change the thing whose id its body has',
  },
  {
    when: isCreationAtHugeId,
    needs: 'destructive',
    says: 'may create a thing with a huge id, after which the service counts on',
  },
  { when: isImpossible, needs: 'writes', says: 'has an id that cannot exist' },
  { when: isAboutAll, needs: 'destructive', says: 'may affect all things, because its path has no id' },
  {
    when: (asked) => asked.namesOther === true,
    needs: 'destructive',
    says: 'may rename what its body names by an id',
  },
  {
    when: (asked) => asked.takesPlace === true || isMarking(asked) || isTakingMark(asked),
    needs: 'destructive',
    says: 'may take from another thing that it is the one of its kind, such as the default, or its position',
  },
  { when: isFunctionOfNamed, needs: 'destructive', says: 'may change what an id names, by its name' },
  {
    when: ({ actsOnOther }) => actsOnOther === true,
    needs: 'destructive',
    says: 'may change what its body or query names',
  },
  {
    when: ({ refersToOther }) => refersToOther === true,
    needs: 'destructive',
    says: 'refers to what the run did not create, and could refer to what it created',
  },
  { when: ({ isOurs }) => isOurs, needs: 'writes', says: 'changes what the run created' },
  { when: isDeletingWithin, needs: 'destructive', says: 'deletes what a part of its body says' },
  { when: isCreation, needs: 'writes', says: 'creates something' },
  { when: () => true, needs: 'destructive', says: 'changes or deletes what the run did not create' },
]

/** The reason why the settings forbid a request; undefined where they permit it. */
export function refusalOf(
  asked: Asked,
  { allowWrites, allowDestructive }: Pick<ExploreSettings, 'allowWrites' | 'allowDestructive'>,
): Refusal | undefined {
  const isOwn = (asked.sent?.call.credentials ?? 'own') === 'own'
  const found = reasons.find(({ when, needs }) => (isOwn || needs !== 'never') && when(asked))
  if (!found || found.needs === 'nothing') return undefined
  const { needs, says } = found
  if (needs === 'never') return { says: `it ${says}` }
  if (!allowWrites && !isSafe(methodOf(asked))) return { needs: 'writes', says }
  return needs === 'writes' || allowDestructive ? undefined : { needs, says }
}
