// The surface: method, path, operationId, tag, success status, and the statuses beyond 400, 401, 403, 404, 500.
export const surface = `
POST /addresses/crypto/attested registerAttestedWalletAddress Addresses 200 409
POST /addresses/crypto/hosted registerHostedWallet Addresses 200 409
GET /addresses/crypto/hosted/vasps searchHostedVasps Addresses 200 503
POST /addresses/crypto/selfhosted registerSelfHostedWalletAddress Addresses 200 409
GET /addresses/crypto/{customer_id} getWalletAddresses Addresses 200
PUT /addresses/crypto/{id}/disabled updateDisabledStatus Addresses 200
GET /addresses/fiat getFiatAddressesByStatus Addresses 200
POST /addresses/fiat registerFiatAddress Addresses 200 409 422
GET /addresses/fiat/{customer_id} getFiatAddresses Addresses 200
DELETE /addresses/fiat/{customer_id}/{fiat_address_id} deleteFiatAddress Addresses 200
GET /addresses/fiat/{customer_id}/{fiat_address_id} getFiatAddress Addresses 200
POST /addresses/fiat/{id}/retry-auth retryFiatAddressAuth Addresses 2XX
POST /addresses/pix registerPixAddress Addresses 200 409
GET /addresses/pix/{customer_id} getPixAddresses Addresses 200
DELETE /addresses/pix/{customer_id}/{pix_address_id} deletePixAddress Addresses 200
GET /addresses/pix/{customer_id}/{pix_address_id} getPixAddress Addresses 200
GET /authentication-codes/entity/{id} getPendingAuthenticationCode Customer 200
PUT /authentication-codes/{id} submitAuthenticationCode Customer 200
GET /autoramp-transactions getAutorampTransactions Autoramp 200
GET /autoramp-transactions/ids getAutorampTransactionsByIds Autoramp 200
GET /autoramps getAutoramps Autoramp 200
POST /autoramps createAutoramp Autoramp 201 422
GET /autoramps/check-limit checkAutorampLimit Autoramp 200
GET /autoramps/payments/open-banking/{payment_id} getAutorampOpenBankingPayment Autoramp 201
GET /autoramps/quote getAutorampQuote Autoramp 200
GET /autoramps/quotes-preview getAutorampQuotePreview Autoramp 200
GET /autoramps/{external_id}/external getAutorampByExternalId Autoramp 200
DELETE /autoramps/{id} cancelAutoramp Autoramp 204
GET /autoramps/{id} getAutorampById Autoramp 200
PATCH /autoramps/{id} patchAutorampMarketById Autoramp 200
GET /autoramps/{id}/payments/open-banking listAutorampOpenBankingPayments Autoramp 200
POST /autoramps/{id}/payments/open-banking createAutorampOpenBankingPayment Autoramp 201
GET /autoramps/{id}/quote getAutorampRateQuote Autoramp 200
POST /autoramps/{id}/quotes attachQuoteToAutoramp Autoramp 201 409
POST /autoramps/{id}/retry-auth retryAutorampAuth Autoramp 201
GET /country_subdivisions/{country_code} getCountrySubdivisions Addresses 200
GET /cryptocurrencies listCryptoCurrencies Currencies 200
GET /customers getAllCustomers Customer 200
POST /customers createCustomer Customer 201
GET /customers/{external_id}/external getCustomerByExternalId Customer 200
GET /customers/{id} getCustomerById Customer 200
PUT /customers/{id} updateCustomer Customer 204
GET /customers/{id}/abilities getCustomerAbilities Customer 200
PUT /customers/{id}/archive archiveCustomer Customer 200
GET /customers/{id}/identifications getAllCustomerIdentifications Customer 200
POST /customers/{id}/identifications/v2 createCustomerIdentificationV2 Customer 201 409 429
GET /customers/{id}/microdeposits getCustomerMicrodeposits Customer 200
GET /customers/{id}/required-signings getCustomerRequiredSignings Customer 200 409
GET /customers/{id}/requirements getCustomerRequirements Customer 200
GET /customers/{id}/signings getSignings Customer 200
POST /customers/{id}/signings createCustomerSigning Customer 201 422
GET /customers/{id}/spending-limit getCustomerSpendingLimit Customer 200
GET /exchange-rate getExchangeRate ExchangeRate 200
GET /fee-profiles getFeeProfiles FeeProfiles 200
POST /fee-profiles createFeeProfile FeeProfiles 201
GET /fiatcurrencies listFiatCurrencies Currencies 200
GET /identifications/{id} getIdentificationById Customer 200
PUT /identifications/{id}/archive archiveIdentification Customer 200
GET /identifications/{id}/compliance-questionnaire getIdentificationComplianceQuestionnaire Customer 200
PUT /sandbox/autoramp/{id} updateSandboxAutorampStatus Sandbox 200
PUT /sandbox/fiat-verification/{id} updateSandboxFiatAddressVerificationStatus Sandbox 200
POST /sandbox/identification/{id} updateSandboxIdentificationStatus Sandbox 201
POST /sandbox/reset resetSandbox Sandbox 200
POST /sandbox/transaction createSandboxTransaction Sandbox 201
PUT /sandbox/transaction/{id}/state updateSandboxTransactionState Sandbox 200
GET /spec getLatestSpec Specification 200
GET /spec/versions listSpecVersions Specification 200
GET /spec/{version} getSpecByVersion Specification 200
GET /terms-and-conditions getAllCurrentTermsAndConditions TermsAndConditions 200
GET /webhooks listWebhooks Webhooks 200
PATCH /webhooks/{id} updateWebhook Webhooks 200
POST /webhooks/{id}/ping pingWebhook Webhooks 200
`
  .trim()
  .split('\n')
