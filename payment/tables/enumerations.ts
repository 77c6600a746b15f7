import { type ChangeName, changes, hasChange } from '../../versions/index.js'
import { identificationCodes } from './identification-codes.js'

/** Resources, enumerations. */
export const enumerations = {
  Blockchain:
    'Solana Ethereum Polygon Arbitrum Base Stellar Citrea Plasma Avalanche Moca Monad Tempo Tron Bsc Seismic Arc'.split(
      ' ',
    ),
  RateExpiryPolicy: ['Return', 'Slippage'],
  FeeSettlement: ['deductedImmediately', 'settledLater'],
  DepositAccountType: 'Iban Wallet AchWire Pix Spei AfricanBankTransfer MobileMoney ChapsFps'.split(' '),
  PaymentNetwork:
    'Sepa Swift Fps Chats Ach Wire Rtp Fednow Pix Spei AfricanBankTransfer MobileMoney Chaps'.split(' '),
  NetworkFeeType: (
    'SepaIn SepaOut EthereumGas CitreaGas SolanaTransactionFee StellarTransactionFee PolygonGas BaseGas ' +
    'AvalancheGas TronGas BscGas SeismicExecutionFee RailFee AchIn AchOut WireIn WireOut SwiftIn SwiftOut ' +
    'FpsIn FpsOut ChapsIn ChapsOut RtpIn RtpOut FednowIn FednowOut'
  ).split(' '),
  DeprecatedNetworkFee: (
    'AchIn AchOut CitreaGas EthereumGas RailFee SepaIn SepaOut SolanaTransactionFee StellarTransactionFee ' +
    'SwiftIn SwiftOut WireIn WireOut'
  ).split(' '),
  'Rail status': ['Active', 'Pending', 'Unavailable', 'Blocked', 'Maintenance'],
  'Identification status': 'Pending Processed PendingReview Approved Declined Expired Archived'.split(' '),
  'Identification error code': identificationCodes,
  'Version error': ['unsupported_api_version'],
  'Version error reason': ['version_unknown', 'version_malformed'],
} as const

export type EnumerationName = keyof typeof enumerations

/** Values added to enumerations, by the name of the change. */
type AddedValues = Readonly<
  Partial<Record<ChangeName, Readonly<Partial<Record<EnumerationName, readonly string[]>>>>>
>

/** Values added by later versions; the lists above are those of the first. */
const addedValues: AddedValues = {
  // None so far.
}

/** The values of an enumeration in a version. */
export function valuesOf(name: EnumerationName, version: string): readonly string[] {
  const added = changes
    .filter((change) => hasChange(version, change.name))
    .map((change) => addedValues[change.name])
  return [...enumerations[name], ...added.flatMap((values) => values?.[name] ?? [])]
}
