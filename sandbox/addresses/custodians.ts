import type { Handlers } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'

interface Custodian {
  readonly name: string
  readonly did: string
  readonly country: string
  readonly website: string
}

const custodian = (name: string, country: string): Custodian => {
  const key = name.toLowerCase().replaceAll(' ', '-')
  return { name, country, did: `did:web:${key}.sandbox.example`, website: `https://${key}.sandbox.example` }
}

/** Fictitious custodians for registering hosted wallets. */
const custodians: readonly Custodian[] = [
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

/** GET /addresses/crypto/hosted/vasps: custodians whose name contains the text, sorted by name. */
export const custodianHandlers = {
  searchHostedVasps: ({ query }) => {
    const { q, limit = defaultLimit } = query
    if (q.trim().length < shortestSearch)
      throw badRequest(`query parameter 'q' must have at least ${shortestSearch} characters`)
    if (limit > highestLimit) throw badRequest(`query parameter 'limit' must be at most ${highestLimit}`)
    const term = q.trim().toLowerCase()
    return {
      status: 200,
      body: custodians.filter(({ name }) => name.toLowerCase().includes(term)).slice(0, limit),
    }
  },
} satisfies Handlers
