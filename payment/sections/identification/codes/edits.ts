import { inFormOf } from '../submission/country.js'
import type { Draft, Section } from '../submission/draft.js'
import type { Role } from '../submission/facts.js'
import { names } from '../submission/names.js'

/** One change of a submission. An index means the beneficiary there; without one it is about the whole. */
export type Edit = (draft: Draft) => void

export const owner: Role = 'UltimateBeneficialOwner'
export const directing = ['Director', owner] as const

const of = (draft: Draft, index: number | undefined): Section =>
  index === undefined ? draft.whole : draft.party(index)

/** Several changes, one after the other. */
export function all(...edits: readonly Edit[]): Edit {
  return (draft) => {
    for (const edit of edits) edit(draft)
  }
}

/** Takes members out. */
export function remove(name: RegExp, index?: number): Edit {
  return (draft) => void of(draft, index).remove(name)
}

/** Gives a member a value. */
export function set(name: RegExp, value: unknown, index?: number): Edit {
  return (draft) => void of(draft, index).set(name, value)
}

/** Gives a beneficiary its roles. */
export function roles(index: number, ...own: readonly Role[]): Edit {
  return (draft) => void draft.roles(index, ...own)
}

/** Gives a beneficiary its share, in percent. */
export function share(index: number, percent: number): Edit {
  return (draft) => void draft.share(index, percent)
}

/** Roles and shares of the first two beneficiaries. */
export function ownership(first: readonly Role[], one: number, second: readonly Role[], other: number): Edit {
  return all(roles(0, ...first), share(0, one), roles(1, ...second), share(1, other))
}

/** Makes the country of an identity document another, spelled as the document of the service spells it. */
export function ofCountry(country: string, index?: number): Edit {
  return (draft) => void of(draft, index).setAll(names.identityCountry, (code) => inFormOf(code, country))
}

/** Another identity document: its type and its country. */
export function identity(type: string, country: string, index?: number): Edit {
  return all(set(names.documentType, type, index), ofCountry(country, index))
}

/** No tax number, with an identity document of a country. */
export function untaxed(country: string, index?: number): Edit {
  return all(remove(names.tax, index), ofCountry(country, index))
}
