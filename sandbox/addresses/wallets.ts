import { customerOf } from '../customer/records.js'
import type { Handlers } from '../service/call.js'
import { badRequest, notFound, Refusal } from '../primitives/refusal.js'
import type { Wallet } from '../api/schemas.js'
import type { Chain } from '../money/currencies.js'
import type { Service } from '../service/service.js'
import type { CustomerRecord, WalletRecord } from '../state/records.js'
import { found } from '../service/find.js'
import { ofCustomer } from '../state/lookup.js'
import { sameWalletAddress } from './identifiers.js'
import { checkOwnership } from './ownership.js'

/** A wallet as the documents show it; one with a DID is held by a custodian. */
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
  ...(record.proof === undefined
    ? {}
    : { proof_message: record.proof.message, proof_signature: record.proof.signature }),
})

interface NewWallet {
  readonly chain: Chain
  readonly address: string
  readonly name?: string | undefined
  readonly vaspDid?: string
  readonly proof?: { readonly message: string; readonly signature: string }
}

const checkUnused = ({ store }: Service, customer: CustomerRecord, { chain, address }: NewWallet): void => {
  if (address.trim() === '') throw badRequest('the wallet address in the request body must not be empty')
  for (const wallet of store.wallets.walk(ofCustomer(customer), { order: 'oldest-first' }))
    if (wallet.chain === chain && sameWalletAddress(chain, wallet.address, address))
      throw new Refusal(409, 'this wallet address is already registered to the customer')
}

/** Registers a wallet at once: attestations, proofs and custodians need no further step. */
const register = (service: Service, customer: CustomerRecord, wallet: NewWallet): WalletRecord => {
  checkUnused(service, customer, wallet)
  const { chain, address, name, vaspDid, proof } = wallet
  const record = {
    id: service.random.uuid('wallet'),
    partnerId: customer.partnerId,
    customerId: customer.id,
    chain,
    address,
    ...(name === undefined ? {} : { name }),
    ...(vaspDid === undefined ? {} : { vaspDid }),
    ...(proof === undefined ? {} : { proof }),
    disabled: false,
    createdAt: service.clock(),
  }
  service.store.wallets.save(record)
  return record
}

const updateDisabledStatus: NonNullable<Handlers['updateDisabledStatus']> = (call) => {
  const { service, partnerId, path, body } = call
  const wallet = found(service.store.wallets, partnerId, path.id, 'wallet')
  if (wallet.customerId !== customerOf(call, body.customer_id).id) throw notFound('wallet')
  const changed = { ...wallet, disabled: body.disabled }
  service.store.wallets.save(changed)
  return { status: 200, body: renderWallet(changed) }
}

/** POST /addresses/crypto/selfhosted: its response has fewer members than the records in the list. */
const registerSelfHostedWalletAddress: NonNullable<Handlers['registerSelfHostedWalletAddress']> = (call) => {
  const { service, body } = call
  const { address, blockchain: chain, name, message, signature } = body
  const customer = customerOf(call, body.customer_id)
  if (service.faults.checks(true, 'wallet-proof'))
    checkOwnership({ chain, address, customerId: customer.id, message, signature }, service.clock())
  const record = register(service, customer, { chain, address, name, proof: { message, signature } })
  return {
    status: 200,
    body: {
      id: record.id,
      customer_id: customer.id,
      address,
      signature,
      disabled: record.disabled,
      created_at: record.createdAt.toISOString(),
      ...(name === undefined || name === null ? {} : { name }),
    },
  }
}

const did = /^did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/

/** A custodian's DID, which the search need not know. Throws `Refusal` 400 for a text that is no DID. */
const didOf = (text: string): string => {
  if (!did.test(text)) throw badRequest('request body at /vasp_did must be a DID')
  return text
}

/** Registers, lists and disables wallets. */
export const walletHandlers = {
  registerAttestedWalletAddress: (call) => {
    const { address, blockchain: chain, customer_id: customerId, name } = call.body
    const wallet = { chain, address, name }
    return { status: 200, body: renderWallet(register(call.service, customerOf(call, customerId), wallet)) }
  },
  registerHostedWallet: (call) => {
    const {
      wallet_address: address,
      blockchain: chain,
      customer_id: customerId,
      name,
      vasp_did: text,
    } = call.body
    const vaspDid = call.service.faults.checks(true, 'vasp-did') ? didOf(text) : text
    const wallet = { chain, address, name, vaspDid }
    return { status: 200, body: renderWallet(register(call.service, customerOf(call, customerId), wallet)) }
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
  registerSelfHostedWalletAddress,
  updateDisabledStatus,
} satisfies Handlers
