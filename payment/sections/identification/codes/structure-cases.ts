import { type Draft, Section } from '../submission/draft.js'
import type { Role } from '../submission/facts.js'
import { recipes } from '../submission/facts.js'
import { names } from '../submission/names.js'
import { type CasesByCode, due, free } from './cases.js'
import { directing, ownership, owner } from './ownership.js'

const { business, usBusiness, sole, usSole, nested } = recipes

/** Adds beneficiaries like the second one, each with a share of its own. */
const joinedBy =
  (roles: readonly Role[], ...shares: readonly number[]) =>
  (draft: Draft): void => {
    for (const share of shares) {
      draft.beneficiaries.push(structuredClone(draft.beneficiaries[1] ?? draft.beneficiaries[0]))
      const index = draft.beneficiaries.length - 1
      draft.roles(index, ...roles).share(index, share)
    }
  }

const both =
  (...edits: readonly ((draft: Draft) => void)[]) =>
  (draft: Draft): void => {
    for (const edit of edits) edit(draft)
  }

const ofShare = (percent: number) => (draft: Draft) => void draft.share(0, percent)

const structure = ['structure_invalid'] as const

/** Who owns and directs a company, at each threshold and in each kind of company. */
export const structureCases: CasesByCode = {
  structure_invalid: [
    due('owners of 60% and 40.01%', business, ownership(directing, 60, [owner], 40.01), structure),
    due(
      'owners of a US company of 60% and 41%',
      usBusiness,
      ownership(directing, 60, [owner], 41),
      structure,
    ),
    due(
      'owners of 40%, 30% and 31%',
      business,
      both(ownership(directing, 40, [owner], 30), joinedBy([owner], 31)),
      structure,
    ),
    due(
      'five owners of 24% where nobody has 25%',
      business,
      both(ownership(directing, 24, [owner], 24), joinedBy([owner], 24, 24, 24)),
      structure,
    ),
    due(
      'a US company in which a Representative alone owns 25%',
      usBusiness,
      ownership(directing, 5, ['Representative'], 60),
      structure,
    ),
    due(
      'a company in which a Representative alone owns 15%',
      business,
      ownership(directing, 5, ['Representative'], 15),
      structure,
    ),
    due(
      'a company in which the largest owner has 9.5%',
      business,
      ownership(directing, 9.5, ['Shareholder'], 5),
      structure,
    ),
    due('a sole proprietorship of which 25% is owned', sole, ofShare(25), structure),
    due('a sole proprietorship of which 99.99% is owned', sole, ofShare(99.99), structure),
    due('a sole proprietorship of two halves', sole, both(ofShare(50), joinedBy([owner], 50)), structure),
    due('a US sole proprietorship with two beneficiaries', usSole, joinedBy([owner], 0), structure),
    due(
      'a sole proprietorship without beneficiaries',
      sole,
      (draft) => void draft.beneficiaries.splice(0),
      structure,
    ),
    due(
      'a company without beneficiaries',
      business,
      (draft) => void draft.beneficiaries.splice(0),
      structure,
    ),
    free('an owner of exactly 25% of a US company', usBusiness, ownership(directing, 25, ['Director'], 5)),
    free(
      'an owner of exactly 10% of a US company where nobody has 25%',
      usBusiness,
      ownership(directing, 10, ['Director'], 5),
    ),
    free(
      'an owner of 15% of a US company where nobody has 25%',
      usBusiness,
      ownership(directing, 15, ['Director'], 5),
    ),
    free('a sole proprietor who is a Director', sole, (draft) => void draft.roles(0, ...directing)),
    free('a nested company whose owner has 5%', nested, (draft) => {
      new Section(draft.below(1)[0]).set(names.roles, ['Shareholder']).set(names.share, 5)
    }),
  ],
}
