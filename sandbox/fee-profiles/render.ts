import type { FeeProfile, PaymentNetwork } from '../api/schemas.js'
import type { FeeProfileRecord } from '../state/records.js'
import { serviceBips } from './profiles.js'

const currencies: Readonly<Partial<Record<PaymentNetwork, string>>> = {
  Sepa: 'EUR',
  Fps: 'GBP',
  Chaps: 'GBP',
  Pix: 'BRL',
  Spei: 'MXN',
}

/** The currency of a rail's fee; US dollars if the rail has no currency of its own. */
export function railCurrency(rail: PaymentNetwork): string {
  return currencies[rail] ?? 'USD'
}

const perTransaction = 'Per Transaction'

const amountIn = (code: string, amount: string) => ({ amount, currency: { type: 'Fiat' as const, code } })

/** A fee profile as the documents show it. */
export function renderFeeProfile(profile: FeeProfileRecord, isDefault: boolean): FeeProfile {
  return {
    id: profile.id,
    partner_id: profile.partnerId,
    name: profile.name,
    is_default: isDefault,
    profile_type: 'Transactional',
    iron_fee: { type: 'Bips', bips: serviceBips },
    iron_fee_billing_type: perTransaction,
    iron_fee_settlement: profile.settlement,
    min_fee: amountIn('USD', '0.00'),
    network_fee_enabled: true,
    network_fee_settlement: profile.networkSettlement,
    partner_fee_configs: [
      {
        billing_type: perTransaction,
        fee_type: { type: 'Bips', bips: profile.partnerBips },
        label: 'partner',
        settlement: profile.settlement,
      },
    ],
    non_transactional_partner_fee_configs: [],
    banking_fee_configs: profile.bankingFees.map(({ rail, transfer, amount }) => ({
      rail,
      fiat_transfer_type: transfer,
      fee_amount: amountIn(railCurrency(rail), amount),
      billing_type: perTransaction,
      settlement: 'deductedImmediately',
    })),
  }
}
