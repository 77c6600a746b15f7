import { entriesOf, isObject, type JsonObject, listOf, member } from '../../document/index.js'
import { isUuid } from '../../runtime/formats.js'
import type { Operation } from '../../runtime/surface.js'
import { jsonBody } from '../exchange/exchange.js'
import { isSuccess, nestedScalars } from '../exchange/reading.js'
import type { Observed } from '../model/case.js'
import { isDistinct, naming } from '../requests/distinct.js'
import { identityIn, isMadeUp, isPlain, nameKey, nounIn } from '../resources/names.js'
import type { Resource } from '../resources/resources.js'
import { type Address, addressOf } from './addresses.js'
import type { Kinds } from './kinds.js'

/** An object inside a body, and the noun of the member that it is in; none of the body itself. */
interface InnerObject {
  readonly noun?: string
  readonly thing: JsonObject
}

const deepest = 6
/** The most texts that are kept, because each keeps its request and response. */
const mostTexts = 5_000

/** The noun of a member, without what is done with it: `tag` of `add_tags`. */
const nounOfMember = (name: string): string => nounIn(name).replace(/^(add|new) (?=.)/, '')

/** The objects of a body, the whole first, then those in its members, alone or in a list. */
const objectsIn = (body: unknown, noun?: string, depth = 0): readonly InnerObject[] => {
  if (depth > deepest) return []
  if (Array.isArray(body)) return body.flatMap((one) => objectsIn(one, noun, depth + 1))
  if (!isObject(body)) return []
  // Most members are plain values, whose names need not be read.
  const inner = entriesOf(body).flatMap(([name, value]) =>
    typeof value === 'object' ? objectsIn(value, nounOfMember(name), depth + 1) : [],
  )
  return [{ thing: body, ...(noun !== undefined && { noun }) }, ...inner]
}

/** The values of an object by the nouns of the things that they may name: `{ tags: ['a'] }`, `{ tag: { name: 'a' } }`. */
const namesIn = (
  { noun, thing }: InnerObject,
  isKept: (value: unknown) => boolean,
): readonly (readonly [noun: string, value: unknown])[] => {
  const members = entriesOf(thing)
  const named = members.flatMap(([name, value]) =>
    [value, ...listOf(value)].filter(isKept).map((one) => [nounOfMember(name), one] as const),
  )
  // With its id it is a thing that exists.
  if (noun === undefined || member(thing, 'id') !== undefined) return named
  return named.concat(members.filter(([, value]) => isKept(value)).map(([, value]) => [noun, value]))
}

const keyOf = (noun: string, value: unknown): string => `${noun} ${String(value)}`

/** The noun of a thing whose member has a text that only the run can have made up, whatever kind of thing it is. */
const withMember = (name: string): string => `thing with ${nameKey(name)}`

/** Whether a value is a text that is no number. A number may also be the id of somebody else's thing. */
const isName = (value: unknown): boolean => typeof value === 'string' && !Number.isFinite(Number(value))

/** A text of an accepted creation may be the id of its thing: `{ type: 'a' }` creates `/rules/a`. */
const idOf = (noun: string): string => `id of ${noun}`

/** Whether a thing shows a name where its kind has ids that services make up: the service may only repeat the name. */
const isNameOnly = (thing: JsonObject, { parameter, nouns }: Resource, { api }: Observed): boolean => {
  const { member: shown } = identityIn(thing, parameter, nouns, api.surface.schemas) ?? {}
  return shown !== undefined && isMadeUp(nameKey(parameter.name)) && !isMadeUp(nameKey(shown))
}

/** The keys of all values of a thing, by each noun of its kind. */
const keysOf = (thing: JsonObject, { nouns }: Resource): readonly string[] =>
  Object.values(thing).flatMap((value) => nouns.map((noun) => keyOf(noun, value)))

/**
 * Things that requests created inside others: `POST /boxes` with `{ pets: [{ name }] }`. They are known by texts
 * that only the run can have made up, because a service may take one that was there in place of a new one.
 */
export class NestedThings {
  readonly #kinds: Kinds
  /** The first request that sent a text, by the noun of what it may name and the text. */
  readonly #sent = new Map<string, Observed>()
  /** Nouns of what no response has shown yet. */
  readonly #unseen = new Map<string, string>()
  /** The first request that sent a name, of the thing that it is about or of one inside; others may have it, too. */
  readonly #traces = new Map<string, Observed>()
  /** The first POST whose response is a list that has a UUID, such as an import. */
  readonly #returned = new Map<unknown, Observed>()

  constructor(kinds: Kinds) {
    this.#kinds = kinds
  }

  /** Keeps what a request sent inside its body, and the names in it. */
  send(observed: Observed): void {
    const { api, case: { call }, exchange } = observed // prettier-ignore
    const own = this.#kinds.nounOf(call.operation)
    const objects = objectsIn(call.body?.value)
    for (const one of objects) this.#trace(one, own, observed)
    const { method, path } = call.operation
    // Without an id in the path, a PUT creates what its body names.
    const mayCreate = method === 'post' || (method !== 'delete' && !path.endsWith('}'))
    if (isSuccess(exchange) && mayCreate) this.#traceAccepted(own, observed)
    // The path of a PUT may have the name of what it creates.
    if (method === 'put') for (const one of Object.values(call.path)) this.#keepTrace(own, one, observed)
    const isOfRun = (value: unknown): boolean => isDistinct(api, value)
    for (const [noun, value] of objects.flatMap((one) => namesIn(one, isOfRun))) {
      if (noun === own || this.#named(noun).length === 0) continue
      const key = keyOf(noun, value)
      if (this.#sent.has(key) || this.#sent.size >= mostTexts) continue
      this.#sent.set(key, observed)
      this.#unseen.set(key, noun)
    }
  }

  /** Keeps what an accepted POST may have created without saying so. */
  #traceAccepted(own: string, observed: Observed): void {
    const { api, case: { call: { body } }, exchange } = observed // prettier-ignore
    // Another response would name the thing.
    const isNameless = nestedScalars([jsonBody(exchange.response) ?? exchange.response.body]).every(
      (one) => one === '' || typeof one === 'boolean',
    )
    for (const [name, value] of entriesOf(body?.value)) {
      // An action may create a thing of another kind: `POST /login` with the name of its session.
      if (isDistinct(api, value)) this.#keepTrace(withMember(name), value, observed)
      // Several may be created at once: `{ pets: ['a', 'b'] }`.
      if (isNameless)
        for (const one of [value, ...listOf(value)])
          if (isName(one)) this.#keepTrace(idOf(own), one, observed)
    }
    for (const one of listOf(jsonBody(exchange.response)))
      if (isUuid(String(one)) && !this.#returned.has(one) && this.#returned.size < mostTexts)
        this.#returned.set(one, observed)
  }

  #keepTrace(kind: string, name: unknown, observed: Observed): void {
    const key = keyOf(kind, name)
    if (!this.#traces.has(key) && this.#traces.size < mostTexts) this.#traces.set(key, observed)
  }

  #trace({ noun, thing }: InnerObject, own: string, observed: Observed): void {
    const keep = (kind: string, name: unknown): void => this.#keepTrace(kind, name, observed)
    for (const [name, value] of entriesOf(thing)) {
      // Several things may be created at once, in a list.
      if (isDistinct(observed.api, value)) keep(own, value)
      if (naming.test(name)) keep(noun ?? own, value)
      for (const one of listOf(value)) if (isPlain(one)) keep(nounOfMember(name), one)
    }
  }

  /** The first request that sent a name of a thing, or was answered with its id, and may have created it. */
  traceOf(thing: JsonObject, id: unknown, resource: Resource): Observed | undefined {
    const returned = this.#returned.get(id)
    if (returned) return returned
    const key = keysOf(thing, resource).find((one) => this.#traces.has(one))
    return key === undefined ? this.#actionThatSent(thing, id) : this.#traces.get(key)
  }

  /** The first accepted POST that sent a text of a thing under its name. One with the id of the thing changed it. */
  #actionThatSent(thing: JsonObject, id: unknown): Observed | undefined {
    const by = entriesOf(thing)
      .map(([name, value]) => this.#traces.get(keyOf(withMember(name), value)))
      .find((one) => one !== undefined)
    const { path, query, body } = by?.case.call ?? {}
    return nestedScalars([path, query, body?.value]).map(String).includes(String(id)) ? undefined : by
  }

  /** The first accepted creation of a kind that sent a text, which is the id of what it created. */
  creationOf(id: unknown, { nouns }: Resource): Observed | undefined {
    return nouns.map((noun) => this.#traces.get(keyOf(idOf(noun), id))).find((one) => one !== undefined)
  }

  /** The request that sent a text of a thing inside its body. */
  sentFor(thing: JsonObject, resource: Resource): Observed | undefined {
    if (this.#sent.size === 0) return undefined
    const key = keysOf(thing, resource).find((one) => this.#sent.has(one))
    if (key === undefined) return undefined
    this.#unseen.delete(key)
    return this.#sent.get(key)
  }

  /** The nested things that a response shows, with the requests that sent them. */
  shownBy(observed: Observed): readonly (readonly [Address, by: Observed])[] {
    if (this.#sent.size === 0) return []
    return objectsIn(jsonBody(observed.exchange.response)).flatMap(({ noun, thing }) => {
      for (const kind of noun === undefined ? [] : this.#named(noun)) {
        if (isNameOnly(thing, kind, observed)) continue
        const values = addressOf(thing, kind, observed)
        const by = values && this.sentFor(thing, kind)
        if (by) return [[{ itemPath: kind.itemPath, values }, by] as const]
      }
      return []
    })
  }

  /** The lists that may show nested things that no response showed. */
  get lists(): readonly (readonly [Operation, values: readonly []])[] {
    const kinds = [...new Set(this.#unseen.values())].flatMap((noun) => this.#named(noun))
    const lists = new Set(kinds.flatMap((kind) => kind.lists).filter(({ path }) => !path.includes('{')))
    return [...lists].map((list) => [list, []])
  }

  /** The kinds that a noun names and whose things can be deleted, those below the fewest others first. */
  #named(noun: string): readonly Resource[] {
    return this.#kinds
      .named(noun)
      .filter(({ remove }) => remove !== undefined)
      .toSorted((a, b) => a.parents.length - b.parents.length)
  }
}
