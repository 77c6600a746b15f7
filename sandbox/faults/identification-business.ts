import { identificationError } from '../identification/submission/errors.js'
import type { Fault } from './fault.js'
import {
  faultOf,
  isSole,
  isUs,
  lacks,
  ofBusiness,
  ofNested,
  ofRoot,
  omits,
  raises,
  withChangedErrors,
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

/** Faults in a company's description of its business, and in the documents that it has to submit. */
export const identificationBusinessFaults: readonly Fault[] = [
  omits(description, '', 'accepts every description'),
  raises(
    description,
    'more-than-80',
    'wants more than 80 characters',
    ofBusiness(({ questionnaire }) => questionnaire.description?.trim().length === 80),
  ),
  omits(
    description,
    'untrimmed',
    'counts the spaces around a description',
    ofBusiness(({ questionnaire }) => (questionnaire.description ?? '').length >= 80),
  ),
  omits(
    description,
    'seventy-nine',
    'accepts 79 characters',
    ofBusiness(({ questionnaire }) => questionnaire.description?.trim().length === 79),
  ),
  omits(description, 'sole', 'wants no description of a sole proprietorship', ofRoot(isSole)),
  omits(
    description,
    'industry',
    'wants a description in some industries alone',
    ofBusiness(({ questionnaire }) => questionnaire.industry === 'Agriculture'),
  ),
  omits(
    description,
    'one-industry',
    'wants a description in one industry alone',
    ofBusiness(({ questionnaire }) => !/software/i.test(questionnaire.industry ?? '')),
  ),
  omits('industry_required', '', 'does without an industry'),
  omits('industry_required', 'us', 'does without the industry of a US company', ofRoot(isUs)),
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
  omits('miscellaneous_industry_deprecated', '', 'accepts the industry Miscellaneous'),
  omits('prohibited_industry', '', 'prohibits no industry'),
  omits('foundation_intended_use_not_supported', '', 'accepts a PrivateFoundation for every purpose'),
  raises(
    'foundation_intended_use_not_supported',
    'everyone',
    'limits the purpose of every company',
    ofBusiness(({ questionnaire }) => questionnaire.purpose === 'ReceivingBusinessIncome'),
  ),
  omits(funds, '', 'wants nothing disclosed'),
  omits(
    funds,
    'any-one',
    'is content with one of the three',
    ofBusiness(({ questionnaire }) => questionnaire.fundsFlow.some((one) => one !== undefined)),
  ),
  raises(
    funds,
    'never-enough',
    'is not content with all three',
    ofBusiness(({ questionnaire }) => questionnaire.sendsFundsForCustomers),
  ),
  omits(licenses, '', 'wants no details of licences'),
  raises(
    licenses,
    'without-licences',
    'wants details of licences that nobody has',
    ofBusiness(({ questionnaire }) => !questionnaire.licenseDetailsGiven),
  ),
  omits(details, '', 'does without Company Details'),
  omits(details, 'nested', 'does without Company Details of a nested company', ofNested(lacksDetails)),
  omits(details, 'us', 'does without Company Details of a US company', ofRoot(isUs)),
  raises(
    details,
    'every-document',
    'wants every document of Company Details',
    ofRoot(lacks('GoodStandingCert')),
  ),
  omits(presence, '', 'does without Legal Presence'),
  raises(
    presence,
    'us',
    'wants Legal Presence of a US company',
    ofRoot((company) => isUs(company) && lacks('IncorporationArticles')(company)),
  ),
  raises(
    presence,
    'nested',
    'wants Legal Presence of a nested company',
    ofNested(lacks('IncorporationArticles')),
  ),
  omits(ownership, '', 'does without Ownership Structure'),
  omits(
    ownership,
    'nested',
    'does without Ownership Structure of a nested company',
    ofNested(lacksOwnership),
  ),
  raises(
    ownership,
    'us',
    'wants Ownership Structure of a US company',
    ofRoot((company) => isUs(company) && lacksOwnership(company)),
  ),
  omits(
    ownership,
    'nested-us',
    'spares nested companies of the US too',
    ofNested((company) => isUs(company) && lacksOwnership(company)),
  ),
  omits(control, '', 'does without Control Structure'),
  raises(
    control,
    'us',
    'wants Control Structure of a US company',
    ofRoot((company) => isUs(company) && lacks('DirectorsRegistry')(company)),
  ),
  raises(
    control,
    'nested',
    'wants Control Structure of a nested company',
    ofNested(lacks('DirectorsRegistry')),
  ),
  omits('outsourcing_agreement_not_signed', '', 'does without the agreement'),
  omits('uk_customers_not_enabled', '', 'takes customers of the UK without being enabled'),
  omits(
    'uk_customers_not_enabled',
    'business',
    'takes a Business of the UK without being enabled',
    ofBusiness(() => true),
  ),
  omits('duplicate_upload_blocked', '', 'blocks no upload'),
  omits('provider_rejected_document', '', 'accepts what the provider rejects'),
  omits('reuse_rejected', '', 'reuses every identity'),
]
