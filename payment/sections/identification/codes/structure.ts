import { recipes, type Role } from '../submission/facts.js'
import { type Draft, Section } from '../submission/draft.js'
import { names } from '../submission/names.js'
import { type CodeTable, due, free } from './cases.js'
import { all, directing, ownership, owner, roles, share } from './edits.js'

const { business, usBusiness, sole, usSole, nested } = recipes

const everyone = [business, usBusiness, sole, usSole, nested]

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

/** The code about who owns and directs a company, at each threshold and in each kind of company. */
export const structureCodes: CodeTable = {
  structure_invalid: {
    innocent: everyone,
    cases: [
      due('a company without a Director', business, roles(0, owner)),
      due('a company whose only Director belongs to a nested company', nested, (draft) => {
        draft.roles(0, owner)
        const [below] = draft.below(1)
        if (typeof below === 'object' && below !== null) Reflect.set(below, 'roles', [...directing])
      }),
      due('a company in which nobody owns 10%', business, ownership(directing, 9, ['Shareholder'], 9)),
      due(
        'a company in which the largest owner has 9.99%',
        business,
        ownership(directing, 9.99, ['Shareholder'], 5),
      ),
      due('a US company in which nobody owns 10%', usBusiness, ownership(directing, 9, directing, 9)),
      due(
        'a company in which a Representative alone owns 25%',
        business,
        ownership(directing, 5, ['Representative'], 60),
      ),
      due('owners of 60% and 60%', business, ownership(directing, 60, [owner], 60)),
      due('owners of 60% and 41%', business, ownership(directing, 60, [owner], 41)),
      due('a sole proprietorship with two beneficiaries', sole, (draft) => {
        draft.beneficiaries.push(structuredClone(draft.beneficiaries[0]))
        draft
          .roles(1, 'Representative')
          .party(1)
          .without(/^share_percentage$/)
      }),
      due('a sole proprietorship of which 50% is owned', sole, share(0, 50)),
      due('a sole proprietorship of which 99% is owned', sole, share(0, 99)),
      due('a US sole proprietorship of which 50% is owned', usSole, share(0, 50)),
      free('an owner of exactly 25%', business, ownership(directing, 25, ['Director'], 5)),
      free(
        'an owner of exactly 10% where nobody has 25%',
        business,
        ownership(directing, 10, ['Director'], 5),
      ),
      free('owners of exactly 100%', business, ownership(directing, 60, [owner], 40)),
      free('an owner of 95% beside a Director with 8%', business, ownership([owner], 95, ['Director'], 8)),
      free(
        'an owner of 60% beside a Representative with 60%',
        business,
        ownership(directing, 60, ['Representative'], 60),
      ),
      free('a sole proprietorship without a Director', sole),
      due('owners of 60% and 40.01%', business, ownership(directing, 60, [owner], 40.01)),
      due('owners of a US company of 60% and 41%', usBusiness, ownership(directing, 60, [owner], 41)),
      due(
        'owners of 40%, 30% and 31%',
        business,
        all(ownership(directing, 40, [owner], 30), joinedBy([owner], 31)),
      ),
      due(
        'five owners of 24% where nobody has 25%',
        business,
        all(ownership(directing, 24, [owner], 24), joinedBy([owner], 24, 24, 24)),
      ),
      due(
        'a US company in which a Representative alone owns 25%',
        usBusiness,
        ownership(directing, 5, ['Representative'], 60),
      ),
      due(
        'a company in which a Representative alone owns 15%',
        business,
        ownership(directing, 5, ['Representative'], 15),
      ),
      due(
        'a company in which the largest owner has 9.5%',
        business,
        ownership(directing, 9.5, ['Shareholder'], 5),
      ),
      due('a sole proprietorship of which 25% is owned', sole, share(0, 25)),
      due('a sole proprietorship of which 99.99% is owned', sole, share(0, 99.99)),
      due('a sole proprietorship of two halves', sole, all(share(0, 50), joinedBy([owner], 50))),
      due('a US sole proprietorship with two beneficiaries', usSole, joinedBy([owner], 0)),
      due('a sole proprietorship without beneficiaries', sole, (draft) => void draft.beneficiaries.splice(0)),
      due('a company without beneficiaries', business, (draft) => void draft.beneficiaries.splice(0)),
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
      free('a sole proprietor who is a Director', sole, roles(0, ...directing)),
      free('a nested company whose owner has 5%', nested, (draft) => {
        new Section(draft.below(1)[0]).set(names.roles, ['Shareholder']).set(names.share, 5)
      }),
    ],
  },
}
