import { areaOf } from '../../conformance/index.js'
import { catalogue } from '../../payment/index.js'

/** Rules and operations whose requests or cases show a fault, where its own rules only observe. */
type ShownBy = Readonly<
  Record<string, { readonly rules?: readonly string[]; readonly calls?: readonly string[] }>
>

/** Rules of an area, for faults that few of its requests show. */
const inArea = (area: string): readonly string[] =>
  catalogue.filter((rule) => areaOf(rule) === area).map(({ id }) => id)

/** Rules that show a fault. */
const rules = (...ids: readonly string[]): ShownBy[string] => ({ rules: ids })

/** Operations whose cases show a fault. */
const calls = (...ids: readonly string[]): ShownBy[string] => ({ calls: ids })

const identifications = rules('identification/kinds')

/** The requests that show each fault of a rule that only observes. */
export const shownBy: ShownBy = {
  'autoramp/rail-document': rules('autoramp/read'),
  'answers/body': calls('getCustomerById'),
  'answers/body:authentication-code': calls('getPendingAuthenticationCode'),
  'answers/body:open-banking': calls('getAutorampOpenBankingPayment'),
  'answers/format': calls('listCryptoCurrencies'),
  'answers/headers': calls('listCryptoCurrencies'),
  'answers/media-type': calls('getCustomerById'),
  'answers/server-error': calls('getCustomerById'),
  'answers/server-error:body': calls('createFeeProfile'),
  'answers/server-error:one-version': calls('getCountrySubdivisions'),
  'answers/server-error:optional': calls('getAllCustomers'),
  'answers/status': calls('getCustomerById'),
  'answers/status:authentication-code': calls('submitAuthenticationCode'),
  'answers/undeclared-refusal': calls('getPixAddress'),
  'answers/undeclared-refusal:method': calls('listFiatCurrencies'),
  'enumerations/identification-status': identifications,
  'enumerations/identification-status:closed': identifications,
  'enumerations/identification-status:rejected': rules(...inArea('enumerations'), ...inArea('autoramp')),
  'errors/api-error': rules('versioning/malformed-version'),
  'errors/api-error:creation': calls('createCustomer'),
  'errors/bad-request-body': calls('getCustomerById'),
  'errors/bad-request-body:creation': calls('createCustomer'),
  'errors/bad-request-body:null': calls('getCustomerById'),
  'errors/string-body': calls('getCustomerById'),
  'errors/string-body:not-found': calls('getCustomerById'),
  'errors/string-body:number': calls('getCustomerById'),
  'methods/undeclared': calls('listFiatCurrencies'),
  'methods/undeclared:one-version': calls('listFiatCurrencies'),
  'requests/invalid-refused': calls('getExchangeRate'),
  'requests/invalid-refused:body': calls('updateCustomer'),
  'requests/invalid-refused:boolean': calls('checkAutorampLimit'),
  'requests/invalid-refused:header': calls('getFeeProfiles'),
  'requests/invalid-refused:header-post': calls('createFeeProfile'),
  'requests/invalid-refused:parameter': calls('getExchangeRate'),
  'requests/invalid-refused:path': calls('getWalletAddresses'),
  'requests/invalid-refused:search': calls('searchHostedVasps'),
  'requests/valid-accepted': calls('getAllCustomers'),
  'requests/valid-accepted:limit': calls('getAllCustomers'),
  'security/required': calls('getFeeProfiles'),
  'security/required:unknown-key': calls('getFeeProfiles'),
  'security/required:write': calls('updateCustomer'),
  'state/gone': calls('createCustomer', 'registerFiatAddress', 'getFiatAddress', 'deleteFiatAddress'),
  'state/gone:pix': calls('createCustomer', 'registerPixAddress', 'getPixAddress', 'deletePixAddress'),
  'state/links': calls('createCustomer', 'getCustomerById'),
  'state/links:elsewhere': calls('createCustomer', 'getCustomerById', 'getAutorampById'),
  'state/readable': calls('createCustomer', 'registerFiatAddress', 'getFiatAddress'),
  'state/readable:customer': calls('createCustomer', 'getCustomerById'),
  'state/readable:pix': calls('createCustomer', 'registerPixAddress', 'getPixAddress'),
  'versioning/default-absent': rules(...inArea('autoramp')),
  'versioning/echo:one-version': rules('terms/items'),
  'versioning/fednow-rail': rules(...inArea('autoramp')),
  'versioning/supported': rules('terms/items'),
}
