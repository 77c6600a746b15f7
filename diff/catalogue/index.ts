import type { Change, Direction, Effect } from '../model/report.js'
import { advice, type KindName, kindRows } from './kinds.js'

export type { KindName, LimitName, RestName } from './kinds.js'

/** One id of the catalogue, with its effect and its texts. */
export interface CatalogueEntry {
  /** `response-property-removed`; a change without a direction has no prefix. */
  readonly id: string
  /** The id without its direction. */
  readonly kind: string
  readonly direction: Direction
  readonly effect: Effect
  /** The change of the set of accepted values, where the effects do not show it. */
  readonly set?: 'narrowed' | 'widened'
  /** Clauses of the specification that name it. */
  readonly clauses: readonly string[]
  /** The meaning of the id. */
  readonly title: string
  /** The sentence of one change, with locations to fill in. */
  readonly template: string
  /** The advice for a client, with names to fill in; empty if there is nothing special. */
  readonly advice: string
}

const effects: Readonly<Record<string, Effect>> = {
  B: 'breaks',
  M: 'may-break',
  S: 'safe',
  D: 'documentation',
}

const sets: Readonly<Record<string, 'narrowed' | 'widened'>> = { '<': 'narrowed', '>': 'widened' }

const adviceIn = (cell: string): string => (cell.startsWith('@') ? (advice[cell.slice(1)] ?? cell) : cell)

/** Reads a row; a single letter means that the change has no direction. */
const entriesOf = ([kind, row]: readonly [string, string]): CatalogueEntry[] => {
  const [codes = '', clauses = '', title = '', template = '', ...todo] = row
    .split(/\s\|(?=\s|$)/)
    .map((cell) => cell.trim())
  const letters = codes.replace(/[<>]/, '')
  const set = sets[codes.slice(letters.length)]
  const directions: readonly Direction[] = letters.length === 1 ? ['neither'] : ['request', 'response']
  return directions.flatMap((direction, index) => {
    const effect = effects[letters[index] ?? '']
    if (effect === undefined) return []
    const id = direction === 'neither' ? kind : `${direction}-${kind}`
    const named = clauses === '' ? [] : clauses.split(', ')
    const own = { id, kind, direction, effect, clauses: named, title, template }
    return [{ ...own, ...(set && { set }), advice: adviceIn(todo[index] ?? '') }]
  })
}

/** Every id that a change can have. */
export const catalogue: readonly CatalogueEntry[] = kindRows.flatMap(entriesOf)

const byId: ReadonlyMap<string, CatalogueEntry> = new Map(catalogue.map((entry) => [entry.id, entry]))

/** The entry of an id (`response-property-removed`), if there is one. */
export function entryOf(id: string): CatalogueEntry | undefined {
  return byId.get(id)
}

/** The entry of a kind in a direction; a kind without directions has one entry for all. */
export function entryFor(kind: KindName, direction: Direction): CatalogueEntry {
  const entry = byId.get(`${direction}-${kind}`) ?? byId.get(kind)
  if (entry === undefined) throw new TypeError(`no change is called ${kind} in direction ${direction}`)
  return entry
}

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string' || typeof value === 'number')
    return `\`${String(value).replaceAll('`', "'")}\``
  if (!Array.isArray(value) || value.length === 0) return undefined
  return value
    .map(textOf)
    .filter((one) => one !== undefined)
    .slice(0, 8)
    .join(', ')
}

/** The names in backticks. A status alone would not show that it is a response. */
const quotedIn = (sentence: string): readonly string[] =>
  sentence.match(/response `[^`]*`(?= of)|`[^`]*`/gi)?.map((one) => one.replace(/^R/, 'r')) ?? []

/** The advice on a change, about `names` if it is one of several; undefined if the catalogue has none. */
export function adviceOf({ id, sentence, before, after }: Change, names?: string): string | undefined {
  const { advice = '' } = entryOf(id) ?? {}
  if (advice === '') return undefined
  const quoted = quotedIn(sentence)
  const values: Readonly<Record<string, string | undefined>> = {
    1: names ?? quoted[0],
    2: quoted[1],
    3: quoted[2],
    before: textOf(before),
    after: textOf(after),
  }
  const filled = (text: string): string | undefined => {
    const isWhole = [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => values[name] !== undefined)
    return isWhole ? text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '') : undefined
  }
  // The part before a colon is a complete sentence; the rest is about one name.
  const start = advice.includes(':') ? filled(`${advice.split(':')[0]}.`) : undefined
  return names === undefined ? (filled(advice) ?? start) : (start ?? filled(advice))
}
