import type { Draft } from '../submission/draft.js'
import type { Role } from '../submission/facts.js'

export const owner: Role = 'UltimateBeneficialOwner'
export const directing = ['Director', owner] as const

/** Roles and shares of the first two beneficiaries. */
export function ownership(first: readonly Role[], share: number, second: readonly Role[], other: number) {
  return (draft: Draft): void => {
    draft
      .roles(0, ...first)
      .share(0, share)
      .roles(1, ...second)
      .share(1, other)
  }
}
