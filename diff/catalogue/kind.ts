import type { Effect } from '../model/change.js'

/** One kind of change: its name, its texts, and its effect on a client by direction. */
export interface Kind {
  /** Without the direction: `property-removed` covers `request-property-removed` and `response-property-removed`. */
  readonly kind: string
  /** The meaning of the kind, for the page of all kinds. */
  readonly title: string
  /** The sentence of one change; `{name}`, `{before}`, `{after}` and `{location}` are filled in. */
  readonly template: string
  /** Effect on a client in data that it sends. */
  readonly request?: Effect
  /** Effect on a client in data that it receives. */
  readonly response?: Effect
  /** Effect where the change has no direction. */
  readonly neither?: Effect
}

type EffectCode = 'B' | 'M' | 'S' | 'D' | '-'

const effects: Readonly<Record<Exclude<EffectCode, '-'>, Effect>> = {
  B: 'breaks',
  M: 'may-break',
  S: 'safe',
  D: 'documentation',
}

/** A row of a table: kind, effects in a request and in a response (`BS`: breaks, safe), title, sentence. */
export type KindRow = readonly [kind: string, effects: string, title: string, template: string]

const isEffectCode = (text: string | undefined): text is keyof typeof effects =>
  text !== undefined && text in effects

/** Converts a row to a kind; a single code means that the change has no direction. */
export function kindOf([kind, codes, title, template]: KindRow): Kind {
  const [first, second] = codes
  if (codes.length === 1 && isEffectCode(first)) return { kind, title, template, neither: effects[first] }
  return {
    kind,
    title,
    template,
    ...(isEffectCode(first) ? { request: effects[first] } : {}),
    ...(isEffectCode(second) ? { response: effects[second] } : {}),
  }
}
