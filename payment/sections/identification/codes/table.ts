import type { Code } from '../submission/attempt.js'
import {
  all,
  identity,
  move,
  ownership,
  remove,
  roles,
  set,
  share,
  untaxed,
  withoutIndustry,
} from '../submission/draft.js'
import { names } from '../submission/names.js'
import { directing, owner, recipes } from '../submission/recipes.js'
import { daysAgo } from '../submission/values.js'
import { type CodeRule, due, type ErrorCase, free, withOwnCodes } from './cases.js'
import { badCountry, bare, described, early, edits, joinedBy, lacking, lone, sameImages } from './edits.js'

const { person, usPerson, edd, business, usBusiness, sole, usSole, nested, usNested, token, eddToken } =
  recipes
const { licensed, usLicensed, fundsFlow, usFundsFlow } = recipes

/** Codes for a type outside the specification, which a service may not know. */
const unnamed = ['identity_document_rejected', 'invalid_request'] as const

/** A submission without an identity also breaks the schema, and the rule that an identity document must be of a type. */
const unidentified = ['cdd_certification_invalid', 'invalid_request', 'identity_document_rejected'] as const

/** A missing tax number has its own code and prevents certification; which code occurs is open. */
const uncertified = ['tin_required', 'cdd_certification_invalid'] as const

// prettier-ignore
const table = {
  invalid_request: {
    texts: `invalid_request is the catch-all
      An empty required field or a bad format (email, phone, country code, date) is refused with invalid_request.`,
    innocent: [],
    cases: [
      due('an empty first name', person, set(names.firstName, ''), { emptied: names.firstName }),
      due('an invalid email', person, set(names.email, 'not an email')),
      due('an invalid phone number', person, set(names.phone, 'not a phone')),
      due('an invalid country code', person, badCountry()),
      due('an invalid date', person, set(names.birthDate, 'not a date')),
      due('a beneficiary with an invalid email', business, set(names.email, 'not an email', 1), { about: 1 }),
      due('a beneficiary with an invalid date', business, set(names.birthDate, 'not a date', 1), { about: 1 }),
      due('a beneficiary with an empty first name', business, set(names.firstName, '', 1), { about: 1, emptied: names.firstName }),
      due('an empty share token', token, set(names.token, ''), { emptied: names.token }),
      due('a US Person with an invalid phone number', usPerson, set(names.phone, 'not a phone')),
      due('a company with an invalid email', business, set(names.email, 'not an email')),
      due('a beneficiary of a US company with an invalid email', usBusiness, set(names.email, 'not an email', 1), { about: 1 }),
      due('a beneficiary with an invalid phone number', business, set(names.phone, 'not a phone', 1), { about: 1 }),
      due('a beneficiary with an invalid country code', business, badCountry(1), { about: 1 }),
      due('a company with an invalid country code', business, badCountry()),
      due('a company with an invalid date', business, set(names.incorporated, 'not a date')),
    ],
  },
  selfie_required: {
    texts: `A selfie is required
      selfie_required is returned for every Person and every Director of a Business without a selfie, and for nobody else.`,
    cases: [
      due('a Person without a selfie', person, remove(names.selfie)),
      early.selfie,
      due('a Director of a US company without a selfie', usBusiness, remove(names.selfie, 0), { about: 0 }),
      due('a second Director without a selfie', business, all(roles(1, 'Director'), remove(names.selfie, 1)), { about: 1 }),
      free('a Shareholder without a selfie', business, remove(names.selfie, 1)),
      free('an UltimateBeneficialOwner without a selfie', business, all(roles(1, owner), remove(names.selfie, 1))),
      due('a Person of the US without a selfie', usPerson, remove(names.selfie)),
      due('a Person with an EDD questionnaire without a selfie', edd, remove(names.selfie)),
      due('a sole proprietor who is a Director, without a selfie', sole, all(roles(0, ...directing), remove(names.selfie, 0)), { about: 0 }),
      free('a Representative without a selfie', business, all(roles(1, 'Representative'), remove(names.selfie, 1))),
      free('a US UltimateBeneficialOwner without a selfie', usBusiness, remove(names.selfie, 1)),
      free('a sole proprietor without a selfie', sole, remove(names.selfie, 0)),
      free('a US sole proprietor without a selfie', usSole, remove(names.selfie, 0)),
    ],
  },
  selfie_expired: {
    texts: `A selfie is at most 6 months old
      selfie_expired is returned for a Person whose selfie is older than 6 months, and for nobody else.`,
    cases: [
      due('a Person with a selfie of 8 months ago', person, set(names.selfieAge, daysAgo(244))),
      free('a Person with a selfie of 5 months ago', person, set(names.selfieAge, daysAgo(152))),
      free('a Director with a selfie of 8 months ago', business, set(names.selfieAge, daysAgo(244), 0)),
      free('a sole proprietor with a selfie of 8 months ago', sole, set(names.selfieAge, daysAgo(244), 0)),
      due('a Person of the US with a selfie of 8 months ago', usPerson, set(names.selfieAge, daysAgo(244))),
      due('a Person with an EDD questionnaire and a selfie of 8 months ago', edd, set(names.selfieAge, daysAgo(244))),
      due('a Person with a selfie of 7 months ago', person, set(names.selfieAge, daysAgo(214))),
      due('a Person with a selfie of two years ago', person, set(names.selfieAge, daysAgo(730))),
    ],
  },
  tin_required: {
    texts: `A tax number is required
      tin_required is returned where the tax number is missing: for a Director or UltimateBeneficialOwner of any country, for a Person with an identity of the US, and for nobody else.`,
    cases: [
      due('a Person with an identity of the US and no tax number', usPerson, remove(names.tax)),
      due('a Director of a German company without a tax number', business, all(roles(1, owner), roles(0, 'Director'), remove(names.tax, 0)), { about: 0, isOfEveryType: true }),
      due('an UltimateBeneficialOwner of a German company without a tax number', business, all(roles(1, owner), remove(names.tax, 1)), { about: 1 }),
      due('a US Director without a tax number', usBusiness, remove(names.tax, 0), { about: 0, codes: uncertified }),
      due('a US UltimateBeneficialOwner without a tax number', usBusiness, remove(names.tax, 1), { about: 1, codes: uncertified }),
      due('the owner of a sole proprietorship without a tax number', sole, remove(names.tax, 0), { about: 0 }),
      free('a Person with an identity of France and no tax number', person, remove(names.tax)),
      free('a Shareholder without a tax number', business, remove(names.tax, 1)),
      free('a Representative without a tax number', business, all(roles(1, 'Representative'), remove(names.tax, 1))),
      due('a Person of France with an identity of the US and no tax number', person, untaxed('US')),
      due('a Person with an EDD questionnaire, an identity of the US and no tax number', edd, untaxed('US')),
      due('the owner of a US sole proprietorship without a tax number', usSole, untaxed('US', 0), { about: 0 }),
      due('an owner of a German company with an identity of the US and no tax number', business, all(roles(1, owner), untaxed('US', 1)), { about: 1 }),
      due('a Director with 8% of a German company without a tax number', business, all(ownership(directing, 60, directing, 8), untaxed('DE', 1)), { about: 1 }),
      due('an owner of a US company with an identity of Germany and no tax number', usBusiness, untaxed('DE', 1), { about: 1, codes: uncertified }),
      free('a Person of the US with an identity of France and no tax number', usPerson, untaxed('FR')),
      free('a Person with an identity of Britain and no tax number', person, untaxed('GB')),
      free('a Person with an identity of Germany and no tax number', person, untaxed('DE')),
      free('a US Shareholder with 5% without a tax number', usBusiness, all(ownership(directing, 60, ['Shareholder'], 5), remove(names.tax, 1))),
    ],
  },
  proof_of_address_required_for_edd: {
    texts: `An EDD questionnaire needs a proof of address
      proof_of_address_required_for_edd is returned for a Person with edd_questionnaire and without a ProofOfAddress document.`,
    cases: [
      due('a Person with an EDD questionnaire and no documents', edd, remove(names.documents)),
      due('a Person with an EDD questionnaire and another document', edd, edits.otherDocuments, { codes: ['proof_of_address_required_for_edd', 'invalid_request'] }),
      free('a Person with neither EDD questionnaire nor documents', edd, edits.neitherEddNorDocuments),
      due('a Person with an EDD questionnaire and an identity of the US, without documents', edd, all(remove(names.documents), move(names.identityCountry, 'US'))),
      free('a Token', token),
      free('a Token with an EDD questionnaire', eddToken),
    ],
  },
  identity_document_rejected: {
    texts: `Some identity documents are rejected
      identity_document_rejected is returned for a ResidencePermit, for what beneficiaries of US companies may not use, and for a DigitalDriversLicense that is not from Brazil.
      - Beneficiaries of a US company use a Passport or a DriverLicense of the US; those of a sole proprietorship may use others.`,
    cases: [
      due('a Person with a ResidencePermit', person, identity('ResidencePermit', 'FR')),
      due('a beneficiary with a ResidencePermit', business, identity('ResidencePermit', 'DE', 1), { about: 1 }),
      due('a beneficiary of a US company with a DriverLicense of Germany', usBusiness, identity('DriverLicense', 'DE', 1), { about: 1, isOfEveryType: true }),
      // A type outside the specification, which a service may not know.
      due('a beneficiary of a US company with a NationalId', usBusiness, identity('NationalId', 'US', 1), { about: 1, codes: unnamed }),
      due('a Person with a DigitalDriversLicense of France', person, identity('DigitalDriversLicense', 'FR')),
      free('a beneficiary of a US company with a Passport of Germany', usBusiness, identity('Passport', 'DE', 1)),
      free('a beneficiary of a US company with a DriverLicense of the US', usBusiness, identity('DriverLicense', 'US', 1)),
      free('the owner of a US sole proprietorship with a DriverLicense of Germany', usSole, identity('DriverLicense', 'DE', 0)),
      free('a beneficiary of a German company with a DriverLicense of Germany', business, identity('DriverLicense', 'DE', 1)),
      free('a Person with a DigitalDriversLicense of Brazil', person, identity('DigitalDriversLicense', 'BR')),
      due('a Person of the US with a ResidencePermit', usPerson, identity('ResidencePermit', 'US')),
      due('a Director with a ResidencePermit', business, identity('ResidencePermit', 'DE', 0), { about: 0 }),
      due('a beneficiary with a ResidencePermit of the US', business, identity('ResidencePermit', 'US', 1), { about: 1 }),
      due('a beneficiary of a US company with a ResidencePermit', usBusiness, identity('ResidencePermit', 'US', 1), { about: 1 }),
      due('a sole proprietor with a ResidencePermit', sole, identity('ResidencePermit', 'DE', 0), { about: 0 }),
      due('a US sole proprietor with a ResidencePermit', usSole, identity('ResidencePermit', 'US', 0), { about: 0 }),
      due('a Director of a US company with a DriverLicense of Germany', usBusiness, identity('DriverLicense', 'DE', 0), { about: 0 }),
      due('a beneficiary of a US company with a DriverLicense of Canada', usBusiness, identity('DriverLicense', 'CA', 1), { about: 1 }),
      due('a beneficiary of a US company with a DriverLicense of Britain', usBusiness, identity('DriverLicense', 'GB', 1), { about: 1 }),
      due('a Director of a US company with a NationalId', usBusiness, identity('NationalId', 'US', 0), { about: 0, codes: unnamed }),
      due('a beneficiary with a DigitalDriversLicense of Germany', business, identity('DigitalDriversLicense', 'DE', 1), { about: 1 }),
      due('a Person with a DigitalDriversLicense of the US', usPerson, identity('DigitalDriversLicense', 'US')),
      due('a Person with a DigitalDriversLicense of Portugal', person, identity('DigitalDriversLicense', 'PT')),
      free('a beneficiary of a German company with a DigitalDriversLicense of Brazil', business, identity('DigitalDriversLicense', 'BR', 1)),
      free('a Person with a DriverLicense of France', person, identity('DriverLicense', 'FR')),
      free('a Person with a Passport of Brazil', person, identity('Passport', 'BR')),
      free('a Person with a NationalId', person, identity('NationalId', 'FR')),
      free('a beneficiary of a German company with a NationalId', business, identity('NationalId', 'DE', 1)),
      free('a US sole proprietor with a NationalId', usSole, identity('NationalId', 'US', 0)),
      free('a Person of the US with a DriverLicense of Germany', usPerson, identity('DriverLicense', 'DE')),
    ],
  },
  identity_document_images_identical: {
    texts: `Front and back of a document differ
      identity_document_images_identical is returned where front and back are the same bytes.`,
    cases: [
      due('a Person whose document has the same front and back', person, sameImages()),
      due('a Person of the US whose document has the same front and back', usPerson, sameImages()),
      due('a beneficiary whose document has the same front and back', business, sameImages(1), { about: 1 }),
      due('a Director whose document has the same front and back', business, sameImages(0), { about: 0 }),
      due('a beneficiary of a US company whose document has the same front and back', usBusiness, sameImages(1), { about: 1 }),
      due('a sole proprietor whose document has the same front and back', sole, sameImages(0), { about: 0 }),
    ],
  },
  structure_invalid: {
    texts: `The structure of a company keeps the rules
      structure_invalid is returned where rule 4, rule 6 or a rule of sole proprietorships is broken, and nowhere else.`,
    cases: [
      due('a company without a Director', business, roles(0, owner), { isOfEveryType: true }),
      due('a company whose only Director belongs to a nested company', nested, edits.directorBelow),
      due('a company in which nobody owns 10%', business, ownership(directing, 9, ['Shareholder'], 9)),
      due('a company in which the largest owner has 9.99%', business, ownership(directing, 9.99, ['Shareholder'], 5)),
      due('a US company in which nobody owns 10%', usBusiness, ownership(directing, 9, directing, 9)),
      due('a company in which a Representative alone owns 25%', business, ownership(directing, 5, ['Representative'], 60)),
      due('owners of 60% and 60%', business, ownership(directing, 60, [owner], 60)),
      due('owners of 60% and 41%', business, ownership(directing, 60, [owner], 41)),
      due('a sole proprietorship with two beneficiaries', sole, joinedBy(['Representative'], 0)),
      due('a sole proprietorship of which 50% is owned', sole, share(0, 50)),
      due('a sole proprietorship of which 99% is owned', sole, share(0, 99)),
      due('a US sole proprietorship of which 50% is owned', usSole, share(0, 50)),
      free('an owner of exactly 25%', business, ownership(directing, 25, ['Director'], 5)),
      free('an owner of exactly 10% where nobody has 25%', business, ownership(directing, 10, ['Director'], 5)),
      free('owners of exactly 100%', business, ownership(directing, 60, [owner], 40)),
      free('an owner of 95% beside a Director with 8%', business, ownership([owner], 95, ['Director'], 8)),
      free('an owner of 60% beside a Representative with 60%', business, ownership(directing, 60, ['Representative'], 60)),
      free('an owner of 15% beside a Representative with 60%', business, ownership(directing, 15, ['Representative'], 60)),
      free('an owner of 60% beside a Director without a share', business, ownership([owner], 60, ['Director'], 0)),
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
      due('a sole proprietorship without beneficiaries', sole, edits.unowned),
      due('a company without beneficiaries', business, edits.unowned),
      free('an owner of exactly 25% of a US company', usBusiness, ownership(directing, 25, ['Director'], 5)),
      free('an owner of exactly 10% of a US company where nobody has 25%', usBusiness, ownership(directing, 10, ['Director'], 5)),
      free('an owner of 15% of a US company where nobody has 25%', usBusiness, ownership(directing, 15, ['Director'], 5)),
      free('a sole proprietor who is a Director', sole, roles(0, ...directing)),
      free('a nested company whose owner has 5%', nested, edits.smallOwnerBelow),
    ],
  },
  ubo_share_below_threshold: {
    texts: `An UltimateBeneficialOwner alone reaches the threshold
      ubo_share_below_threshold is returned for a beneficiary with no other role than UltimateBeneficialOwner below 25%, or below 10% where nobody owns 25%.`,
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
      due('an UltimateBeneficialOwner alone with 9% of a US company where nobody has 25%', usBusiness, ownership(directing, 20, [owner], 9), { about: 1 }),
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
    texts: `A US company attests
      attestation_invalid is returned for a US company, except a sole proprietorship, without exactly one root Director who attests and did so in the past.
      - The attesting beneficiary has attesting_party true, and the time in attested_at.`,
    cases: [
      due('a US company in which nobody attests', usBusiness, remove(names.attesting, 0), { isOfEveryType: true }),
      due('a US company with attesting_party false', usBusiness, set(names.attesting, false, 0)),
      due('a US company in which two Directors attest', usBusiness, all(roles(1, ...directing), edits.bothAttest)),
      due('a US company in which someone who is not a Director attests', usBusiness, edits.secondAttests),
      due('a US company attested without a moment', usBusiness, remove(names.attestedAt, 0)),
      due('a US company attested in the future', usBusiness, set(names.attestedAt, daysAgo(-30), 0)),
      free('a German company in which nobody attests', business),
      free('a US sole proprietorship in which nobody attests', usSole),
      free('a German company with a nested one of the US, in which nobody attests', nested, edits.movedToUs),
      due('a US company attested in two days', usBusiness, set(names.attestedAt, daysAgo(-2), 0)),
      due('a US company in which a Representative attests', usBusiness, all(ownership(directing, 60, ['Representative'], 5), edits.secondAttests)),
      due('a US company in which only a Director of a nested company attests', usNested, edits.attestedBelow),
      free('a US company attested three months ago', usBusiness, set(names.attestedAt, daysAgo(92), 0)),
      free('a US company in which one of two Directors attests', usBusiness, roles(1, ...directing)),
      free('a US company in which the second Director attests', usBusiness, all(roles(1, ...directing), edits.secondAttests)),
      free('a US company in which one who is a Director alone attests', usBusiness, roles(0, 'Director')),
    ],
  },
  cdd_certification_invalid: {
    texts: `The certification can be generated
      cdd_certification_invalid is returned for a US company, except a sole proprietorship, that lacks an identity or tax number of a listed owner.`,
    innocent: [],
    cases: [
      due('a US company with an owner of 40% without a tax number', usBusiness, remove(names.tax, 1), { codes: uncertified }),
      due('a US company with an owner of exactly 25% without a tax number', usBusiness, all(share(1, 25), remove(names.tax, 1)), { codes: uncertified }),
      due('a US company with an owner of 15% without a tax number, where nobody has 25%', usBusiness, all(ownership(directing, 20, directing, 15), remove(names.tax, 1)), { codes: uncertified }),
      due('a US company with an owner without an identity', usBusiness, remove(names.identity, 1), { codes: unidentified }),
      free('a German company with an owner without an identity number', business, remove(names.documentNumber, 1)),
      free('a US sole proprietorship with an owner without an identity number', usSole, remove(names.documentNumber, 0)),
      free('a German company with a nested one of the US', nested, edits.movedToUs),
      // A missing document number may also mean no identity at all, so no code is due.
      free('a US company with an owner who has a Passport of Germany', usBusiness, identity('Passport', 'DE', 1)),
    ],
  },
  business_description_insufficient: {
    texts: `The description is long enough
      business_description_insufficient is returned for a business_model_description of fewer than 80 characters after trimming, in every industry.`,
    cases: [
      early.description,
      due('a description of 79 characters with spaces around them', business, described(79, '   '), { about: 'company' }),
      due('a description of 10 characters from a US company', usBusiness, described(10), { about: 'company' }),
      due('a description of 10 characters from a sole proprietorship', sole, described(10), { about: 'company' }),
      due('a description of 10 characters from a US sole proprietorship', usSole, described(10), { about: 'company' }),
      free('a description of exactly 80 characters', business, described(80)),
      free('a description of exactly 80 characters with spaces around them', business, described(80, '  ')),
      due('a description that is long by line breaks around it', business, described(70, '\n\t'.repeat(8)), { about: 'company' }),
    ],
  },
  industry_required: {
    texts: `The industry is required
      industry_required is returned where business_details.industry is missing.`,
    precedents: [early.description, early.selfie],
    cases: [
      due('a Business without an industry', business, withoutIndustry, { about: 'company', isOfEveryType: true }),
      due('a US Business without an industry', usBusiness, withoutIndustry, { about: 'company' }),
      due('a sole proprietorship without an industry', sole, withoutIndustry, { about: 'company' }),
      due('a US sole proprietorship without an industry', usSole, withoutIndustry, { about: 'company' }),
    ],
  },
  miscellaneous_industry_deprecated: {
    texts: `The industry Miscellaneous is refused
      miscellaneous_industry_deprecated is returned for the industry Miscellaneous.`,
    cases: [
      due('the industry Miscellaneous', business, set(names.industry, 'Miscellaneous'), { about: 'company', isOfEveryType: true }),
      due('the industry Miscellaneous of a US company', usBusiness, set(names.industry, 'Miscellaneous'), { about: 'company' }),
      due('the industry Miscellaneous of a sole proprietorship', sole, set(names.industry, 'Miscellaneous'), { about: 'company' }),
    ],
  },
  license_details_required: {
    texts: `Licences are described
      license_details_required is returned where has_licenses_or_registrations is true without license_details.`,
    cases: [
      due('licences without license_details', licensed, remove(names.licenseDetails), { about: 'company', isOfEveryType: true }),
      free('no licences and no license_details', licensed, edits.unlicensed),
      free('licences with license_details', licensed),
      due('licences of a US company without license_details', usLicensed, remove(names.licenseDetails), { about: 'company' }),
    ],
  },
  funds_flow_disclosure_required: {
    texts: `The flow of funds is disclosed
      funds_flow_disclosure_required is returned where sends_funds_on_customer_behalf is true without description, diagram and source-of-funds document together.
      - The diagram is that of the flow of funds.`,
    cases: [
      due('funds sent for customers with nothing disclosed', fundsFlow, edits.undisclosed, { about: 'company', isOfEveryType: true }),
      due('funds sent for customers without a description', fundsFlow, remove(names.fundsDescription), { about: 'company' }),
      due('funds sent for customers without a flow-of-funds diagram', fundsFlow, remove(names.fundsDiagram), { about: 'company' }),
      due('funds sent for customers without a source-of-funds document', fundsFlow, remove(names.fundsDocument), { about: 'company' }),
      free('funds sent for customers with all three disclosed', fundsFlow, edits.disclosed),
      due('funds sent for customers by a US company with nothing disclosed', usFundsFlow, edits.undisclosed, { about: 'company' }),
      free('no funds sent, with all three disclosed', fundsFlow, set(names.sendsFunds, false)),
    ],
  },
  company_details_required: {
    texts: `Company Details are required
      company_details_required is returned for every company without a document of that group, root or nested.`,
    innocent: [],
    cases: [
      lone.details,
      lone.usDetails,
      lone.soleDetails,
      lone.nestedDetails,
      due('a US sole proprietorship without Company Details', usSole, lacking(['details']), { about: 'company' }),
      due('a nested company of the US without Company Details', nested, all(edits.movedToUs, lacking(['details'], 1))),
      free('a company with one certificate of Company Details', business, edits.oneOfDetails),
      free('a company with a certificate of good standing alone', business, edits.goodStanding),
      free('a company with an excerpt of a registry alone', business, edits.registryExcerpt),
    ],
  },
  legal_presence_required: {
    texts: `Legal Presence is required
      legal_presence_required is returned for a non-US Business without a document of that group, and for no US or nested company.`,
    innocent: [],
    cases: [
      lone.presence,
      free('a US company without Legal Presence', usBusiness, lacking(['presence'])),
      free('a US sole proprietorship without Legal Presence', usSole, lacking(['presence'])),
      free('a nested company, which owes no Legal Presence', nested),
      lone.solePresence,
      due('a company with another below it, without Legal Presence', nested, lacking(['presence']), { orElse: bare.both }),
      free('a nested company of the US, which owes no Legal Presence', nested, edits.movedToUs),
    ],
  },
  ownership_structure_required: {
    texts: `Ownership Structure is required
      ownership_structure_required is returned for a company without a document of that group, and for no US root company.`,
    innocent: [],
    cases: [
      lone.ownership,
      lone.nestedOwnership,
      due('a nested company of the US without Ownership Structure', nested, all(edits.movedToUs, lacking(['ownership'], 1)), { orElse: bare.nestedUs }),
      free('a US company without Ownership Structure', usBusiness, lacking(['ownership'])),
      lone.soleOwnership,
      free('a US sole proprietorship without Ownership Structure', usSole, lacking(['ownership'])),
    ],
  },
  control_structure_required: {
    texts: `Control Structure is required
      control_structure_required is returned for a non-US Business without a document of that group, and for no US or nested company.`,
    innocent: [],
    cases: [
      lone.control,
      free('a US company without Control Structure', usBusiness, lacking(['control'])),
      free('a nested company, which owes no Control Structure', nested),
      lone.soleControl,
      due('a company with another below it, without Control Structure', nested, lacking(['control']), { orElse: bare.both }),
      free('a US sole proprietorship without Control Structure', usSole, lacking(['control'])),
      free('a nested company of the US, which owes no Control Structure', nested, edits.movedToUs),
    ],
  },
} satisfies Readonly<Partial<Record<Code, CodeRule>>>

/** The codes that the document and the specification suffice to provoke, each with its rule. */
export const codeRules = withOwnCodes(table)

/** All cases in which some code is due. */
export const dueCases: readonly ErrorCase[] = Object.values(codeRules).flatMap(({ cases }) =>
  cases.filter(({ due }) => due !== undefined),
)
