import type { PatchOperation } from '../../../conformance/model/plan.js'

const replace = (path: string, value: string): PatchOperation => ({ op: 'replace', path, value })
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const company = '/company_data/company_info'
const answers = '/questionnaire'

/** What provokes each code of the sandbox that hangs on an account, a provider or a list: see docs/sandbox.md. */
export const sandboxProvocations: Readonly<Record<string, readonly PatchOperation[]>> = {
  prohibited_industry: [replace(`${answers}/business_details/industry`, 'ShellBanking')],
  foundation_intended_use_not_supported: [
    replace(`${company}/company_type`, 'PrivateFoundation'),
    replace(`${answers}/planned_activities/purpose_and_intended_use`, 'EcommerceSales'),
  ],
  ubo_country_prohibited: [replace('/company_data/beneficiaries/0/beneficiary_info/address/country', 'KP')],
  outsourcing_agreement_not_signed: [replace('/email_address', 'agreement-not-signed@sandbox.example')],
  'outsourcing_agreement_not_signed:Business': [
    replace(`${company}/email`, 'agreement-not-signed@sandbox.example'),
  ],
  uk_customers_not_enabled: [
    replace('/email_address', 'uk-not-enabled@sandbox.example'),
    replace('/address/country', 'GB'),
  ],
  'uk_customers_not_enabled:Business': [
    replace(`${company}/email`, 'uk-not-enabled@sandbox.example'),
    replace(`${company}/country`, 'GB'),
  ],
  duplicate_upload_blocked: [replace('/identity/selfie', base64('sandbox:duplicate-upload'))],
  provider_rejected_document: [
    replace('/identity/identity_document_front', base64('sandbox:provider-rejected')),
  ],
  reuse_rejected: [replace('/token', 'sandbox-token-not-approved')],
}
