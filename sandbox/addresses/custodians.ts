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

/** Invented custodians, with which hosted wallets can be registered. */
const CUSTODIANS: readonly Custodian[] = [
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

const SHORTEST_SEARCH = 2
const DEFAULT_LIMIT = 20
const HIGHEST_LIMIT = 50

/** GET /addresses/crypto/hosted/vasps: custodians whose name holds the text, in the order of their names. */
export const custodianHandlers = {
  searchHostedVasps: ({ query }) => {
    const { q, limit = DEFAULT_LIMIT } = query
    if (q.trim().length < SHORTEST_SEARCH)
      throw badRequest(`query parameter 'q' must have at least ${SHORTEST_SEARCH} characters`)
    if (limit > HIGHEST_LIMIT) throw badRequest(`query parameter 'limit' must be at most ${HIGHEST_LIMIT}`)
    const term = q.trim().toLowerCase()
    return {
      status: 200,
      body: CUSTODIANS.filter(({ name }) => name.toLowerCase().includes(term)).slice(0, limit),
    }
  },
} satisfies Handlers
