import { identificationError } from '../identification/submission/errors.js'
import type { Fault } from './fault.js'
import {
  withChangedErrors,
  withCode,
  faultOf,
  isSole,
  isUs,
  lacks,
  ofBusiness,
  ofNested,
  ofRoot,
  withoutCode,
} from './submissions.js'

const description = 'business_description_insufficient' as const
const funds = 'funds_flow_disclosure_required' as const
const licenses = 'license_details_required' as const
const details = 'company_details_required' as const
const presence = 'legal_presence_required' as const
const ownership = 'ownership_structure_required' as const
const control = 'control_structure_required' as const

const lacksDetails = lacks('StateRegistry', 'IncorporationCert', 'GoodStandingCert')
const lacksOwnership = lacks('ShareholderRegistry')

/** Faults in what a company tells of its business, and in the documents that it owes. */
export const identificationBusinessFaults: readonly Fault[] = [
  faultOf(description, 'accepts every description', () => withoutCode(description)),
  faultOf(
    description,
    'wants more than 80 characters',
    () =>
      withCode(
        description,
        ofBusiness(({ questionnaire }) => questionnaire.description?.trim().length === 80),
      ),
    'more-than-80',
  ),
  faultOf(
    description,
    'counts the spaces around a description',
    () =>
      withoutCode(
        description,
        ofBusiness(({ questionnaire }) => (questionnaire.description ?? '').length >= 80),
      ),
    'untrimmed',
  ),
  faultOf(
    description,
    'accepts 79 characters',
    () =>
      withoutCode(
        description,
        ofBusiness(({ questionnaire }) => questionnaire.description?.trim().length === 79),
      ),
    'seventy-nine',
  ),
  faultOf(
    description,
    'wants no description of a sole proprietorship',
    () => withoutCode(description, ofRoot(isSole)),
    'sole',
  ),
  faultOf(
    description,
    'wants a description in some industries alone',
    () =>
      withoutCode(
        description,
        ofBusiness(({ questionnaire }) => questionnaire.industry === 'Agriculture'),
      ),
    'industry',
  ),
  faultOf(
    description,
    'wants a description in one industry alone',
    () =>
      withoutCode(
        description,
        ofBusiness(({ questionnaire }) => !/software/i.test(questionnaire.industry ?? '')),
      ),
    'one-industry',
  ),
  faultOf('industry_required', 'does without an industry', () => withoutCode('industry_required')),
  faultOf(
    'industry_required',
    'does without the industry of a US company',
    () => withoutCode('industry_required', ofRoot(isUs)),
    'us',
  ),
  faultOf(
    'industry_required',
    'answers a missing industry with the catch-all',
    () =>
      withChangedErrors((error) =>
        error.code === 'industry_required'
          ? identificationError('invalid_request', 'business_details: industry is missing')
          : error,
      ),
    'catch-all',
  ),
  faultOf('miscellaneous_industry_deprecated', 'accepts the industry Miscellaneous', () =>
    withoutCode('miscellaneous_industry_deprecated'),
  ),
  faultOf('prohibited_industry', 'prohibits no industry', () => withoutCode('prohibited_industry')),
  faultOf('foundation_intended_use_not_supported', 'accepts a PrivateFoundation for every purpose', () =>
    withoutCode('foundation_intended_use_not_supported'),
  ),
  faultOf(
    'foundation_intended_use_not_supported',
    'limits the purpose of every company',
    () =>
      withCode(
        'foundation_intended_use_not_supported',
        ofBusiness(({ questionnaire }) => questionnaire.purpose === 'ReceivingBusinessIncome'),
      ),
    'everyone',
  ),
  faultOf(funds, 'wants nothing disclosed', () => withoutCode(funds)),
  faultOf(
    funds,
    'is content with one of the three',
    () =>
      withoutCode(
        funds,
        ofBusiness(({ questionnaire }) => questionnaire.fundsFlow.some((one) => one !== undefined)),
      ),
    'any-one',
  ),
  faultOf(
    funds,
    'is not content with all three',
    () =>
      withCode(
        funds,
        ofBusiness(({ questionnaire }) => questionnaire.sendsFundsForCustomers),
      ),
    'never-enough',
  ),
  faultOf(licenses, 'wants no details of licences', () => withoutCode(licenses)),
  faultOf(
    licenses,
    'wants details of licences that nobody has',
    () =>
      withCode(
        licenses,
        ofBusiness(({ questionnaire }) => !questionnaire.licenseDetailsGiven),
      ),
    'without-licences',
  ),
  faultOf(details, 'does without Company Details', () => withoutCode(details)),
  faultOf(
    details,
    'does without Company Details of a nested company',
    () => withoutCode(details, ofNested(lacksDetails)),
    'nested',
  ),
  faultOf(
    details,
    'does without Company Details of a US company',
    () => withoutCode(details, ofRoot(isUs)),
    'us',
  ),
  faultOf(presence, 'does without Legal Presence', () => withoutCode(presence)),
  faultOf(
    presence,
    'wants Legal Presence of a US company',
    () =>
      withCode(
        presence,
        ofRoot((company) => isUs(company) && lacks('IncorporationArticles')(company)),
      ),
    'us',
  ),
  faultOf(
    presence,
    'wants Legal Presence of a nested company',
    () => withCode(presence, ofNested(lacks('IncorporationArticles'))),
    'nested',
  ),
  faultOf(ownership, 'does without Ownership Structure', () => withoutCode(ownership)),
  faultOf(
    ownership,
    'does without Ownership Structure of a nested company',
    () => withoutCode(ownership, ofNested(lacksOwnership)),
    'nested',
  ),
  faultOf(
    ownership,
    'wants Ownership Structure of a US company',
    () =>
      withCode(
        ownership,
        ofRoot((company) => isUs(company) && lacksOwnership(company)),
      ),
    'us',
  ),
  faultOf(
    ownership,
    'spares nested companies of the US too',
    () =>
      withoutCode(
        ownership,
        ofNested((company) => isUs(company) && lacksOwnership(company)),
      ),
    'nested-us',
  ),
  faultOf(control, 'does without Control Structure', () => withoutCode(control)),
  faultOf(
    control,
    'wants Control Structure of a US company',
    () =>
      withCode(
        control,
        ofRoot((company) => isUs(company) && lacks('DirectorsRegistry')(company)),
      ),
    'us',
  ),
  faultOf(
    control,
    'wants Control Structure of a nested company',
    () => withCode(control, ofNested(lacks('DirectorsRegistry'))),
    'nested',
  ),
  faultOf('outsourcing_agreement_not_signed', 'does without the agreement', () =>
    withoutCode('outsourcing_agreement_not_signed'),
  ),
  faultOf('uk_customers_not_enabled', 'takes customers of the UK without being enabled', () =>
    withoutCode('uk_customers_not_enabled'),
  ),
  faultOf(
    'uk_customers_not_enabled',
    'takes a Business of the UK without being enabled',
    () =>
      withoutCode(
        'uk_customers_not_enabled',
        ofBusiness(() => true),
      ),
    'business',
  ),
  faultOf('duplicate_upload_blocked', 'blocks no upload', () => withoutCode('duplicate_upload_blocked')),
  faultOf('provider_rejected_document', 'accepts what the provider rejects', () =>
    withoutCode('provider_rejected_document'),
  ),
  faultOf('reuse_rejected', 'reuses every identity', () => withoutCode('reuse_rejected')),
]
