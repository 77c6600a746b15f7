import type { BodyOf, Handlers, Service } from '../service/service.js'
import { defined } from '../primitives/defined.js'
import { badRequest, notFound, Refusal } from '../primitives/refusal.js'
import type { Chain } from '../money/money.js'
import { plusMinutes } from '../primitives/environment.js'
import { customerOf } from '../customer/customers.js'
import type { Wallet } from '../api/schemas.js'
import type { CustomerRecord, WalletRecord } from '../state/records.js'
import { requireRecord, ofCustomer } from '../state/repository.js'
import { sameWalletAddress } from './identifiers.js'

const custodian = (name: string, country: string) => {
  const key = name.toLowerCase().replaceAll(' ', '-')
  return { name, country, did: `did:web:${key}.sandbox.example`, website: `https://${key}.sandbox.example` }
}

/** Fictitious custodians for registering hosted wallets. */
const custodians = [
  custodian('Alder Custody', 'DE'),
  custodian('Birch Exchange', 'US'),
  custodian('Cedar Custody', 'GB'),
  custodian('Dogwood Digital', 'SG'),
  custodian('Elm Exchange', 'FR'),
  custodian('Fir Vault', 'CH'),
  custodian('Hazel Custody', 'BR'),
  custodian('Juniper Exchange', 'AE'),
  custodian('Larch Vault', 'NL'),
  custodian('Maple Digital', 'CA'),
]

const shortestSearch = 2
const defaultLimit = 20
const highestLimit = 50

/** The claim that the owner of a wallet signs. */
type OwnershipClaim = BodyOf<'registerSelfHostedWalletAddress'>

const dayInMinutes = 24 * 60

const dayOf = (date: Date): string => date.toISOString().slice(0, 10).split('-').reverse().join('/')

/** The message to sign: it contains the address, the customer and the day (UTC, DD/MM/YYYY). */
const ownershipMessage = (address: string, customerId: string, day: Date): string =>
  `Wallet ${address} is owned by customer ${customerId}. Signed on ${dayOf(day)}.`

/** Yesterday's message is accepted too, because a request can be sent just before midnight. */
const checkMessage = ({ address, customer_id: customerId, message }: OwnershipClaim, now: Date): void => {
  const days = [now, plusMinutes(now, -dayInMinutes)]
  if (!days.some((day) => ownershipMessage(address, customerId, day) === message))
    throw badRequest(
      "request body at /message must be 'Wallet ADDRESS is owned by customer CUSTOMER_ID. Signed on DD/MM/YYYY.'",
    )
}

const hexSignature = /^0x[0-9a-fA-F]{130}$/
const base58Signature = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/
const openSignature = /^[0-9A-Za-z+/=_-]{64,200}$/

/** The format of signatures on chains outside of the Ethereum family. */
const forms: Readonly<Partial<Record<Chain, RegExp>>> = {
  Solana: base58Signature,
  Stellar: openSignature,
  Tron: openSignature,
}

/** A signature that repeats one character counts as invalid, so that callers can test a wrong one. */
const isBlank = (signature: string): boolean => /^(?:0x)?(.)\1*$/.test(signature)

const checkSignature = ({ blockchain: chain, signature }: OwnershipClaim): void => {
  const form = forms[chain] ?? hexSignature
  if (!form.test(signature) || isBlank(signature))
    throw badRequest(`request body at /signature is not a signature of the message on ${chain}`)
}

/** A wallet as the documents show it; one with a DID is held by a custodian. */
const renderWallet = (record: WalletRecord): Wallet => ({
  id: record.id,
  address_type: record.vaspDid === undefined ? 'SelfHosted' : 'Hosted',
  blockchain: record.chain,
  wallet_address: record.address,
  is_self: true,
  disabled: record.disabled,
  created_at: record.createdAt.toISOString(),
  ...defined({
    name: record.name,
    vasp_did: record.vaspDid,
    proof_message: record.proof?.message,
    proof_signature: record.proof?.signature,
  }),
})

interface NewWallet extends Pick<WalletRecord, 'chain' | 'address' | 'vaspDid' | 'proof'> {
  readonly name?: string | undefined
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
  const { chain, address, ...optional } = wallet
  const record = {
    id: service.random.uuid('wallet'),
    partnerId: customer.partnerId,
    customerId: customer.id,
    chain,
    address,
    ...defined(optional),
    disabled: false,
    createdAt: service.clock(),
  }
  service.store.wallets.save(record)
  return record
}

const did = /^did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/

/** Registers, lists and disables wallets, and finds custodians. */
export const walletHandlers = {
  /** GET /addresses/crypto/hosted/vasps: custodians whose name contains the text, sorted by name. */
  searchHostedVasps: ({ query }) => {
    const { q, limit = defaultLimit } = query
    if (q.trim().length < shortestSearch)
      throw badRequest(`query parameter 'q' must have at least ${shortestSearch} characters`)
    if (limit > highestLimit) throw badRequest(`query parameter 'limit' must be at most ${highestLimit}`)
    const term = q.trim().toLowerCase()
    const found = custodians.filter(({ name }) => name.toLowerCase().includes(term))
    return { status: 200, body: found.slice(0, limit) }
  },
  registerAttestedWalletAddress: (call) => {
    const { address, blockchain: chain, customer_id: customerId, name } = call.body
    const wallet = { chain, address, name }
    return { status: 200, body: renderWallet(register(call.service, customerOf(call, customerId), wallet)) }
  },
  registerHostedWallet: (call) => {
    const { wallet_address: address, blockchain: chain, name, vasp_did: vaspDid } = call.body
    // The custodian need not be one of the search.
    if (call.service.faults.checks(true, 'vasp-did') && !did.test(vaspDid))
      throw badRequest('request body at /vasp_did must be a DID')
    const customer = customerOf(call, call.body.customer_id)
    const record = register(call.service, customer, { chain, address, name, vaspDid })
    return { status: 200, body: renderWallet(record) }
  },
  getWalletAddresses: (call) => {
    const { filter = 'All' } = call.query
    const scope = ofCustomer(customerOf(call, call.path.customer_id))
    const wallets = [...call.service.store.wallets.walk(scope, { order: 'newest-first' })].map(renderWallet)
    const body = wallets.filter(({ address_type: kind }) => filter === 'All' || filter === kind)
    return { status: 200, body }
  },
  /** POST /addresses/crypto/selfhosted: its response has fewer members than the records in the list. */
  registerSelfHostedWalletAddress: (call) => {
    const { service, body } = call
    const { address, blockchain: chain, name, message, signature } = body
    const customer = customerOf(call, body.customer_id)
    if (service.faults.checks(true, 'wallet-proof')) {
      checkMessage(body, service.clock())
      checkSignature(body)
    }
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
        ...(name !== undefined && { name }),
      },
    }
  },
  updateDisabledStatus: (call) => {
    const { service, partnerId, path, body } = call
    const wallet = requireRecord(service.store.wallets, partnerId, path.id, 'wallet')
    if (wallet.customerId !== customerOf(call, body.customer_id).id) throw notFound('wallet')
    const changed = { ...wallet, disabled: body.disabled }
    service.store.wallets.save(changed)
    return { status: 200, body: renderWallet(changed) }
  },
} satisfies Handlers
