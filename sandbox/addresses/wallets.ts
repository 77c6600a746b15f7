import { customerOf } from '../customer/records.js'
import type { Handlers } from '../http/call.js'
import { badRequest, notFound, Refusal } from '../http/refusal.js'
import type { Wallet } from '../model.js'
import type { Chain } from '../money/currencies.js'
import type { Service } from '../service.js'
import type { CustomerRecord, WalletRecord } from '../state/entities.js'
import { found, ofCustomer } from '../state/lookup.js'

/** A wallet as the documents show it: one with a DID is held at a custodian. */
const renderWallet = (record: WalletRecord): Wallet => ({
  id: record.id,
  address_type: record.vaspDid === undefined ? 'SelfHosted' : 'Hosted',
  blockchain: record.chain,
  wallet_address: record.address,
  is_self: true,
  disabled: record.disabled,
  created_at: record.createdAt.toISOString(),
  ...(record.name === undefined ? {} : { name: record.name }),
  ...(record.vaspDid === undefined ? {} : { vasp_did: record.vaspDid }),
})

interface NewWallet {
  readonly chain: Chain
  readonly address: string
  readonly name?: string | undefined
  readonly vaspDid?: string
}

const checkUnused = ({ store }: Service, customer: CustomerRecord, { chain, address }: NewWallet): void => {
  if (address.trim() === '') throw badRequest('the wallet address in the request body must not be empty')
  for (const wallet of store.wallets.walk(ofCustomer(customer), { order: 'oldest-first' }))
    if (wallet.chain === chain && wallet.address === address)
      throw new Refusal(409, 'this wallet address is already registered to the customer')
}

/** Registers a wallet at once: neither an attestation nor a custodian's DID needs another step. */
const register = (service: Service, customer: CustomerRecord, wallet: NewWallet): Wallet => {
  checkUnused(service, customer, wallet)
  const { chain, address, name, vaspDid } = wallet
  const record = {
    id: service.chance.uuid('wallet'),
    partnerId: customer.partnerId,
    customerId: customer.id,
    chain,
    address,
    ...(name === undefined ? {} : { name }),
    ...(vaspDid === undefined ? {} : { vaspDid }),
    disabled: false,
    createdAt: service.clock(),
  }
  service.store.wallets.save(record)
  return renderWallet(record)
}

const updateDisabledStatus: NonNullable<Handlers['updateDisabledStatus']> = (call) => {
  const { service, partnerId, path, body } = call
  const wallet = found(service.store.wallets, partnerId, path.id, 'wallet')
  if (wallet.customerId !== customerOf(call, body.customer_id).id) throw notFound('wallet')
  const changed = { ...wallet, disabled: body.disabled }
  service.store.wallets.save(changed)
  return { status: 200, body: renderWallet(changed) }
}

/** Registering, listing and disabling wallets. */
export const walletHandlers = {
  registerAttestedWalletAddress: (call) => {
    const { address, blockchain: chain, customer_id: customerId, name } = call.body
    const wallet = { chain, address, name }
    return { status: 200, body: register(call.service, customerOf(call, customerId), wallet) }
  },
  registerHostedWallet: (call) => {
    const { wallet_address: address, blockchain: chain, customer_id: customerId, name } = call.body
    const wallet = { chain, address, name, vaspDid: call.body.vasp_did }
    return { status: 200, body: register(call.service, customerOf(call, customerId), wallet) }
  },
  getWalletAddresses: (call) => {
    const { filter = 'All' } = call.query
    const scope = ofCustomer(customerOf(call, call.path.customer_id))
    const wallets = [...call.service.store.wallets.walk(scope, { order: 'newest-first' })].map(renderWallet)
    return {
      status: 200,
      body: wallets.filter(({ address_type: kind }) => filter === 'All' || filter === kind),
    }
  },
  updateDisabledStatus,
} satisfies Handlers
