/** Why a statement of the specification has no rule. */
export type Unjudged =
  /** It obliges the client, or describes what people do. */
  | 'client'
  /** The specification says that it is not shown, leaves it ambiguous, or contradicts itself. */
  | 'not-promised'
  /** It cannot be seen from outside by HTTP alone. */
  | 'unobservable'
  /** It names, explains or repeats; nothing follows from it that could be broken. */
  | 'definition'

/** One statement of the specification, in our words. */
interface Said {
  /** Where it stands, spelled as the rules spell it. */
  readonly section: string
  readonly says: string
}

/**
 * A statement with the rules that judge it, or with the reason why none does. A compound sentence of the
 * specification is several statements: each limit, member, field and condition is one of its own.
 */
export type Statement =
  | (Said & { readonly rules: readonly string[] })
  | (Said & { readonly none: Unjudged; readonly why: string })

/** Statements of one section: `judged(says, ...rules)` and `unjudged(says, none, why)` fill it in. */
export const inSection = (section: string) => ({
  judged: (says: string, ...rules: readonly string[]): Statement => ({ section, says, rules }),
  unjudged: (says: string, none: Unjudged, why: string): Statement => ({ section, says, none, why }),
  /** One statement for each member of a list. */
  each: (
    members: readonly string[],
    says: (member: string) => string,
    ...rules: readonly string[]
  ): Statement[] => members.map((member) => ({ section, says: says(member), rules })),
})
