import { badRequest } from '../primitives/refusal.js'
import type { Chain } from '../money/currencies.js'
import { plusMinutes } from '../primitives/clock.js'

/** The claim that the owner of a wallet signs. */
export interface OwnershipClaim {
  readonly chain: Chain
  readonly address: string
  readonly customerId: string
  readonly message: string
  readonly signature: string
}

const dayInMinutes = 24 * 60

const dayOf = (date: Date): string => date.toISOString().slice(0, 10).split('-').reverse().join('/')

/** The message to sign: it contains the address, the customer and the day (UTC, DD/MM/YYYY). */
export function ownershipMessage(address: string, customerId: string, day: Date): string {
  return `Wallet ${address} is owned by customer ${customerId}. Signed on ${dayOf(day)}.`
}

/** Yesterday's message is accepted too, because a request can be sent just before midnight. */
const checkMessage = ({ address, customerId, message }: OwnershipClaim, now: Date): void => {
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

const checkSignature = ({ chain, signature }: OwnershipClaim): void => {
  const form = forms[chain] ?? hexSignature
  if (!form.test(signature) || isBlank(signature))
    throw badRequest(`request body at /signature is no signature of the message on ${chain}`)
}

/** Throws `Refusal` 400 unless the message is the expected one and the signature has the format of its chain. */
export function checkOwnership(claim: OwnershipClaim, now: Date): void {
  checkMessage(claim, now)
  checkSignature(claim)
}
