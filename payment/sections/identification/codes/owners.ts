import { isObject } from '../../../../document/index.js'
import {
  all,
  type Edit,
  identity,
  ownership,
  remove,
  roles,
  Section,
  set,
  share,
} from '../submission/draft.js'
import { names } from '../submission/names.js'
import { directing, owner, recipes, type Role } from '../submission/recipes.js'
import { daysAgo } from '../submission/values.js'
import { type CodeTable, due, free } from './cases.js'
import { uncertified } from './people.js'

const { business, usBusiness, sole, usSole, nested } = recipes

const everyone = [business, usBusiness, sole, usSole, nested]

/** Adds copies of the second beneficiary with the given shares. */
const joinedBy =
  (own: readonly Role[], ...shares: readonly number[]): Edit =>
  (draft) => {
    for (const percent of shares) {
      const index = draft.beneficiaries.length
      draft.beneficiaries.push(structuredClone(draft.beneficiaries[1] ?? draft.beneficiaries[0]))
      all(roles(index, ...own), share(index, percent))(draft)
    }
  }

const directorBelow: Edit = (draft) => {
  roles(0, owner)(draft)
  const [below] = draft.below(1)
  if (isObject(below)) Object.assign(below, { roles: [...directing] })
}

const joinedByRepresentative: Edit = (draft) => {
  draft.beneficiaries.push(structuredClone(draft.beneficiaries[0]))
  roles(1, 'Representative')(draft)
  draft.party(1).without(names.share)
}

const unowned: Edit = (draft) => void draft.beneficiaries.splice(0)

const smallOwnerBelow: Edit = (draft) =>
  void new Section(draft.below(1)[0]).set(names.roles, ['Shareholder']).set(names.share, 5)

/** Copies the attestation of the first beneficiary to the second. */
const bothAttest: Edit = ({ beneficiaries: [first, second] }) => {
  if (!isObject(first) || !isObject(second)) return
  for (const name of ['attesting_party', 'attested_at']) Object.assign(second, { [name]: first[name] })
}

/** Moves the attestation of the first beneficiary to the second. */
const secondAttests = all(
  bothAttest,
  (draft) => void draft.party(0).remove(names.attesting).without(names.attestedAt),
)

/** Codes about owners and directors of a company, the attesting party, and its certification. */
// prettier-ignore
export const ownerCodes: CodeTable = {
  structure_invalid: {
    title: 'The structure of a company holds',
    statement: 'structure_invalid is answered where rules 4 and 6 or those of a sole proprietorship are broken, and only there.',
    innocent: everyone,
    cases: [
      due('a company without a Director', business, roles(0, owner), { isOfEveryType: true }),
      due('a company whose only Director belongs to a nested company', nested, directorBelow),
      due('a company in which nobody owns 10%', business, ownership(directing, 9, ['Shareholder'], 9)),
      due('a company in which the largest owner has 9.99%', business, ownership(directing, 9.99, ['Shareholder'], 5)),
      due('a US company in which nobody owns 10%', usBusiness, ownership(directing, 9, directing, 9)),
      due('a company in which a Representative alone owns 25%', business, ownership(directing, 5, ['Representative'], 60)),
      due('owners of 60% and 60%', business, ownership(directing, 60, [owner], 60)),
      due('owners of 60% and 41%', business, ownership(directing, 60, [owner], 41)),
      due('a sole proprietorship with two beneficiaries', sole, joinedByRepresentative),
      due('a sole proprietorship of which 50% is owned', sole, share(0, 50)),
      due('a sole proprietorship of which 99% is owned', sole, share(0, 99)),
      due('a US sole proprietorship of which 50% is owned', usSole, share(0, 50)),
      free('an owner of exactly 25%', business, ownership(directing, 25, ['Director'], 5)),
      free('an owner of exactly 10% where nobody has 25%', business, ownership(directing, 10, ['Director'], 5)),
      free('owners of exactly 100%', business, ownership(directing, 60, [owner], 40)),
      free('an owner of 95% beside a Director with 8%', business, ownership([owner], 95, ['Director'], 8)),
      free('an owner of 60% beside a Representative with 60%', business, ownership(directing, 60, ['Representative'], 60)),
      free('a sole proprietorship without a Director', sole),
      due('owners of 60% and 40.01%', business, ownership(directing, 60, [owner], 40.01)),
      due('owners of a US company of 60% and 41%', usBusiness, ownership(directing, 60, [owner], 41)),
      due('owners of 40%, 30% and 31%', business, all(ownership(directing, 40, [owner], 30), joinedBy([owner], 31))),
      due('five owners of 24% where nobody has 25%', business, all(ownership(directing, 24, [owner], 24), joinedBy([owner], 24, 24, 24))),
      due('a US company in which a Representative alone owns 25%', usBusiness, ownership(directing, 5, ['Representative'], 60)),
      due('a company in which a Representative alone owns 15%', business, ownership(directing, 5, ['Representative'], 15)),
      due('a company in which the largest owner has 9.5%', business, ownership(directing, 9.5, ['Shareholder'], 5)),
      due('a sole proprietorship of which 25% is owned', sole, share(0, 25)),
      due('a sole proprietorship of which 99.99% is owned', sole, share(0, 99.99)),
      due('a sole proprietorship of two halves', sole, all(share(0, 50), joinedBy([owner], 50))),
      due('a US sole proprietorship with two beneficiaries', usSole, joinedBy([owner], 0)),
      due('a sole proprietorship without beneficiaries', sole, unowned),
      due('a company without beneficiaries', business, unowned),
      free('an owner of exactly 25% of a US company', usBusiness, ownership(directing, 25, ['Director'], 5)),
      free('an owner of exactly 10% of a US company where nobody has 25%', usBusiness, ownership(directing, 10, ['Director'], 5)),
      free('an owner of 15% of a US company where nobody has 25%', usBusiness, ownership(directing, 15, ['Director'], 5)),
      free('a sole proprietor who is a Director', sole, roles(0, ...directing)),
      free('a nested company whose owner has 5%', nested, smallOwnerBelow),
    ],
  },
  ubo_share_below_threshold: {
    title: 'An owner alone has a share',
    statement: 'ubo_share_below_threshold is answered to a beneficiary with no other role than UltimateBeneficialOwner below 25%, or below 10% where nobody owns 25%.',
    innocent: everyone,
    cases: [
      due('an UltimateBeneficialOwner alone with 24% beside an owner of 60%', business, ownership(directing, 60, [owner], 24), { about: 1, isOfEveryType: true }),
      due('an UltimateBeneficialOwner alone with 24.99% beside an owner of 60%', business, ownership(directing, 60, [owner], 24.99), { about: 1 }),
      due('an UltimateBeneficialOwner alone with 15% beside an owner of exactly 25%', business, ownership(directing, 25, [owner], 15), { about: 1 }),
      due('an UltimateBeneficialOwner alone with 9% where nobody has 25%', business, ownership(directing, 20, [owner], 9), { about: 1 }),
      free('an UltimateBeneficialOwner alone with exactly 25%', business, ownership(directing, 60, [owner], 25)),
      free('an UltimateBeneficialOwner alone with exactly 10% where nobody has 25%', business, ownership(directing, 20, [owner], 10)),
      free('an UltimateBeneficialOwner alone with 15% where nobody has 25%', business, ownership(directing, 20, [owner], 15)),
      free('an UltimateBeneficialOwner with 8% who is a Director too', business, ownership(directing, 60, directing, 8)),
      due('an UltimateBeneficialOwner alone with 24.9% beside an owner of 60%', business, ownership(directing, 60, [owner], 24.9), { about: 1 }),
      due('an UltimateBeneficialOwner alone with 9.99% where nobody has 25%', business, ownership(directing, 20, [owner], 9.99), { about: 1 }),
      due('an UltimateBeneficialOwner alone with 10% beside an owner of exactly 25%', business, ownership(directing, 25, [owner], 10), { about: 1 }),
      due('an UltimateBeneficialOwner alone with nothing', business, ownership(directing, 60, [owner], 0), { about: 1 }),
      due('the first beneficiary, an UltimateBeneficialOwner alone with 15%', business, ownership([owner], 15, directing, 60), { about: 0 }),
      due('an UltimateBeneficialOwner alone with 24% of a US company', usBusiness, ownership(directing, 60, [owner], 24), { about: 1 }),
      free('an UltimateBeneficialOwner alone with exactly 25% of a US company', usBusiness, ownership(directing, 60, [owner], 25)),
      free('an UltimateBeneficialOwner alone with exactly 10% of a US company where nobody has 25%', usBusiness, ownership(directing, 20, [owner], 10)),
      free('an UltimateBeneficialOwner alone with 24% where nobody has 25%', business, ownership(directing, 20, [owner], 24)),
      free('an UltimateBeneficialOwner with 8% who is a Shareholder too', business, ownership(directing, 60, [owner, 'Shareholder'], 8)),
      free('an UltimateBeneficialOwner with 8% who is a Representative too', business, ownership(directing, 60, [owner, 'Representative'], 8)),
      free('an UltimateBeneficialOwner with 8% of a US company who is a Director too', usBusiness, ownership(directing, 60, directing, 8)),
      free('a Shareholder with 8%', business, ownership(directing, 60, ['Shareholder'], 8)),
      free('a Director with 8%', business, ownership(directing, 60, ['Director'], 8)),
    ],
  },
  attestation_invalid: {
    title: 'A US company attests',
    statement: 'attestation_invalid is answered to a US company, sole proprietorships apart, without exactly one root Director who attests and did so in the past.',
    details: ['The attesting beneficiary has attesting_party true, and the time in attested_at.'],
    innocent: everyone,
    cases: [
      due('a US company in which nobody attests', usBusiness, remove(names.attesting, 0), { isOfEveryType: true }),
      due('a US company with attesting_party false', usBusiness, set(names.attesting, false, 0)),
      due('a US company in which two Directors attest', usBusiness, all(roles(1, ...directing), bothAttest)),
      due('a US company in which one who is no Director attests', usBusiness, secondAttests),
      due('a US company attested without a moment', usBusiness, remove(names.attestedAt, 0)),
      due('a US company attested in the future', usBusiness, set(names.attestedAt, daysAgo(-30), 0)),
      free('a German company in which nobody attests', business),
      free('a US sole proprietorship in which nobody attests', usSole),
      due('a US company attested in two days', usBusiness, set(names.attestedAt, daysAgo(-2), 0)),
      due('a US company in which a Representative attests', usBusiness, all(ownership(directing, 60, ['Representative'], 5), secondAttests)),
      free('a US company attested three months ago', usBusiness, set(names.attestedAt, daysAgo(92), 0)),
      free('a US company in which one of two Directors attests', usBusiness, roles(1, ...directing)),
      free('a US company in which the second Director attests', usBusiness, all(roles(1, ...directing), secondAttests)),
      free('a US company in which one who is a Director alone attests', usBusiness, roles(0, 'Director')),
    ],
  },
  cdd_certification_invalid: {
    title: 'The certification can be generated',
    statement: 'cdd_certification_invalid is answered to a US company, sole proprietorships apart, that lacks an identity or tax number of a listed owner.',
    cases: [
      due('a US company with an owner of 40% without a tax number', usBusiness, remove(names.tax, 1), { codes: uncertified }),
      due('a US company with an owner of exactly 25% without a tax number', usBusiness, all(share(1, 25), remove(names.tax, 1)), { codes: uncertified }),
      due('a US company with an owner of 15% without a tax number, where nobody has 25%', usBusiness, all(ownership(directing, 20, directing, 15), remove(names.tax, 1)), { codes: uncertified }),
      free('a German company with an owner without an identity number', business, remove(names.documentNumber, 1)),
      free('a US sole proprietorship with an owner without an identity number', usSole, remove(names.documentNumber, 0)),
      // A missing document number may also mean no identity at all, so no code is due.
      free('a US company with an owner who has a Passport of Germany', usBusiness, identity('Passport', 'DE', 1)),
    ],
  },
}
