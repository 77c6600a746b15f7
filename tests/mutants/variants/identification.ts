import { body, customerOf, documents, json, on, respond, type When } from '../../../sandbox/faults/changes.js'
import { add, all, objectIn, remove, replace, type Hooks } from '../../../sandbox/faults/fault.js'
import { variantsOf } from './rows.js'
import {
  asList,
  certified,
  codeOf,
  type Condition,
  documented,
  everyError,
  isStructured,
  missing,
  ofAnyOwner,
  ofBusiness,
  refusalsChanged,
  returningCode,
  uncertified,
  withoutUrl,
} from '../../../sandbox/faults/identification.js'
import { schema } from '../../../sandbox/faults/documents.js'
import { ownersOf } from '../../../sandbox/identification/rules/companies.js'
import { identificationError } from '../../../sandbox/identification/submission/errors.js'
import { monthsBefore, parseMoment } from '../../../sandbox/identification/submission/fields.js'
import {
  type Beneficiary,
  type Company,
  type PersonSubmission,
  companiesOf,
  personsOf,
} from '../../../sandbox/identification/submission/read.js'
import { sum } from '../../../sandbox/money/decimal.js'
import { hasChange, versionOf } from '../../../versions/index.js'

/** A response in place of a refusal; no rule reads the record again. */
const identificationRecord = {
  id: '4a7c5d1e-93b2-4f08-8a6d-2e1f0b9c7d35',
  customer_id: '7f3e2d1c-0b9a-4877-9655-443322110099',
  status: 'Processed',
  created_at: '2026-08-01T00:00:00Z',
  updated_at: '2026-08-01T00:00:00Z',
}

type OfBusiness = Parameters<typeof ofBusiness>[0]
type Questions = Parameters<OfBusiness>[0]['questionnaire']

/** Does not return the code of the rule under a condition. */
const unless =
  (when: Condition) =>
  (rule: string): Hooks =>
    missing(codeOf(rule), when)

/** Returns the code of the rule for a valid submission. */
const unexpectedly =
  (when: Condition) =>
  (rule: string): Hooks =>
    returningCode(codeOf(rule), when)

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

/** Shares of the owners that count. */
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

/** Gives a url to resume a company of some kind, where its Company Details are missing. */
const resumingWhere = (holds: (company: Company) => boolean) => (): Hooks => {
  let isMeant = false
  const resumable = everyError((error) => {
    if (isMeant && error['code'] === 'company_details_required')
      error['resume_url'] = 'https://resume.example/1'
  })
  return {
    ...resumable,
    verdict: (errors, judged) => {
      isMeant = ofRoot(holds)(judged.submission, judged)
      return errors
    },
  }
}

/** Whether an identification in a response is that of a business. */
const isOfBusiness: When = ({ service: { store }, partnerId = '' }, { body: text }) => {
  const { customer_id: id } = objectIn(JSON.parse(String(text)))
  return store.customers.find(partnerId, String(id))?.type === 'Business'
}

const companyCodes = new Set<unknown>(['industry_required', 'license_details_required'])

/** A root company of a type. */
const ofType = (type: string): Condition => ofRoot((company) => company.type === type)

const ofBeneficiary = (name: string, holds: (value: string) => boolean): Condition =>
  ofBusiness(({ fields }) =>
    fields.some((field) => field.name === name && field.beneficiary !== undefined && holds(field.value)),
  )

/** Codes of natural persons. */
const persons = variantsOf({
  'identification/selfie-required': {
    'asks no Director for a selfie': unless(business),
    'asks no Person of the US for a selfie': unless(usPerson),
    'asks no sole proprietor who is a Director for a selfie': unless(sole),
    'asks every beneficiary for a selfie': unexpectedly(
      ofAnyOwner(({ identity }) => identity.selfie === undefined),
    ),
    'asks a Representative for a selfie': unexpectedly(
      ofAnyOwner(({ identity }, one) => hasRole('Representative')(one) && identity.selfie === undefined),
    ),
    'notices a missing selfie the first time only': firstAlone,
  },
  'identification/selfie-expired': {
    'takes a selfie of more than a year for a new one': unless(
      ofPerson(({ identity }, now) => isOlder(identity.selfieCollectedAt, 12, now)),
    ),
    'takes a selfie for old after 4 months': unexpectedly(
      ofPerson(({ identity }, now) => isOlder(identity.selfieCollectedAt, 4, now)),
    ),
    'takes the selfie of a sole proprietor for old too': unexpectedly(
      ofBusiness(
        (submission, { now }) =>
          isSole(submission.company) &&
          personsOf(submission).some(({ person }) => isOlder(person.identity.selfieCollectedAt, 6, now)),
      ),
    ),
    'takes the selfies of beneficiaries for old too': unexpectedly(
      ofBusiness((submission, { now }) =>
        personsOf(submission).some(({ person }) => isOlder(person.identity.selfieCollectedAt, 6, now)),
      ),
    ),
  },
  'identification/tin-required': {
    'asks no Person of the US for a tax number': unless(({ kind }) => kind === 'Person'),
    'asks nobody abroad with an identity of the US for a tax number': unless(
      both(
        usPerson,
        ofPerson(({ residence }) => residence !== 'US'),
      ),
    ),
    'asks beneficiaries of companies outside the US for no tax number': unless(
      ofRoot((company) => !isUs(company)),
    ),
    'asks no owner of the US in a foreign company for a tax number': unless(
      both(
        ofRoot((company) => !isUs(company)),
        ofAnyOwner((person, one) => lacksTax(one) && person.identity.country === 'US'),
      ),
    ),
    'asks an owner who is not a Director for no tax number': [
      unless(ofAnyOwner((_, one) => owner(one) && !director(one) && lacksTax(one))),
      certified,
    ],
    'asks a Director who is not an owner for no tax number': unless(
      ofAnyOwner((_, one) => director(one) && !owner(one) && lacksTax(one)),
    ),
    'asks the owner of a sole proprietorship for no tax number': unless(sole),
    'asks a Shareholder for a tax number': unexpectedly(
      ofAnyOwner((_, one) => onlyRole('Shareholder')(one) && lacksTax(one)),
    ),
    'asks every Person for a tax number': unexpectedly(ofPerson(({ taxNumber }) => taxNumber === undefined)),
    'asks a Person of Britain for a tax number': unexpectedly(
      ofPerson(({ identity, taxNumber }) => identity.country === 'GB' && taxNumber === undefined),
    ),
  },
  'identification/proof-of-address-required-for-edd': {
    'takes any document for a proof of address': unless(
      ofPerson(({ documentTypes }) => documentTypes.length > 0),
    ),
    'asks every Person for a proof of address': unexpectedly(
      ofPerson(({ documentTypes }) => documentTypes.length === 0),
    ),
    'asks a Token for a proof of address': unexpectedly(({ kind }) => kind === 'Token'),
    'asks a Token with an EDD questionnaire for a proof of address': unexpectedly(
      (submission) => submission.kind === 'Token' && submission.hasEddQuestionnaire,
    ),
  },
})

/** Codes of identity documents. */
const identityDocuments = variantsOf({
  'identification/identity-document-rejected': {
    'holds Persons of the US to the rule for US companies': unexpectedly(
      ofPerson(
        ({ residence, identity }) =>
          residence === 'US' && identity.documentType === 'DriverLicense' && identity.country !== 'US',
      ),
    ),
    'accepts a ResidencePermit of a beneficiary': unless(withDocument('ResidencePermit')),
    'accepts a ResidencePermit in a US company': unless(both(american, withDocument('ResidencePermit'))),
    'accepts any DriverLicense in a US company': unless(withDocument('DriverLicense')),
    'accepts a DriverLicense of Canada in a US company': unless(
      both(
        american,
        ofAnyOwner(({ identity }) => identity.country === 'CA'),
      ),
    ),
    'accepts a NationalId in a US company': unless(withDocument('NationalId')),
    'accepts a DigitalDriversLicense of any country': unless(
      ofPerson(({ identity }) => identity.documentType !== 'ResidencePermit'),
    ),
    'accepts any DigitalDriversLicense of a beneficiary': unless(withDocument('DigitalDriversLicense')),
    'accepts no DigitalDriversLicense at all': unexpectedly(
      ofPerson(({ identity }) => identity.documentType === 'DigitalDriversLicense'),
    ),
    'accepts no DriverLicense of a Person': unexpectedly(
      ofPerson(({ identity }) => identity.documentType === 'DriverLicense'),
    ),
    'accepts only US passports in a US company': unexpectedly(
      ofAnyOwner(({ identity }, _, company) => isUs(company) && identity.country !== 'US'),
    ),
    'holds a US sole proprietorship to the rule for US companies': unexpectedly(
      ofAnyOwner(
        ({ identity }, _, company) =>
          isUs(company) &&
          isSole(company) &&
          identity.country !== 'US' &&
          identity.documentType !== 'Passport',
      ),
    ),
  },
  'identification/identity-document-images-identical': {
    'compares the images of a Person alone': unless(business),
    'compares no images in a US company': unless(american),
    'compares no images of a Person of the US': unless(usPerson),
  },
})

/** Codes of the structure and the owners of companies. */
const owners = variantsOf({
  'identification/structure-invalid': {
    'takes a Partnership of any structure': unless(ofType('Partnership')),
    'needs no Director': unless(ofRoot(({ beneficiaries }) => !beneficiaries.some(director))),
    'accepts shares of more than 100%': unless(ofRoot((company) => owned(company).gt(100))),
    'accepts shares of up to 100.5% together': unless(
      ofRoot((company) => total(company) > 100 && total(company) < 100.5),
    ),
    'accepts shares of more than 100% in a US company': unless(
      ofRoot((company) => isUs(company) && total(company) > 100),
    ),
    'accepts any share in a sole proprietorship': unless(
      ofRoot((company) => isSole(company) && company.beneficiaries.length === 1),
    ),
    'accepts several beneficiaries of a sole proprietorship': unless(
      ofRoot((company) => isSole(company) && company.beneficiaries.length > 1),
    ),
    'accepts a sole proprietorship of two halves': unless(both(sole, withShare(50))),
    'accepts 99.99% of a sole proprietorship': unless(both(sole, withShare(99.99))),
    'wants a share of every Director': unexpectedly(
      anyBeneficiary((one) => director(one) && one.share.eq(0)),
    ),
    'wants 25% of an owner beside a Representative who has it': unexpectedly(
      ofRoot(
        (company) =>
          company.beneficiaries.some(({ share }) => share.gte(25)) &&
          ownersOf(company).every(({ share }) => share.lt(25)),
      ),
    ),
    'counts a Representative as an owner': unless(
      anyBeneficiary((one) => representativeAlone(one) && one.share.gte(25)),
    ),
    'counts a Representative with 10% to 25% as an owner': unless(
      anyBeneficiary((one) => representativeAlone(one) && one.share.gte(10) && one.share.lt(25)),
    ),
    'accepts a company without beneficiaries': unless(
      ofRoot(({ beneficiaries }) => beneficiaries.length === 0),
    ),
    'accepts a US company in which nobody owns 10%': unless(
      ofRoot((company) => isUs(company) && !isSole(company)),
    ),
    'wants more than 10% where nobody owns 25%': unexpectedly(
      ofRoot((company) => !isSole(company) && !company.beneficiaries.some(({ share }) => share.gt(10))),
    ),
    'wants 25% of somebody, with no other chance': unexpectedly(
      ofRoot(({ beneficiaries }) => !beneficiaries.some(({ share }) => share.gte(25))),
    ),
    'has no other chance at 10% in a US company': unexpectedly(
      ofRoot((company) => isUs(company) && company.beneficiaries.every(({ share }) => share.lt(25))),
    ),
    'counts shares below the threshold towards 100%': unexpectedly(
      ofRoot((company) => owned(company).gt(100)),
    ),
    'wants a Director of a sole proprietorship': unexpectedly(
      ofRoot((company) => isSole(company) && !company.beneficiaries.some(director)),
    ),
    'wants no Director of a sole proprietorship': unexpectedly(
      ofRoot((company) => isSole(company) && company.beneficiaries.some(director)),
    ),
  },
  'identification/attestation-invalid': {
    'lets nobody attest for a Corporation': unless(ofType('Corporation')),
    'lets several Directors attest': unless(
      ofRoot(({ beneficiaries }) => beneficiaries.filter((one) => one.attestingParty).length > 1),
    ),
    'accepts an attestation of the future': unless(
      anyBeneficiary((one) => director(one) && one.attestedAt !== undefined),
    ),
    'accepts an attestation of the next days': unless(
      ofRoot(({ beneficiaries }, now) =>
        beneficiaries.some(({ attestedAt = '' }) => {
          const wait = Date.parse(attestedAt) - now.getTime()
          return wait > 0 && wait < halfMonth
        }),
      ),
    ),
    'lets anyone attest': unless(anyBeneficiary((one) => !director(one) && one.attestingParty)),
    'lets a Representative attest': unless(
      anyBeneficiary((one) => one.attestingParty && hasRole('Representative')(one)),
    ),
    'lets a Director of a nested company attest': unless(
      ofNested(({ beneficiaries }) => beneficiaries.some((one) => one.attestingParty)),
    ),
    'wants an attestation of every company': unexpectedly(
      ofRoot(({ beneficiaries }) => !beneficiaries.some((one) => one.attestingParty)),
    ),
    'wants an attestation of nested companies of the US': unexpectedly(ofNested(isUs)),
    'lets the first beneficiary alone attest': unexpectedly(
      ofRoot((company) => isUs(company) && company.beneficiaries[1]?.attestingParty === true),
    ),
  },
  'identification/ubo-share-below-threshold': {
    'accepts 24% beside an owner of more': unless(ofAnyOwner((_, one) => one.share.gte(24))),
    'accepts 10% beside an owner of 25%': unless(both(withShare(10), withShare(25))),
    'falls back to 10% unless somebody owns more than 25%': unless(
      ofRoot(({ beneficiaries }) => !beneficiaries.some(({ share }) => share.gt(25))),
    ),
    'accepts an owner with any share of a US company': unless(american),
    'accepts an owner with any share of a US company in which nobody has 25%': unless(
      ofRoot((company) => isUs(company) && company.beneficiaries.every(({ share }) => share.lt(25))),
    ),
    'looks at no share of the first beneficiary': unless(
      ofRoot(({ beneficiaries: [one] }) => one !== undefined && ownerAlone(one)),
    ),
    'wants more than 25%': unexpectedly(ofAnyOwner((_, one) => ownerAlone(one) && one.share.eq(25))),
    'has no other chance at 10%': unexpectedly(ofAnyOwner((_, one) => ownerAlone(one) && one.share.lt(25))),
    'holds an owner with another role to the threshold too': unexpectedly(
      ofAnyOwner((_, one) => director(one) && owner(one) && one.share.lt(10)),
    ),
    'holds an owner who is a Shareholder too to the threshold': unexpectedly(
      ofAnyOwner((_, one) => owner(one) && hasRole('Shareholder')(one)),
    ),
    'holds a Director who is not an owner to the threshold': unexpectedly(
      ofAnyOwner((_, one) => onlyRole('Director')(one) && one.share.lt(25)),
    ),
  },
  'identification/cdd-certification-invalid': {
    'lists nobody below 25%': uncertified(
      ({ beneficiaries }) => !beneficiaries.some(({ share }) => share.gte(25)),
    ),
    'accepts an owner without an identity': on(
      'createCustomerIdentificationV2 400',
      respond(201, identificationRecord),
      (context, response) =>
        isStructured(context, response) && String(response.body).includes('beneficiary_info must match'),
    ),
    'wants a certification of nested companies of the US': unexpectedly(ofNested(isUs)),
    'wants the identity numbers of every company': unexpectedly(
      ofAnyOwner(({ identity }) => identity.number === undefined),
    ),
  },
  'identification/ubo-country-prohibited': {
    'prohibits the countries of everyone': unexpectedly(ofAnyOwner(({ residence }) => residence === 'KP')),
  },
})

/** Codes of the activities and the documents of companies. */
const companies = variantsOf({
  'identification/business-description-insufficient': {
    'wants more than 80 characters': unexpectedly(
      ofQuestions(({ description }) => description?.trim().length === 80),
    ),
    'accepts 79 characters': unless(ofQuestions(({ description }) => description?.trim().length === 79)),
    'counts the spaces around a description': unless(
      ofQuestions(({ description = '' }) => description.length >= 80),
    ),
    'counts the line breaks around a description': unless(
      ofQuestions(({ description = '' }) => description.replaceAll(/^ +| +$/g, '').length >= 80),
    ),
    'wants no description of a sole proprietorship': unless(sole),
    'wants no description of a sole proprietorship of the US': unless(both(american, sole)),
    'wants a description in some industries alone': unless(
      ofQuestions(({ industry }) => industry === 'Agriculture'),
    ),
    'wants a description in one industry alone': unless(
      ofQuestions(({ industry = '' }) => !/software/i.test(industry)),
    ),
  },
  'identification/industry-required': {
    'does without the industry of a US company': unless(american),
    'does without the industry of a PrivateFoundation': unless(ofType('PrivateFoundation')),
    'does without the industry of a US sole proprietorship': unless(both(american, sole)),
    'answers a missing industry with the catch-all': {
      verdict: (errors) =>
        errors.map((error) =>
          error.code === 'industry_required'
            ? identificationError('invalid_request', 'business_details: industry is missing')
            : error,
        ),
    },
  },
  'identification/miscellaneous-industry-deprecated': {
    'accepts the industry Miscellaneous of a sole proprietorship': unless(sole),
    'accepts the industry Miscellaneous of a Charity': unless(ofType('Charity')),
  },
  'identification/foundation-intended-use-not-supported': {
    'limits the purpose of every company': unexpectedly(
      ofQuestions(({ purpose }) => purpose === 'ReceivingBusinessIncome'),
    ),
    'limits the purpose of US companies': unexpectedly(american),
    'limits the purpose of a Trust': unexpectedly(
      ofBusiness(
        ({ company, questionnaire: { purpose = '' } }) =>
          company.type === 'Trust' && purpose === 'ReceivingBusinessIncome',
      ),
    ),
  },
  'identification/funds-flow-disclosure-required': {
    'is content with one of the three': unless(
      ofQuestions(({ fundsFlow }) => fundsFlow.some((one) => one !== undefined)),
    ),
    'wants nothing disclosed by a US company': unless(american),
    'is not content with all three': unexpectedly(
      ofQuestions(({ sendsFundsForCustomers }) => sendsFundsForCustomers),
    ),
    'objects to what is disclosed where no funds are sent': unexpectedly(
      ofQuestions(
        ({ sendsFundsForCustomers, fundsFlow }) =>
          !sendsFundsForCustomers && fundsFlow.some((one) => one !== undefined),
      ),
    ),
  },
  'identification/license-details-required': {
    'wants no details of the licences of a US company': unless(american),
    'wants details of licences that nobody has': unexpectedly(
      ofQuestions(({ licenseDetailsGiven }) => !licenseDetailsGiven),
    ),
  },
  'identification/company-details-required': {
    'does without Company Details of a nested company': unless(ofNested(lacksDetails)),
    'does without Company Details of a Charity': unless(ofType('Charity')),
    'takes no certificate of good standing for Company Details': unexpectedly(
      ofRoot(lacks('StateRegistry', 'IncorporationCert')),
    ),
    'takes no excerpt of a registry for Company Details': unexpectedly(
      ofRoot(lacks('IncorporationCert', 'GoodStandingCert')),
    ),
    'does without Company Details of a US company': unless(american),
    'does without Company Details of a US sole proprietorship': unless(both(american, sole)),
    'wants every document of Company Details': unexpectedly(ofRoot(lacks('GoodStandingCert'))),
  },
  'identification/legal-presence-required': {
    'does without Legal Presence of a sole proprietorship': unless(sole),
    'wants Legal Presence of a US company': unexpectedly(
      ofRoot((company) => isUs(company) && lacks('IncorporationArticles')(company)),
    ),
    'wants Legal Presence of a nested company': unexpectedly(ofNested(lacks('IncorporationArticles'))),
  },
  'identification/ownership-structure-required': {
    'does without Ownership Structure of a nested company': unless(ofNested(lacks('ShareholderRegistry'))),
    'spares nested companies of the US too': unless(
      ofNested((company) => isUs(company) && lacks('ShareholderRegistry')(company)),
    ),
    'wants Ownership Structure of a US company': unexpectedly(
      ofRoot((company) => isUs(company) && lacks('ShareholderRegistry')(company)),
    ),
  },
  'identification/control-structure-required': {
    'wants Control Structure of a US company': unexpectedly(
      ofRoot((company) => isUs(company) && lacks('DirectorsRegistry')(company)),
    ),
    'wants Control Structure of a nested company': unexpectedly(ofNested(lacks('DirectorsRegistry'))),
    'wants Control Structure of a nested company of the US': unexpectedly(ofNested(isUs)),
  },
  'identification/uk-customers-not-enabled': {
    'takes a Business of the UK without being enabled': unless(business),
  },
})

const dropsIndustry = all(
  ...['BusinessQuestionnaireBusinessDetails', 'SolePropBusinessDetails'].map((name) =>
    remove(`${schema(name)}/properties/industry`),
  ),
)

/** Submissions of all kinds, and the form of refusals. */
const forms = variantsOf({
  'identification/invalid-request': {
    'accepts an empty name': unless(ofField('first_name', (value) => value.trim() === '')),
    'accepts any phone number of a beneficiary': unless(
      ofBeneficiary('phone_number', (value) => !value.startsWith('+')),
    ),
    'accepts any country of a beneficiary': unless(ofBeneficiary('country', (value) => /[^A-Z]/.test(value))),
    'accepts any country of a company': unless(
      both(
        business,
        ofField('country', (value) => /[^A-Z]/.test(value)),
      ),
    ),
    'accepts any date of incorporation': unless(ofField('incorporation_date', (value) => !/\d/.test(value))),
    'accepts any phone number of a Person': unless(
      ofField('phone_number', (value) => !value.startsWith('+')),
    ),
    'accepts any country': unless(ofField('country', (value) => /[^A-Z]/.test(value))),
    'accepts any date of birth': unless(ofField('date_of_birth', (value) => !/\d/.test(value))),
    'accepts an empty share token': unless(
      (one) =>
        one.kind === 'Token' && one.token === undefined && one.fields.some(({ name }) => name === 'token'),
    ),
  },
  'identification/industry-optional': {
    'requires an industry that the documents of earlier versions do not have': {
      ...returningCode(
        'industry_required',
        (submission, { behaviours }) =>
          !behaviours['industry-required'] &&
          submission.kind === 'Business' &&
          submission.questionnaire.industry === undefined,
      ),
      ...documents(dropsIndustry, (version) => !hasChange(version, 'industry-required')),
    },
  },
  'identification/industry-type-accepted': {
    'accepts the industry_type Other no more on earlier versions': returningCode(
      'invalid_request',
      ofQuestions(({ industryType }) => industryType === 'Other'),
    ),
  },
  'identification/industry-wins': {
    'resolves the industry_type Other although an industry is given': returningCode(
      'miscellaneous_industry_deprecated',
      ofQuestions(({ industry, industryType }) => industry !== undefined && industryType === 'Other'),
    ),
    'resolves the industry_type NonProfitAndCharitable although an industry is given': returningCode(
      'miscellaneous_industry_deprecated',
      ofQuestions(
        ({ industry, industryType }) => industry !== undefined && industryType === 'NonProfitAndCharitable',
      ),
    ),
  },
  'identification/birth-state': {
    'wants a state of birth nowhere': missing('invalid_request', lacksBirthState),
    'wants no state of birth in a US company': missing('invalid_request', both(american, lacksBirthState)),
    'wants a state of birth everywhere in a US company': returningCode(
      'invalid_request',
      both(american, lacksBirthState),
    ),
  },
  'identification/resume-url': {
    'shows no url of a Link in the newest version': withoutUrl(isStructured),
    'shows no url of the Link of a business': withoutUrl(isOfBusiness),
  },
  'identification/no-resume-url': {
    'gives a url to resume a US company without Company Details': resumingWhere(isUs),
    'gives a url to resume a company with a nested one without Company Details': resumingWhere(
      ({ beneficiaries }) => beneficiaries.some(({ holder }) => 'beneficiaries' in holder),
    ),
  },
  'identification/link-unjudged': {
    'answers structured errors to the Link of a business': on(
      'createCustomerIdentificationV2 201',
      respond(400, [identificationError('invalid_request', 'no company data')]),
      (context, response) =>
        isStructured(context, response) &&
        customerOf(context)?.type === 'Business' &&
        String(response.body).includes('/flows/'),
    ),
  },
  'identification/documents-together': {
    'reports one missing document group of a sole proprietorship at a time': {
      verdict: (errors, judged) => (sole(judged.submission, judged) ? errors.slice(0, 1) : errors),
    },
    'reports a missing document group twice': {
      verdict: (errors) => (errors.length > 1 ? [...errors, ...errors.slice(0, 1)] : errors),
    },
  },
  'identification/error-array': {
    'refuses submissions in words on every version': refusalsChanged(
      body(() => 'refused'),
      isStructured,
    ),
    'answers a single error as an object without its list': [
      refusalsChanged(
        body((errors) => (Array.isArray(errors) ? errors[0] : errors)),
        isStructured,
      ),
      documented,
    ],
  },
  'identification/error-fields': {
    'leaves docs_url out of every error': [everyError(remove('/docs_url')), documented],
    'leaves the message out of every error but the first': [
      refusalsChanged(
        json((errors) =>
          Object.values(errors)
            .slice(1)
            .forEach((error) => remove('/message')(objectIn(error), undefined)),
        ),
        isStructured,
      ),
      documented,
    ],
    'answers message as an object': [everyError(add('/message', { en: 'refused' })), documented],
  },
  'identification/docs-url': {
    'anchors every link by the same code': everyError(
      add('/docs_url', 'https://docs.example/errors#invalid_request'),
    ),
  },
  'identification/beneficiary-index': {
    'answers beneficiary_index as a text': [everyError(replace('/beneficiary_index', String)), documented],
    'answers a beneficiary_index to a Person': {
      verdict: (errors, { submission: { kind } }) =>
        kind === 'Person' ? errors.map((error) => ({ ...error, beneficiary_index: 0 })) : errors,
    },
    'answers a beneficiary_index where the company is meant': everyError((error) => {
      if (companyCodes.has(error['code'])) error['beneficiary_index'] = 0
    }),
  },
  'identification/plain-string': {
    'answers structured errors one version too early': [
      refusalsChanged(asList, ({ version }) => version === versionOf('fednow-rail')),
      documented,
    ],
  },
})

/** Faults in single requirements: for one kind of submission, one role, one country, one side of a threshold. */
export const identificationVariants = [...persons, ...identityDocuments, ...owners, ...companies, ...forms]
