import { onBusiness, refuse } from './rule.js'

/** has_licenses_or_registrations is true, and license_details is missing or empty. */
export const licenseDetailsRequired = onBusiness(({ questionnaire: { hasLicenses, licenseDetailsGiven } }) =>
  hasLicenses && !licenseDetailsGiven
    ? refuse('license_details_required', 'license_details is required with has_licenses_or_registrations')
    : [],
)
