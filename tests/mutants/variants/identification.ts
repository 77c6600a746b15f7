import { body, documents } from '../../../sandbox/faults/changes.js'
import { add, all, remove, replace } from '../../../sandbox/faults/edit.js'
import { faultsOf, type Hooks } from '../../../sandbox/faults/fault.js'
import {
  asList,
  certified,
  type Condition,
  documented,
  everyError,
  isStructured,
  missing,
  ofAnyOwner,
  ofBusiness,
  refused,
  stray,
  straying,
  uncertified,
  unless,
  withoutUrl,
} from '../../../sandbox/faults/identification.js'
import { schema } from '../../../sandbox/faults/documents.js'
import { ownersOf } from '../../../sandbox/identification/rules/companies.js'
import { identificationError } from '../../../sandbox/identification/submission/errors.js'
import type {
  Beneficiary,
  Company,
  PersonSubmission,
} from '../../../sandbox/identification/submission/model.js'
import { monthsBefore, parseMoment } from '../../../sandbox/identification/submission/timestamps.js'
import { companiesOf, personsOf } from '../../../sandbox/identification/submission/traversal.js'
import { sum } from '../../../sandbox/money/decimal.js'
import { hasChange, versionOf } from '../../../versions/index.js'

type OfBusiness = Parameters<typeof ofBusiness>[0]
type Questions = Parameters<OfBusiness>[0]['questionnaire']

const ofPerson =
  (holds: (person: PersonSubmission, now: Date) => boolean): Condition =>
  (submission, { now }) =>
    submission.kind === 'Person' && holds(submission, now)

const ofRoot = (holds: (company: Company, now: Date) => boolean): Condition =>
  ofBusiness(({ company }, { now }) => holds(company, now))

const ofNested = (holds: (company: Company) => boolean): Condition =>
  ofBusiness((submission) =>
    companiesOf(submission).some(({ company, index }) => index !== undefined && holds(company)),
  )

const ofQuestions = (holds: (questionnaire: Questions) => boolean): Condition =>
  ofBusiness(({ questionnaire }) => holds(questionnaire))

const ofField = (name: string, holds: (value: string) => boolean): Condition => {
  return ({ fields }) => fields.some((field) => field.name === name && holds(field.value))
}

const both =
  (...conditions: readonly Condition[]): Condition =>
  (submission, judged) =>
    conditions.every((holds) => holds(submission, judged))

const hasRole =
  (role: string) =>
  ({ roles }: Beneficiary): boolean =>
    roles.includes(role)

const onlyRole =
  (role: string) =>
  ({ roles }: Beneficiary): boolean =>
    roles.length > 0 && roles.every((one) => one === role)

const lacks =
  (...types: readonly string[]) =>
  ({ documentTypes }: Company): boolean =>
    !types.some((type) => documentTypes.includes(type))

const isUs = ({ country }: Company): boolean => country === 'US'
const isSole = ({ type }: Company): boolean => type === 'SoleProprietorship'
const lacksTax = ({ holder }: Beneficiary): boolean => holder.taxNumber === undefined
const director = hasRole('Director')
const owner = hasRole('UltimateBeneficialOwner')
const ownerAlone = onlyRole('UltimateBeneficialOwner')
const representativeAlone = onlyRole('Representative')

const business = ofBusiness(() => true)
const american = ofRoot(isUs)
const sole = ofRoot(isSole)
const usPerson = ofPerson(({ identity }) => identity.country === 'US')
const anyBeneficiary = (holds: (one: Beneficiary) => boolean): Condition =>
  ofRoot(({ beneficiaries }) => beneficiaries.some(holds))
const withDocument = (type: string): Condition => ofAnyOwner(({ identity }) => identity.documentType === type)
const withShare = (share: number): Condition => anyBeneficiary((one) => one.share.eq(share))
const lacksBirthState = ofAnyOwner(({ birthPlace }) => birthPlace.state === undefined)

const isOlder = (moment: string | undefined, months: number, now: Date): boolean => {
  const collected = moment === undefined ? undefined : parseMoment(moment)
  return collected !== undefined && collected < monthsBefore(now, months)
}

const halfMonth = 15.22 * 86_400_000

/** Shares of owners, those that do not count left out. */
const owned = (company: Company) => sum(ownersOf(company).map(({ share }) => share))

/** Shares of all beneficiaries. */
const total = ({ beneficiaries }: Company): number =>
  beneficiaries.reduce((current, { share }) => current + Number(share), 0)

const lacksDetails = lacks('StateRegistry', 'IncorporationCert', 'GoodStandingCert')

/** Notices a missing selfie the first time alone. */
const firstAlone = (): Hooks => {
  let noticed = 0
  return {
    verdict: (errors) =>
      errors.some(({ code }) => code === 'selfie_required') && noticed++ > 0 ? [] : errors,
  }
}

const companyCodes = new Set<unknown>(['industry_required', 'license_details_required'])

/** A root company of a type. */
const ofType = (type: string): Condition => ofRoot((company) => company.type === type)

const ofBeneficiary = (name: string, holds: (value: string) => boolean): Condition =>
  ofBusiness(({ fields }) =>
    fields.some((field) => field.name === name && field.beneficiary !== undefined && holds(field.value)),
  )

/** Codes of natural persons. */
const persons = faultsOf({
  'identification/selfie-required:director': ['asks no Director for a selfie', unless(business)],
  'identification/selfie-required:us-person': ['asks no Person of the US for a selfie', unless(usPerson)],
  'identification/selfie-required:sole': [
    'asks no sole proprietor who is a Director for a selfie',
    unless(sole),
  ],
  'identification/selfie-required:everyone': [
    'asks every beneficiary for a selfie',
    stray(ofAnyOwner(({ identity }) => identity.selfie === undefined)),
  ],
  'identification/selfie-required:representative': [
    'asks a Representative for a selfie',
    stray(ofAnyOwner(({ identity }, one) => hasRole('Representative')(one) && identity.selfie === undefined)),
  ],
  'identification/selfie-required:first-only': ['notices a missing selfie the first time only', firstAlone],
  'identification/selfie-expired:years': [
    'takes a selfie of more than a year for a new one',
    unless(ofPerson(({ identity }, now) => isOlder(identity.selfieCollectedAt, 12, now))),
  ],
  'identification/selfie-expired:four-months': [
    'takes a selfie for old after 4 months',
    stray(ofPerson(({ identity }, now) => isOlder(identity.selfieCollectedAt, 4, now))),
  ],
  'identification/selfie-expired:beneficiaries': [
    'takes the selfies of beneficiaries for old too',
    stray(
      ofBusiness((submission, { now }) =>
        personsOf(submission).some(({ person }) => isOlder(person.identity.selfieCollectedAt, 6, now)),
      ),
    ),
  ],
  'identification/tin-required:person': [
    'asks no Person of the US for a tax number',
    unless(({ kind }) => kind === 'Person'),
  ],
  'identification/tin-required:foreign-resident': [
    'asks nobody abroad with an identity of the US for a tax number',
    unless(
      both(
        usPerson,
        ofPerson(({ residence }) => residence !== 'US'),
      ),
    ),
  ],
  'identification/tin-required:us-only': [
    'asks beneficiaries of companies outside the US for no tax number',
    unless(ofRoot((company) => !isUs(company))),
  ],
  'identification/tin-required:us-owner': [
    'asks no owner of the US in a foreign company for a tax number',
    unless(
      both(
        ofRoot((company) => !isUs(company)),
        ofAnyOwner((person, one) => lacksTax(one) && person.identity.country === 'US'),
      ),
    ),
  ],
  'identification/tin-required:owner': [
    'asks an owner who is no Director for no tax number',
    unless(ofAnyOwner((_, one) => owner(one) && !director(one) && lacksTax(one))),
    certified,
  ],
  'identification/tin-required:director': [
    'asks a Director who is no owner for no tax number',
    unless(ofAnyOwner((_, one) => director(one) && !owner(one) && lacksTax(one))),
  ],
  'identification/tin-required:sole': [
    'asks the owner of a sole proprietorship for no tax number',
    unless(sole),
  ],
  'identification/tin-required:shareholder': [
    'asks a Shareholder for a tax number',
    stray(ofAnyOwner((_, one) => onlyRole('Shareholder')(one) && lacksTax(one))),
  ],
  'identification/tin-required:every-person': [
    'asks every Person for a tax number',
    stray(ofPerson(({ taxNumber }) => taxNumber === undefined)),
  ],
  'identification/tin-required:british': [
    'asks a Person of Britain for a tax number',
    stray(ofPerson(({ identity, taxNumber }) => identity.country === 'GB' && taxNumber === undefined)),
  ],
  'identification/proof-of-address-required-for-edd:any-document': [
    'takes any document for a proof of address',
    unless(ofPerson(({ documentTypes }) => documentTypes.length > 0)),
  ],
  'identification/proof-of-address-required-for-edd:everyone': [
    'asks every Person for a proof of address',
    stray(ofPerson(({ documentTypes }) => documentTypes.length === 0)),
  ],
  'identification/proof-of-address-required-for-edd:token': [
    'asks a Token for a proof of address',
    stray(({ kind }) => kind === 'Token'),
  ],
})

/** Codes of identity documents. */
const identityDocuments = faultsOf({
  'identification/identity-document-rejected:residence-permit': [
    'accepts a ResidencePermit of a beneficiary',
    unless(withDocument('ResidencePermit')),
  ],
  'identification/identity-document-rejected:permit-in-us': [
    'accepts a ResidencePermit in a US company',
    unless(both(american, withDocument('ResidencePermit'))),
  ],
  'identification/identity-document-rejected:us-company': [
    'accepts any DriverLicense in a US company',
    unless(withDocument('DriverLicense')),
  ],
  'identification/identity-document-rejected:canada': [
    'accepts a DriverLicense of Canada in a US company',
    unless(
      both(
        american,
        ofAnyOwner(({ identity }) => identity.country === 'CA'),
      ),
    ),
  ],
  'identification/identity-document-rejected:national-id': [
    'accepts a NationalId in a US company',
    unless(withDocument('NationalId')),
  ],
  'identification/identity-document-rejected:digital': [
    'accepts a DigitalDriversLicense of any country',
    unless(ofPerson(({ identity }) => identity.documentType !== 'ResidencePermit')),
  ],
  'identification/identity-document-rejected:digital-of-beneficiary': [
    'accepts any DigitalDriversLicense of a beneficiary',
    unless(withDocument('DigitalDriversLicense')),
  ],
  'identification/identity-document-rejected:brazil': [
    'accepts no DigitalDriversLicense at all',
    stray(ofPerson(({ identity }) => identity.documentType === 'DigitalDriversLicense')),
  ],
  'identification/identity-document-rejected:own-licence': [
    'accepts no DriverLicense of a Person',
    stray(ofPerson(({ identity }) => identity.documentType === 'DriverLicense')),
  ],
  'identification/identity-document-rejected:foreign-passport': [
    'accepts only US passports in a US company',
    stray(ofAnyOwner(({ identity }, _, company) => isUs(company) && identity.country !== 'US')),
  ],
  'identification/identity-document-rejected:sole': [
    'holds a US sole proprietorship to the rule for US companies',
    stray(
      ofAnyOwner(
        ({ identity }, _, company) =>
          isUs(company) &&
          isSole(company) &&
          identity.country !== 'US' &&
          identity.documentType !== 'Passport',
      ),
    ),
  ],
  'identification/identity-document-images-identical:beneficiary': [
    'compares the images of a Person alone',
    unless(business),
  ],
  'identification/identity-document-images-identical:us': [
    'compares no images in a US company',
    unless(american),
  ],
})

/** Codes of the structure and the owners of companies. */
const owners = faultsOf({
  'identification/structure-invalid:partnership': [
    'takes a Partnership of any structure',
    unless(ofType('Partnership')),
  ],
  'identification/attestation-invalid:corporation': [
    'lets nobody attest for a Corporation',
    unless(ofType('Corporation')),
  ],
  'identification/structure-invalid:director': [
    'needs no Director',
    unless(ofRoot(({ beneficiaries }) => !beneficiaries.some(director))),
  ],
  'identification/structure-invalid:combined': [
    'accepts shares of more than 100%',
    unless(ofRoot((company) => owned(company).gt(100))),
  ],
  'identification/structure-invalid:little-more': [
    'accepts shares of up to 100.5% together',
    unless(ofRoot((company) => total(company) > 100 && total(company) < 100.5)),
  ],
  'identification/structure-invalid:us-combined': [
    'accepts shares of more than 100% in a US company',
    unless(ofRoot((company) => isUs(company) && total(company) > 100)),
  ],
  'identification/structure-invalid:sole-share': [
    'accepts any share in a sole proprietorship',
    unless(ofRoot((company) => isSole(company) && company.beneficiaries.length === 1)),
  ],
  'identification/structure-invalid:sole-several': [
    'accepts several beneficiaries of a sole proprietorship',
    unless(ofRoot((company) => isSole(company) && company.beneficiaries.length > 1)),
  ],
  'identification/structure-invalid:halves': [
    'accepts a sole proprietorship of two halves',
    unless(both(sole, withShare(50))),
  ],
  'identification/structure-invalid:nearly-whole': [
    'accepts 99.99% of a sole proprietorship',
    unless(both(sole, withShare(99.99))),
  ],
  'identification/structure-invalid:representative': [
    'counts a Representative as an owner',
    unless(anyBeneficiary((one) => representativeAlone(one) && one.share.gte(25))),
  ],
  'identification/structure-invalid:small-representative': [
    'counts a Representative with 10% to 25% as an owner',
    unless(anyBeneficiary((one) => representativeAlone(one) && one.share.gte(10) && one.share.lt(25))),
  ],
  'identification/structure-invalid:nobody': [
    'accepts a company without beneficiaries',
    unless(ofRoot(({ beneficiaries }) => beneficiaries.length === 0)),
  ],
  'identification/structure-invalid:us': [
    'accepts a US company in which nobody owns 10%',
    unless(ofRoot((company) => isUs(company) && !isSole(company))),
  ],
  'identification/structure-invalid:more-than-10': [
    'wants more than 10% where nobody owns 25%',
    stray(ofRoot((company) => !isSole(company) && !company.beneficiaries.some(({ share }) => share.gt(10)))),
  ],
  'identification/structure-invalid:no-fallback': [
    'wants 25% of somebody, with no other chance',
    stray(ofRoot(({ beneficiaries }) => !beneficiaries.some(({ share }) => share.gte(25)))),
  ],
  'identification/structure-invalid:us-fallback': [
    'has no other chance at 10% in a US company',
    stray(ofRoot((company) => isUs(company) && company.beneficiaries.every(({ share }) => share.lt(25)))),
  ],
  'identification/structure-invalid:small-shares': [
    'counts shares below the threshold towards 100%',
    stray(ofRoot((company) => owned(company).gt(100))),
  ],
  'identification/structure-invalid:sole-director': [
    'wants a Director of a sole proprietorship',
    stray(ofRoot((company) => isSole(company) && !company.beneficiaries.some(director))),
  ],
  'identification/structure-invalid:directing-sole': [
    'wants no Director of a sole proprietorship',
    stray(ofRoot((company) => isSole(company) && company.beneficiaries.some(director))),
  ],
  'identification/ubo-share-below-threshold:twenty-four': [
    'accepts 24% beside an owner of more',
    unless(ofAnyOwner((_, one) => one.share.gte(24))),
  ],
  'identification/ubo-share-below-threshold:ten-beside': [
    'accepts 10% beside an owner of 25%',
    unless(both(withShare(10), withShare(25))),
  ],
  'identification/ubo-share-below-threshold:exactly-25': [
    'falls back to 10% unless somebody owns more than 25%',
    unless(ofRoot(({ beneficiaries }) => !beneficiaries.some(({ share }) => share.gt(25)))),
  ],
  'identification/ubo-share-below-threshold:us': [
    'accepts an owner with any share of a US company',
    unless(american),
  ],
  'identification/ubo-share-below-threshold:first': [
    'looks at no share of the first beneficiary',
    unless(ofRoot(({ beneficiaries: [one] }) => one !== undefined && ownerAlone(one))),
  ],
  'identification/ubo-share-below-threshold:more-than-25': [
    'wants more than 25%',
    stray(ofAnyOwner((_, one) => ownerAlone(one) && one.share.eq(25))),
  ],
  'identification/ubo-share-below-threshold:no-fallback': [
    'has no other chance at 10%',
    stray(ofAnyOwner((_, one) => ownerAlone(one) && one.share.lt(25))),
  ],
  'identification/ubo-share-below-threshold:other-role': [
    'holds an owner with another role to the threshold too',
    stray(ofAnyOwner((_, one) => director(one) && owner(one) && one.share.lt(10))),
  ],
  'identification/ubo-share-below-threshold:shareholder-too': [
    'holds an owner who is a Shareholder too to the threshold',
    stray(ofAnyOwner((_, one) => owner(one) && hasRole('Shareholder')(one))),
  ],
  'identification/ubo-share-below-threshold:directors': [
    'holds a Director who is no owner to the threshold',
    stray(ofAnyOwner((_, one) => onlyRole('Director')(one) && one.share.lt(25))),
  ],
  'identification/attestation-invalid:several': [
    'lets several Directors attest',
    unless(ofRoot(({ beneficiaries }) => beneficiaries.filter((one) => one.attestingParty).length > 1)),
  ],
  'identification/attestation-invalid:future': [
    'accepts an attestation of the future',
    unless(anyBeneficiary((one) => director(one) && one.attestedAt !== undefined)),
  ],
  'identification/attestation-invalid:tomorrow': [
    'accepts an attestation of the next days',
    unless(
      ofRoot(({ beneficiaries }, now) =>
        beneficiaries.some(({ attestedAt = '' }) => {
          const wait = Date.parse(attestedAt) - now.getTime()
          return wait > 0 && wait < halfMonth
        }),
      ),
    ),
  ],
  'identification/attestation-invalid:anyone': [
    'lets anyone attest',
    unless(anyBeneficiary((one) => !director(one) && one.attestingParty)),
  ],
  'identification/attestation-invalid:representative': [
    'lets a Representative attest',
    unless(anyBeneficiary((one) => one.attestingParty && hasRole('Representative')(one))),
  ],
  'identification/attestation-invalid:everywhere': [
    'wants an attestation of every company',
    stray(ofRoot(({ beneficiaries }) => !beneficiaries.some((one) => one.attestingParty))),
  ],
  'identification/attestation-invalid:second': [
    'lets the first beneficiary alone attest',
    stray(ofRoot((company) => isUs(company) && company.beneficiaries[1]?.attestingParty === true)),
  ],
  'identification/cdd-certification-invalid:no-fallback': [
    'lists nobody below 25%',
    uncertified(({ beneficiaries }) => !beneficiaries.some(({ share }) => share.gte(25))),
  ],
  'identification/cdd-certification-invalid:everywhere': [
    'wants the identity numbers of every company',
    stray(ofAnyOwner(({ identity }) => identity.number === undefined)),
  ],
  'identification/ubo-country-prohibited:everyone': [
    'prohibits the countries of everyone',
    stray(ofAnyOwner(({ residence }) => residence === 'KP')),
  ],
})

/** Codes of what a company does, and of its documents. */
const companies = faultsOf({
  'identification/business-description-insufficient:more-than-80': [
    'wants more than 80 characters',
    stray(ofQuestions(({ description }) => description?.trim().length === 80)),
  ],
  'identification/business-description-insufficient:seventy-nine': [
    'accepts 79 characters',
    unless(ofQuestions(({ description }) => description?.trim().length === 79)),
  ],
  'identification/business-description-insufficient:untrimmed': [
    'counts the spaces around a description',
    unless(ofQuestions(({ description = '' }) => description.length >= 80)),
  ],
  'identification/business-description-insufficient:line-breaks': [
    'counts the line breaks around a description',
    unless(ofQuestions(({ description = '' }) => description.replaceAll(/^ +| +$/g, '').length >= 80)),
  ],
  'identification/business-description-insufficient:sole': [
    'wants no description of a sole proprietorship',
    unless(sole),
  ],
  'identification/business-description-insufficient:industry': [
    'wants a description in some industries alone',
    unless(ofQuestions(({ industry }) => industry === 'Agriculture')),
  ],
  'identification/business-description-insufficient:one-industry': [
    'wants a description in one industry alone',
    unless(ofQuestions(({ industry = '' }) => !/software/i.test(industry))),
  ],
  'identification/industry-required:us': ['does without the industry of a US company', unless(american)],
  'identification/industry-required:us-sole': [
    'does without the industry of a US sole proprietorship',
    unless(both(american, sole)),
  ],
  'identification/industry-required:catch-all': [
    'answers a missing industry with the catch-all',
    {
      verdict: (errors) =>
        errors.map((error) =>
          error.code === 'industry_required'
            ? identificationError('invalid_request', 'business_details: industry is missing')
            : error,
        ),
    },
  ],
  'identification/miscellaneous-industry-deprecated:sole': [
    'accepts the industry Miscellaneous of a sole proprietorship',
    unless(sole),
  ],
  'identification/foundation-intended-use-not-supported:everyone': [
    'limits the purpose of every company',
    stray(ofQuestions(({ purpose }) => purpose === 'ReceivingBusinessIncome')),
  ],
  'identification/foundation-intended-use-not-supported:us': [
    'limits the purpose of US companies',
    stray(american),
  ],
  'identification/funds-flow-disclosure-required:any-one': [
    'is content with one of the three',
    unless(ofQuestions(({ fundsFlow }) => fundsFlow.some((one) => one !== undefined))),
  ],
  'identification/funds-flow-disclosure-required:us': [
    'wants nothing disclosed by a US company',
    unless(american),
  ],
  'identification/funds-flow-disclosure-required:never-enough': [
    'is not content with all three',
    stray(ofQuestions(({ sendsFundsForCustomers }) => sendsFundsForCustomers)),
  ],
  'identification/funds-flow-disclosure-required:not-sending': [
    'objects to what is disclosed where no funds are sent',
    stray(
      ofQuestions(
        ({ sendsFundsForCustomers, fundsFlow }) =>
          !sendsFundsForCustomers && fundsFlow.some((one) => one !== undefined),
      ),
    ),
  ],
  'identification/license-details-required:us': [
    'wants no details of the licences of a US company',
    unless(american),
  ],
  'identification/license-details-required:without-licences': [
    'wants details of licences that nobody has',
    stray(ofQuestions(({ licenseDetailsGiven }) => !licenseDetailsGiven)),
  ],
  'identification/company-details-required:nested': [
    'does without Company Details of a nested company',
    unless(ofNested(lacksDetails)),
  ],
  'identification/company-details-required:charity': [
    'does without Company Details of a Charity',
    unless(ofType('Charity')),
  ],
  'identification/company-details-required:good-standing': [
    'takes no certificate of good standing for Company Details',
    stray(ofRoot(lacks('StateRegistry', 'IncorporationCert'))),
  ],
  'identification/company-details-required:us': [
    'does without Company Details of a US company',
    unless(american),
  ],
  'identification/company-details-required:us-sole': [
    'does without Company Details of a US sole proprietorship',
    unless(both(american, sole)),
  ],
  'identification/company-details-required:every-document': [
    'wants every document of Company Details',
    stray(ofRoot(lacks('GoodStandingCert'))),
  ],
  'identification/legal-presence-required:sole': [
    'does without Legal Presence of a sole proprietorship',
    unless(sole),
  ],
  'identification/legal-presence-required:us': [
    'wants Legal Presence of a US company',
    stray(ofRoot((company) => isUs(company) && lacks('IncorporationArticles')(company))),
  ],
  'identification/legal-presence-required:nested': [
    'wants Legal Presence of a nested company',
    stray(ofNested(lacks('IncorporationArticles'))),
  ],
  'identification/ownership-structure-required:nested': [
    'does without Ownership Structure of a nested company',
    unless(ofNested(lacks('ShareholderRegistry'))),
  ],
  'identification/ownership-structure-required:nested-us': [
    'spares nested companies of the US too',
    unless(ofNested((company) => isUs(company) && lacks('ShareholderRegistry')(company))),
  ],
  'identification/ownership-structure-required:us': [
    'wants Ownership Structure of a US company',
    stray(ofRoot((company) => isUs(company) && lacks('ShareholderRegistry')(company))),
  ],
  'identification/control-structure-required:us': [
    'wants Control Structure of a US company',
    stray(ofRoot((company) => isUs(company) && lacks('DirectorsRegistry')(company))),
  ],
  'identification/control-structure-required:nested': [
    'wants Control Structure of a nested company',
    stray(ofNested(lacks('DirectorsRegistry'))),
  ],
  'identification/control-structure-required:nested-us': [
    'wants Control Structure of a nested company of the US',
    stray(ofNested(isUs)),
  ],
  'identification/uk-customers-not-enabled:business': [
    'takes a Business of the UK without being enabled',
    unless(business),
  ],
})

const dropsIndustry = all(
  ...['BusinessQuestionnaireBusinessDetails', 'SolePropBusinessDetails'].map((name) =>
    remove(`${schema(name)}/properties/industry`),
  ),
)

/** Submissions of all kinds, and the form of refusals. */
const forms = faultsOf({
  'identification/invalid-request:empty': [
    'accepts an empty name',
    unless(ofField('first_name', (value) => value.trim() === '')),
  ],
  'identification/invalid-request:beneficiary-phone': [
    'accepts any phone number of a beneficiary',
    unless(ofBeneficiary('phone_number', (value) => !value.startsWith('+'))),
  ],
  'identification/invalid-request:beneficiary-country': [
    'accepts any country of a beneficiary',
    unless(ofBeneficiary('country', (value) => /[^A-Z]/.test(value))),
  ],
  'identification/invalid-request:company-country': [
    'accepts any country of a company',
    unless(
      both(
        business,
        ofField('country', (value) => /[^A-Z]/.test(value)),
      ),
    ),
  ],
  'identification/invalid-request:incorporation': [
    'accepts any date of incorporation',
    unless(ofField('incorporation_date', (value) => !/\d/.test(value))),
  ],
  'identification/invalid-request:phone': [
    'accepts any phone number of a Person',
    unless(ofField('phone_number', (value) => !value.startsWith('+'))),
  ],
  'identification/invalid-request:country': [
    'accepts any country',
    unless(ofField('country', (value) => /[^A-Z]/.test(value))),
  ],
  'identification/invalid-request:date': [
    'accepts any date of birth',
    unless(ofField('date_of_birth', (value) => !/\d/.test(value))),
  ],
  'identification/invalid-request:token': [
    'accepts an empty share token',
    unless(
      (one) =>
        one.kind === 'Token' && one.token === undefined && one.fields.some(({ name }) => name === 'token'),
    ),
  ],
  'identification/industry-optional:undocumented': [
    'requires an industry that the documents of earlier versions do not have',
    {
      ...straying(
        'industry_required',
        (submission, { behaviours }) =>
          !behaviours['industry-required'] &&
          submission.kind === 'Business' &&
          submission.questionnaire.industry === undefined,
      ),
      ...documents(dropsIndustry, (version) => !hasChange(version, 'industry-required')),
    },
  ],
  'identification/industry-type-accepted:other': [
    'accepts the industry_type Other no more on earlier versions',
    straying(
      'invalid_request',
      ofQuestions(({ industryType }) => industryType === 'Other'),
    ),
  ],
  'identification/birth-state:never': [
    'wants a state of birth nowhere',
    missing('invalid_request', lacksBirthState),
  ],
  'identification/resume-url:one-version': [
    'shows no url of a Link in the newest version',
    withoutUrl(isStructured),
  ],
  'identification/documents-together:twice': [
    'reports a missing document group twice',
    { verdict: (errors) => (errors.length > 1 ? [...errors, ...errors.slice(0, 1)] : errors) },
  ],
  'identification/error-array:string': [
    'refuses submissions in words on every version',
    refused(
      body(() => 'refused'),
      isStructured,
    ),
  ],
  'identification/error-array:single': [
    'answers a single error as an object without its list',
    refused(
      body((errors) => (Array.isArray(errors) ? errors[0] : errors)),
      isStructured,
    ),
    documented,
  ],
  'identification/error-fields:docs-url': [
    'leaves docs_url out of every error',
    everyError(remove('/docs_url')),
    documented,
  ],
  'identification/error-fields:type': [
    'answers message as an object',
    everyError(add('/message', { en: 'refused' })),
    documented,
  ],
  'identification/docs-url:anchor': [
    'anchors every link by the same code',
    everyError(add('/docs_url', 'https://docs.example/errors#invalid_request')),
  ],
  'identification/beneficiary-index:text': [
    'answers beneficiary_index as a text',
    everyError(replace('/beneficiary_index', String)),
    documented,
  ],
  'identification/beneficiary-index:person': [
    'answers a beneficiary_index to a Person',
    {
      verdict: (errors, { submission: { kind } }) =>
        kind === 'Person' ? errors.map((error) => ({ ...error, beneficiary_index: 0 })) : errors,
    },
  ],
  'identification/beneficiary-index:company': [
    'answers a beneficiary_index where the company is meant',
    everyError((error) => {
      if (companyCodes.has(error['code'])) error['beneficiary_index'] = 0
    }),
  ],
  'identification/plain-string:one-version': [
    'answers structured errors one version too early',
    refused(asList, ({ version }) => version === versionOf('fednow-rail')),
    documented,
  ],
})

/** Faults in single requirements: for one kind of submission, one role, one country, one side of a threshold. */
export const identificationVariants = [...persons, ...identityDocuments, ...owners, ...companies, ...forms]
