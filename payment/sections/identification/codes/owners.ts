import type { Draft } from '../submission/draft.js'
import { recipes } from '../submission/facts.js'
import { names } from '../submission/names.js'
import { daysAgo } from '../submission/values.js'
import { type CodeTable, due, free } from './cases.js'
import { all, directing, identity, ownership, owner, remove, roles, set, share } from './edits.js'

const { business, usBusiness, sole, usSole, nested } = recipes

const everyone = [business, usBusiness, sole, usSole, nested]

/** Copies what the first beneficiary attests to another one. */
const bothAttest = (draft: Draft): void => {
  const [first, second] = draft.beneficiaries
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return
  for (const name of ['attesting_party', 'attested_at']) Reflect.set(second, name, Reflect.get(first, name))
}

/** A missing tax number has a code of its own and hinders the certification: which of both comes is open. */
const uncertified = ['tin_required', 'cdd_certification_invalid'] as const

/** Moves what the first beneficiary attests to the second. */
const secondAttests = (draft: Draft): void => {
  const [first, second] = draft.beneficiaries
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return
  for (const name of ['attesting_party', 'attested_at']) {
    Reflect.set(second, name, Reflect.get(first, name))
    Reflect.deleteProperty(first, name)
  }
}

/** Codes about owners: their shares, who attests, and what the certification of a US company needs of them. */
export const ownerCodes: CodeTable = {
  ubo_share_below_threshold: {
    innocent: everyone,
    cases: [
      due(
        'an UltimateBeneficialOwner alone with 24% beside an owner of 60%',
        business,
        ownership(directing, 60, [owner], 24),
        { about: 1 },
      ),
      due(
        'an UltimateBeneficialOwner alone with 24.99% beside an owner of 60%',
        business,
        ownership(directing, 60, [owner], 24.99),
        { about: 1 },
      ),
      due(
        'an UltimateBeneficialOwner alone with 15% beside an owner of exactly 25%',
        business,
        ownership(directing, 25, [owner], 15),
        { about: 1 },
      ),
      due(
        'an UltimateBeneficialOwner alone with 9% where nobody has 25%',
        business,
        ownership(directing, 20, [owner], 9),
        { about: 1 },
      ),
      free(
        'an UltimateBeneficialOwner alone with exactly 25%',
        business,
        ownership(directing, 60, [owner], 25),
      ),
      free(
        'an UltimateBeneficialOwner alone with exactly 10% where nobody has 25%',
        business,
        ownership(directing, 20, [owner], 10),
      ),
      free(
        'an UltimateBeneficialOwner alone with 15% where nobody has 25%',
        business,
        ownership(directing, 20, [owner], 15),
      ),
      free(
        'an UltimateBeneficialOwner with 8% who is a Director too',
        business,
        ownership(directing, 60, directing, 8),
      ),
      due(
        'an UltimateBeneficialOwner alone with 24.9% beside an owner of 60%',
        business,
        ownership(directing, 60, [owner], 24.9),
        { about: 1 },
      ),
      due(
        'an UltimateBeneficialOwner alone with 9.99% where nobody has 25%',
        business,
        ownership(directing, 20, [owner], 9.99),
        { about: 1 },
      ),
      due(
        'an UltimateBeneficialOwner alone with 10% beside an owner of exactly 25%',
        business,
        ownership(directing, 25, [owner], 10),
        { about: 1 },
      ),
      due('an UltimateBeneficialOwner alone with nothing', business, ownership(directing, 60, [owner], 0), {
        about: 1,
      }),
      due(
        'the first beneficiary, an UltimateBeneficialOwner alone with 15%',
        business,
        ownership([owner], 15, directing, 60),
        { about: 0 },
      ),
      due(
        'an UltimateBeneficialOwner alone with 24% of a US company',
        usBusiness,
        ownership(directing, 60, [owner], 24),
        { about: 1 },
      ),
      free(
        'an UltimateBeneficialOwner alone with exactly 25% of a US company',
        usBusiness,
        ownership(directing, 60, [owner], 25),
      ),
      free(
        'an UltimateBeneficialOwner alone with exactly 10% of a US company where nobody has 25%',
        usBusiness,
        ownership(directing, 20, [owner], 10),
      ),
      free(
        'an UltimateBeneficialOwner alone with 24% where nobody has 25%',
        business,
        ownership(directing, 20, [owner], 24),
      ),
      free(
        'an UltimateBeneficialOwner with 8% who is a Shareholder too',
        business,
        ownership(directing, 60, [owner, 'Shareholder'], 8),
      ),
      free(
        'an UltimateBeneficialOwner with 8% who is a Representative too',
        business,
        ownership(directing, 60, [owner, 'Representative'], 8),
      ),
      free(
        'an UltimateBeneficialOwner with 8% of a US company who is a Director too',
        usBusiness,
        ownership(directing, 60, directing, 8),
      ),
      free('a Shareholder with 8%', business, ownership(directing, 60, ['Shareholder'], 8)),
      free('a Director with 8%', business, ownership(directing, 60, ['Director'], 8)),
    ],
  },
  attestation_invalid: {
    innocent: everyone,
    cases: [
      due('a US company in which nobody attests', usBusiness, remove(names.attesting, 0)),
      due('a US company with attesting_party false', usBusiness, set(names.attesting, false, 0)),
      due('a US company in which two Directors attest', usBusiness, all(roles(1, ...directing), bothAttest)),
      due('a US company in which one who is no Director attests', usBusiness, (draft) => {
        bothAttest(draft)
        draft.party(0).remove(names.attesting).without(names.attestedAt)
      }),
      due('a US company attested without a moment', usBusiness, remove(names.attestedAt, 0)),
      due('a US company attested in the future', usBusiness, set(names.attestedAt, daysAgo(-30), 0)),
      free('a German company in which nobody attests', business),
      free('a US sole proprietorship in which nobody attests', usSole),
      due('a US company attested in two days', usBusiness, set(names.attestedAt, daysAgo(-2), 0)),
      due(
        'a US company in which a Representative attests',
        usBusiness,
        all(ownership(directing, 60, ['Representative'], 5), secondAttests),
      ),
      free('a US company attested three months ago', usBusiness, set(names.attestedAt, daysAgo(92), 0)),
      free('a US company in which one of two Directors attests', usBusiness, roles(1, ...directing)),
      free(
        'a US company in which the second Director attests',
        usBusiness,
        all(roles(1, ...directing), secondAttests),
      ),
      free('a US company in which one who is a Director alone attests', usBusiness, roles(0, 'Director')),
    ],
  },
  cdd_certification_invalid: {
    cases: [
      due('a US company with an owner of 40% without a tax number', usBusiness, remove(names.tax, 1), {
        codes: uncertified,
      }),
      due(
        'a US company with an owner of exactly 25% without a tax number',
        usBusiness,
        all(share(1, 25), remove(names.tax, 1)),
        { codes: uncertified },
      ),
      due(
        'a US company with an owner of 15% without a tax number, where nobody has 25%',
        usBusiness,
        all(ownership(directing, 20, directing, 15), remove(names.tax, 1)),
        { codes: uncertified },
      ),
      free(
        'a German company with an owner without an identity number',
        business,
        remove(names.documentNumber, 1),
      ),
      free(
        'a US sole proprietorship with an owner without an identity number',
        usSole,
        remove(names.documentNumber, 0),
      ),
      // No number of a document is promised to be due: "missing identity or tax number" can be read as no identity at all.
      free(
        'a US company with an owner who has a Passport of Germany',
        usBusiness,
        identity('Passport', 'DE', 1),
      ),
    ],
  },
}
