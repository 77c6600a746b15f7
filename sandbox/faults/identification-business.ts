import { identificationError } from '../identification/submission/errors.js'
import type { Fault } from './fault.js'
import {
  altered,
  eager,
  faultOf,
  isSole,
  isUs,
  lacks,
  ofBusiness,
  ofNested,
  ofRoot,
  silent,
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
  faultOf(description, 'accepts every description', () => silent(description)),
  faultOf(
    description,
    'wants more than 80 characters',
    () =>
      eager(
        description,
        ofBusiness(({ questionnaire }) => questionnaire.description?.trim().length === 80),
      ),
    'more-than-80',
  ),
  faultOf(
    description,
    'counts the spaces around a description',
    () =>
      silent(
        description,
        ofBusiness(({ questionnaire }) => (questionnaire.description ?? '').length >= 80),
      ),
    'untrimmed',
  ),
  faultOf(
    description,
    'accepts 79 characters',
    () =>
      silent(
        description,
        ofBusiness(({ questionnaire }) => questionnaire.description?.trim().length === 79),
      ),
    'seventy-nine',
  ),
  faultOf(
    description,
    'wants no description of a sole proprietorship',
    () => silent(description, ofRoot(isSole)),
    'sole',
  ),
  faultOf(
    description,
    'wants a description in some industries alone',
    () =>
      silent(
        description,
        ofBusiness(({ questionnaire }) => questionnaire.industry === 'Agriculture'),
      ),
    'industry',
  ),
  faultOf(
    description,
    'wants a description in one industry alone',
    () =>
      silent(
        description,
        ofBusiness(({ questionnaire }) => !/software/i.test(questionnaire.industry ?? '')),
      ),
    'one-industry',
  ),
  faultOf('industry_required', 'does without an industry', () => silent('industry_required')),
  faultOf(
    'industry_required',
    'does without the industry of a US company',
    () => silent('industry_required', ofRoot(isUs)),
    'us',
  ),
  faultOf(
    'industry_required',
    'answers a missing industry with the catch-all',
    () =>
      altered((error) =>
        error.code === 'industry_required'
          ? identificationError('invalid_request', 'business_details: industry is missing')
          : error,
      ),
    'catch-all',
  ),
  faultOf('miscellaneous_industry_deprecated', 'accepts the industry Miscellaneous', () =>
    silent('miscellaneous_industry_deprecated'),
  ),
  faultOf('prohibited_industry', 'prohibits no industry', () => silent('prohibited_industry')),
  faultOf('foundation_intended_use_not_supported', 'accepts a PrivateFoundation for every purpose', () =>
    silent('foundation_intended_use_not_supported'),
  ),
  faultOf(
    'foundation_intended_use_not_supported',
    'limits the purpose of every company',
    () =>
      eager(
        'foundation_intended_use_not_supported',
        ofBusiness(({ questionnaire }) => questionnaire.purpose === 'ReceivingBusinessIncome'),
      ),
    'everyone',
  ),
  faultOf(funds, 'wants nothing disclosed', () => silent(funds)),
  faultOf(
    funds,
    'is content with one of the three',
    () =>
      silent(
        funds,
        ofBusiness(({ questionnaire }) => questionnaire.fundsFlow.some((one) => one !== undefined)),
      ),
    'any-one',
  ),
  faultOf(
    funds,
    'is not content with all three',
    () =>
      eager(
        funds,
        ofBusiness(({ questionnaire }) => questionnaire.sendsFundsForCustomers),
      ),
    'never-enough',
  ),
  faultOf(licenses, 'wants no details of licences', () => silent(licenses)),
  faultOf(
    licenses,
    'wants details of licences that nobody has',
    () =>
      eager(
        licenses,
        ofBusiness(({ questionnaire }) => !questionnaire.licenseDetailsGiven),
      ),
    'without-licences',
  ),
  faultOf(details, 'does without Company Details', () => silent(details)),
  faultOf(
    details,
    'does without Company Details of a nested company',
    () => silent(details, ofNested(lacksDetails)),
    'nested',
  ),
  faultOf(details, 'does without Company Details of a US company', () => silent(details, ofRoot(isUs)), 'us'),
  faultOf(presence, 'does without Legal Presence', () => silent(presence)),
  faultOf(
    presence,
    'wants Legal Presence of a US company',
    () =>
      eager(
        presence,
        ofRoot((company) => isUs(company) && lacks('IncorporationArticles')(company)),
      ),
    'us',
  ),
  faultOf(
    presence,
    'wants Legal Presence of a nested company',
    () => eager(presence, ofNested(lacks('IncorporationArticles'))),
    'nested',
  ),
  faultOf(ownership, 'does without Ownership Structure', () => silent(ownership)),
  faultOf(
    ownership,
    'does without Ownership Structure of a nested company',
    () => silent(ownership, ofNested(lacksOwnership)),
    'nested',
  ),
  faultOf(
    ownership,
    'wants Ownership Structure of a US company',
    () =>
      eager(
        ownership,
        ofRoot((company) => isUs(company) && lacksOwnership(company)),
      ),
    'us',
  ),
  faultOf(
    ownership,
    'spares nested companies of the US too',
    () =>
      silent(
        ownership,
        ofNested((company) => isUs(company) && lacksOwnership(company)),
      ),
    'nested-us',
  ),
  faultOf(control, 'does without Control Structure', () => silent(control)),
  faultOf(
    control,
    'wants Control Structure of a US company',
    () =>
      eager(
        control,
        ofRoot((company) => isUs(company) && lacks('DirectorsRegistry')(company)),
      ),
    'us',
  ),
  faultOf(
    control,
    'wants Control Structure of a nested company',
    () => eager(control, ofNested(lacks('DirectorsRegistry'))),
    'nested',
  ),
  faultOf('outsourcing_agreement_not_signed', 'does without the agreement', () =>
    silent('outsourcing_agreement_not_signed'),
  ),
  faultOf('uk_customers_not_enabled', 'takes customers of the UK without being enabled', () =>
    silent('uk_customers_not_enabled'),
  ),
  faultOf(
    'uk_customers_not_enabled',
    'takes a Business of the UK without being enabled',
    () =>
      silent(
        'uk_customers_not_enabled',
        ofBusiness(() => true),
      ),
    'business',
  ),
  faultOf('duplicate_upload_blocked', 'blocks no upload', () => silent('duplicate_upload_blocked')),
  faultOf('provider_rejected_document', 'accepts what the provider rejects', () =>
    silent('provider_rejected_document'),
  ),
  faultOf('reuse_rejected', 'reuses every identity', () => silent('reuse_rejected')),
]
