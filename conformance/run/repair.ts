import { entriesOf, escapedPattern, isObject, listOf, member, resolvePath } from '../../document/index.js'
import { smallestImage } from '../../document/values/index.js'
import { alikeText, anotherText, distinctIn, learnDistinct, naming } from '../requests/distinct.js'
import { schemasAt } from '../checks/response.js'
import type { Exchange } from '../exchange/exchange.js'
import { isTurnedDown } from '../exchange/reading.js'
import { type Case, type Call, type Observed, valuesAt } from '../model/case.js'
import { type Complaint, complaintsIn, type Want } from './refusals.js'
import { bodyOf, deepestNested, locationsIn, plainName, type Target, targetOf } from './targets.js'
import { type Change, changeOf, formed, type Known, shortestNested } from './wants.js'

/** Changes a request to meet a requirement of the service. */
export interface Repair {
  /** The member of the body that it changes; empty for a parameter. */
  readonly member: string
  /** Equal for repairs of the same value. */
  readonly key: string
  readonly apply: (sent: Case) => Case
}

/** Repairs of a refused request that are tried together. */
export interface Attempt {
  readonly repairs: readonly Repair[]
  /** The service stated the requirement, which may exceed the document. */
  readonly isDemanded: boolean
  /** Whether another refusal has the same complaint. */
  readonly isRefusedBy: (refused: Observed) => boolean
}

/** Whether a response may say what is wrong with its request. Some services answer 500 to what they refuse. */
const mayTell = (exchange: Exchange): boolean => isTurnedDown(exchange) || exchange.response.status === 500

const withChange = (value: unknown, keys: readonly string[], change: Change): unknown => {
  const [first, ...rest] = keys
  if (first === undefined) return change(value)
  // A missing list or item cannot be changed.
  if (Array.isArray(value) || (value === undefined && /^\d+$/.test(first))) {
    const [list, index] = [listOf(value), Number(first)]
    return index in list ? list.with(index, withChange(list[index], rest, change)) : value
  }
  const changed = withChange(member(value, first), rest, change)
  const others = entriesOf(value)
  const own = others.some(([name]) => name === first) ? others : [...others, [first, undefined] as const]
  const entries = own.map(([name, one]) => [name, name === first ? changed : one] as const)
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined))
}

/** A change of the value at a location; a value that becomes undefined is left out. */
export function repairAt({ in: location, keys }: Target, change: Change, kind?: 'distinct'): Repair {
  const apply = (sent: Case): Case => {
    const body = location === 'body' ? bodyOf(sent.call) : sent.call.body
    if (location === 'body' && !isObject(body?.value) && !Array.isArray(body?.value)) return sent
    const changed = withChange(valuesAt(sent.call, location), keys, change)
    const isOfBody = body && location === 'body'
    const changes = isOfBody ? { body: { ...body, value: changed } } : { [location]: changed }
    return { ...sent, call: { ...sent.call, ...changes } }
  }
  // A text that has to be distinct may be there because of another repair, which stays.
  const key = JSON.stringify([kind, location, keys])
  return { member: location === 'body' ? (keys[0] ?? '') : '', key, apply }
}

/** Formats that prose describes and schemas do not; a refused text is tried in each. */
const forms: readonly ((text: string) => string)[] = [
  (text) => `${text}.example.`,
  (text) => `${text}.example`,
  (text) => `https://example.com/${text}`,
  (text) => `${text}@example.com`,
  (text) => `/${text}`,
  (text) => text.replaceAll('-', ''),
]

/** A text is no file, so an image is sent only where the refusal speaks of one. */
const ofImages = /\b(?:image|picture|photo)s?\b/i

/** A reference to what is not there: its form is right, and databases quote all that was sent. */
const ofReferences = /\bforeign[ _]?key\b/i

const mostFormed = 2
const mostAdded = 2

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d-]/g, '') || 'a'

const textsIn = (value: unknown): readonly string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')

/** A longer text is no part of a word, and its pattern may be too large to compile. */
const longestWord = 1_000

/** Whether a message has a text that is no part of a word. */
const isIn = (message: string, text: string): boolean =>
  message.includes(text) &&
  (text.length > longestWord || new RegExp(`(?<!\\w)${escapedPattern(text)}(?!\\w)`).test(message))

interface Texts {
  readonly keys: readonly string[]
  readonly texts: readonly string[]
}

/** The texts of a body with the names that lead to them; those of a list stand together. */
const textsBelow = (value: unknown, keys: readonly string[] = []): readonly Texts[] => {
  const texts = textsIn(value)
  if (texts.length > 0) return keys.length > 0 ? [{ keys, texts }] : []
  if (keys.length === deepestNested) return []
  const items = Array.isArray(value)
    ? value.slice(0, 1).entries()
    : Object.entries(isObject(value) ? value : {})
  return [...items].flatMap(([key, one]) => textsBelow(one, [...keys, String(key)]))
}

const wordsOf = (message: string): ReadonlySet<string> => new Set(message.toLowerCase().split(/\W+/))

/** The names that lead to the texts of a body that a refusal mentions, or else its members that it names. */
export function blamed(refused: Observed): readonly (readonly string[])[] {
  return mayTell(refused.exchange) ? mentionedIn(refused) : []
}

const mentionedIn = ({ case: { call }, exchange }: Observed): readonly (readonly string[])[] => {
  const { body: message } = exchange.response
  const all = textsBelow(call.body?.value)
  const words = wordsOf(message)
  const byText = all.filter(({ keys, texts }) =>
    texts.some((text) => text.length >= (keys.length === 1 ? 2 : shortestNested) && isIn(message, text)),
  )
  const byName = all.filter(
    ({ keys: [name = '', ...more] }) => more.length === 0 && words.has(name.toLowerCase()),
  )
  return (byText.length > 0 ? byText : byName).map(({ keys }) => keys)
}

/** The names that lead to members that one value has and another lacks; of items in a list, those of the first. */
const lackedBy = (
  own: unknown,
  full: unknown,
  keys: readonly string[] = [],
): readonly (readonly string[])[] => {
  if (keys.length === deepestNested) return []
  const below = (name: string, of: unknown): readonly (readonly string[])[] =>
    lackedBy(resolvePath(own, [name]), of, [...keys, name])
  if (Array.isArray(full)) return Array.isArray(own) && own.length > 0 ? below('0', full[0]) : []
  if (!isObject(own)) return []
  return entriesOf(full).flatMap(([name, one]) =>
    member(own, name) === undefined ? [[...keys, name]] : below(name, one),
  )
}

/** The names that lead to optional members which a refusal names and the body lacks. */
const namedAbsent = ({ case: { call }, exchange }: Observed, full: Call | undefined): readonly Target[] => {
  const words = mayTell(exchange) ? wordsOf(exchange.response.body) : new Set()
  const isNamed = (keys: readonly string[]): boolean => {
    const [name = '', parent = ''] = keys.map((key) => key.toLowerCase()).toReversed()
    const isClear = keys.length === 1 || name.length >= shortestNested || words.has(parent)
    return isClear && words.has(name)
  }
  const all = lackedBy(call.body?.value, full?.body?.value).filter(isNamed)
  return all.map((keys) => ({ in: 'body', keys }))
}

/** Complaints with a requirement, each with its value. */
const wanted = (refused: Observed, full: Call | undefined): readonly [Want, Target][] => {
  const { exchange, case: { call } } = refused // prettier-ignore
  const complaints = mayTell(exchange) ? complaintsIn(exchange.response.body) : []
  const all = locationsIn.flatMap((location) => entriesOf(valuesAt(call, location)).map(([name]) => name))
  const namedIn = (text: string): string[] => {
    const words = new Set(text.split(/[^\w-]+/).map(plainName))
    return all.filter((name) => words.has(plainName(name)))
  }
  const about = ({ at, text, want }: Complaint): Target | undefined => {
    // A complaint without a name concerns the only member that the refusal mentions.
    const alone = [namedIn(text).map((name) => [name]), blamed(refused)].find((one) => one.length === 1)
    const names = at.length > 0 ? at : alone?.[0]
    return names && targetOf(call, names, full, want?.kind === 'present')
  }
  return complaints.flatMap((complaint) => {
    const target = complaint.want && about(complaint)
    return complaint.want && target ? [[complaint.want, target]] : []
  })
}

const dated = /^\d{4}-\d\d-\d\d(?=$|T)/
const moments = /\b(?:past|future|expired?|before|after|earlier|later)\b/i
const ends = /end|until|expir|finish|stop|\bto\b/i

const isOfMoments = ({ exchange }: Observed): boolean =>
  mayTell(exchange) && moments.test(exchange.response.body)

const taken =
  /\b(?:already (?:exists?|used|registered)|(?:already|is) (?:taken|in use))\b|\bduplicate\b|\b(?:not|be) unique\b/i

/** Whether a refusal may say what to send instead: the request is wrong, or a value of it is taken. */
export function isRepairable({ exchange }: Observed): boolean {
  return mayTell(exchange) || exchange.response.status === 409
}

/** The short message of a conflict: `isbn 123 exists`. */
const there = /(?<!\bnot )\bexists\b/i

const isOfTaken = (refused: Observed): boolean => {
  const { status, body } = refused.exchange.response
  return isRepairable(refused) && (taken.test(body) || (status === 409 && there.test(body)))
}

/** The names that lead to the texts of a body that a refusal says to exist; those of names where it does not say which. */
const takenIn = (refused: Observed): readonly (readonly string[])[] => {
  if (!isOfTaken(refused)) return []
  const mentioned = mentionedIn(refused)
  const named = textsBelow(refused.case.call.body?.value).filter(({ keys }) => naming.test(keys.at(-1) ?? ''))
  return mentioned.length > 0 ? mentioned : named.map(({ keys }) => keys)
}

/** Repairs that make texts distinct that exist, each time anew: those of the body, or the id in the path. */
const distinctTexts = (refused: Observed): readonly Repair[] => {
  const distinct = distinctIn(refused.api)
  // A code in capitals usually has a pattern, which nothing can be added to.
  const otherOf = (text: string): string =>
    /^[A-Z\d]+([-_.]?[A-Z\d]+)*$/.test(text) ? alikeText(text) : anotherText(text, distinct())
  const another = (value: unknown): unknown => formed(value, otherOf)
  const all = takenIn(refused).map((keys): Target => ({ in: 'body', keys }))
  // `POST /spaces/{space}` names in its path what it creates.
  const { method, path } = refused.case.call.operation
  const [, own] = (method === 'post' && /\{([^{}]+)\}\/?$/.exec(path)) || []
  if (all.length === 0 && own !== undefined && isOfTaken(refused)) all.push({ in: 'path', keys: [own] })
  return all.slice(0, mostFormed).map((target) => repairAt(target, another, 'distinct'))
}

/** Learns the members of a body that are to be unique from a refusal because their values exist. */
export function learnTaken(refused: Observed): void {
  const all = takenIn(refused)
  // Of several names that it does not mention, most may refer to what exists.
  if (all.length > 1 && mentionedIn(refused).length === 0) return
  for (const keys of all) learnDistinct(refused.api, refused.case.call.operation, keys)
}

/** Repairs that move the dates of a body to the future, start dates first; empty where no moment was refused. */
const laterDates = (refused: Observed): readonly Repair[] => {
  if (!isOfMoments(refused)) return []
  const dates = entriesOf(refused.case.call.body?.value).filter(([, value]) => dated.test(String(value)))
  const ordered = dates.toSorted(([one], [other]) => +ends.test(one) - +ends.test(other))
  return ordered.map(([name], index) =>
    repairAt({ in: 'body', keys: [name] }, (value) =>
      formed(value, (text) => text.replace(dated, `${2096 + index}-01-15`)),
    ),
  )
}

const mostValues = 6

/** Splits a requirement of one of several values into one for each. */
const eachValue = ([want, target]: readonly [Want, Target]): readonly (readonly [Want, Target])[] =>
  want.kind === 'values'
    ? want.values.slice(0, mostValues).map((value) => [{ ...want, values: [value] }, target] as const)
    : []

/** The other values that the document lists for a text of a body. */
const otherValues = ({ api, case: { call } }: Observed, keys: readonly string[]): readonly unknown[] => {
  const { pointer = '' } = call.operation.requestBody?.content[call.body?.mediaType ?? ''] ?? {}
  const sent = resolvePath(call.body?.value, keys)
  const listed = schemasAt(api.document, `${pointer}/schema`, keys).flatMap(({ node }) =>
    listOf(node['enum']),
  )
  return listed.includes(sent) ? [...new Set(listed)].filter((one) => one !== sent) : []
}

const keyOf = ([{ kind }, target]: readonly [Want, Target]): string => `${kind} ${JSON.stringify(target)}`

/**
 * Attempts to repeat a refused request: with everything that the refusal requires, with dates in the future, with other
 * texts for those that exist, with each requirement alone, with each optional member that the refusal names, and with
 * each mentioned text as another value that the document lists, or in other formats, as null, or left out, one at a time.
 * @param full a call with all optional values, which provides missing ones
 * @param known ids for members whose form is refused
 */
export function attemptsFor(refused: Observed, full?: Call, known: Known = () => []): readonly Attempt[] {
  const asked = wanted(refused, full)
  const demanded = (some: readonly (readonly [Want, Target])[]): Attempt => ({
    repairs: some.map(([want, target]) => repairAt(target, changeOf(want, target, refused, full, known))),
    isDemanded: true,
    isRefusedBy: (again) => {
      const keys = new Set(wanted(again, full).map(keyOf))
      // A refusal of an allowed value may be shorter than that of an unknown one.
      const isSilent = keys.size === 0 && some.some(([want]) => want.kind === 'values')
      return isSilent || some.every((one) => keys.has(keyOf(one)))
    },
  })
  const tried = ofImages.test(refused.exchange.response.body) ? [...forms, () => smallestImage] : forms
  const misshapen = ofReferences.test(refused.exchange.response.body) ? [] : blamed(refused)
  const changesOf = (keys: readonly string[]): readonly Change[] => {
    const listed = otherValues(refused, keys)
    if (listed.length > 0) return listed.slice(0, mostValues).map((one) => () => one)
    const changes = tried.map(
      (form): Change =>
        (value) =>
          formed(value, (text) => form(plain(text))),
    )
    // What a text refers to may not exist, so it is left open where the document allows that.
    return [...changes, () => null, () => undefined]
  }
  const changed = misshapen.slice(0, mostFormed).flatMap((keys) =>
    changesOf(keys).map((change): Attempt => ({
      repairs: [repairAt({ in: 'body', keys }, change)],
      isDemanded: false,
      isRefusedBy: (again) => blamed(again).some((other) => other.join('/') === keys.join('/')),
    })),
  )
  const added = namedAbsent(refused, full).map((target): Attempt => ({
    repairs: [repairAt(target, changeOf({ kind: 'present' }, target, refused, full, known))],
    isDemanded: false,
    isRefusedBy: (again) =>
      namedAbsent(again, full).some(({ keys }) => keys.join('/') === target.keys.join('/')),
  }))
  const dates = laterDates(refused)
  const others = distinctTexts(refused)
  return [
    ...(asked.length > 0 ? [demanded(asked)] : []),
    ...(dates.length > 0 ? [{ repairs: dates, isDemanded: true, isRefusedBy: isOfMoments }] : []),
    ...(others.length > 0 ? [{ repairs: others, isDemanded: true, isRefusedBy: isOfTaken }] : []),
    ...(asked.length > 1 ? asked.map((one) => demanded([one])) : []),
    ...asked.flatMap((one) => eachValue(one).slice(1)).map((one) => demanded([one])),
    ...added.slice(0, mostAdded),
    ...changed,
  ]
}
