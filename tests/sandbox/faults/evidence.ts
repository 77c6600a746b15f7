import { given, onramp } from '../support/actors.js'
import { list, look, text } from '../support/look.js'
import { NEW, OLD, type Reply, type Request, type Sandbox } from '../support/sandbox.js'

/** One sandbox with what most pieces of evidence need. Every request names its version and carries its key. */
export interface Scene {
  readonly send: Sandbox['send']
  readonly customer: (version: string, more?: Request) => Promise<Reply>
  readonly fresh: (version: string) => Promise<string>
  readonly quote: (change: Readonly<Record<string, string>>, version?: string) => Promise<Reply>
}

/** What can be seen of one promise from the outside, without ids and times: equal in any two sandboxes. */
export type Evidence = (scene: Scene) => Promise<unknown>

let keys = 0

export const openScene = async ({ send }: Sandbox): Promise<Scene> => {
  const customer: Scene['customer'] = (version, more = {}) => {
    keys += 1
    const body = { customer_type: 'Person', email: 'person@partner.test' }
    return send('POST', '/customers', { version, body, idempotencyKey: `scene-${keys}`, ...more })
  }
  const fresh = async (version: string): Promise<string> => text(await customer(version), 'id')
  const owner = await fresh(OLD)
  const wallet = async (address: string, blockchain = 'Solana'): Promise<string> => {
    const body = { customer_id: owner, blockchain, address }
    return text(await send('POST', '/addresses/crypto/attested', { version: OLD, body }), 'id')
  }
  const recipient = await wallet('wallet-1')
  await wallet('wallet-2')
  const quote: Scene['quote'] = (change, version = OLD) =>
    send('GET', '/autoramps/quote', { query: given({ ...onramp(owner, recipient), ...change }), version })
  return { send, customer, fresh, quote }
}

const statusOf = async (reply: Promise<Reply>): Promise<number> => (await reply).status

const terms = ({ send }: Scene, request: Request = {}) =>
  send('GET', '/terms-and-conditions', { version: OLD, query: { country: 'DEU' }, ...request })

const version = async (scene: Scene, requested: string | undefined) => {
  const reply = await terms(scene, { version: requested })
  return look(reply, 'reason') ?? 'served'
}

const outstanding = ({ send }: Scene, id: string, called: string) =>
  send('GET', `/customers/${id}/required-signings`, { version: called })

const documents = new WeakMap<Scene, Map<string, Promise<unknown>>>()

const readDocument = async ({ send }: Scene, date: string): Promise<unknown> =>
  (await send('GET', `/spec/${date}`, { key: 'any' })).body

/** A document of the scene, read once: reading it is most of the work. */
const document = (scene: Scene, date: string): Promise<unknown> => {
  const known = documents.get(scene) ?? new Map<string, Promise<unknown>>()
  documents.set(scene, known)
  const reading = known.get(date) ?? readDocument(scene, date)
  known.set(date, reading)
  return reading
}

const quoteParameters = async (scene: Scene, name: string, field: string): Promise<readonly unknown[]> => {
  const body = await document(scene, NEW)
  const entries = list(body, 'paths', '/autoramps/quote', 'get', 'parameters').map((entry) => {
    const reference = look(entry, '$ref')
    return typeof reference === 'string' ? look(body, ...reference.split('/').slice(1)) : entry
  })
  return entries.filter((entry) => look(entry, 'name') === name).map((entry) => look(entry, field))
}

const customerById = async ({ send, fresh }: Scene): Promise<Reply> =>
  send('GET', `/customers/${await fresh(OLD)}`, { version: OLD })

const abilities = async ({ send, fresh }: Scene): Promise<Reply> =>
  send('GET', `/customers/${await fresh(OLD)}/abilities`, { version: OLD })

const replay = async ({ customer }: Scene) => {
  const request = { idempotencyKey: `replay-${(keys += 1)}` }
  const first = await customer(OLD, request)
  return { first, retry: await customer(OLD, request) }
}

const haveAll = (reply: Reply, name: string): boolean =>
  list(JSON.parse(reply.text)).every((item) => look(item, name) !== undefined)

const SAME_CHAIN = { source_currency_code: 'USDC', source_currency_chain: 'Base' }
const extra = (codes: readonly string[], chains: readonly string[]) => ({
  ...SAME_CHAIN,
  additional_in_currency_codes: codes.join(','),
  additional_in_currency_chains: chains.join(','),
})
const many = (count: number, name: string) => Array.from({ length: count }, () => name)

/** Evidence for faults, by name; those that are not here are shown by tests/mutants alone. */
export const evidence: Readonly<Record<string, Evidence>> = {
  'versioning/supported': (scene) => version(scene, '2026-07-01'),
  'versioning/default-absent': async (scene) =>
    text(await scene.customer(OLD, { version: undefined }), 'status'),
  'versioning/default-empty': (scene) => version(scene, ''),
  'versioning/echo': async (scene) => (await terms(scene)).headers['x-api-version'],
  'versioning/vary': async (scene) => (await terms(scene)).headers['vary'],
  'versioning/unknown-version': (scene) => version(scene, '1999-01-01'),
  'versioning/no-fallback': (scene) => version(scene, '2026-08-02'),
  'versioning/malformed-version': (scene) => version(scene, '2026-8-1'),
  'versioning/error-body': async (scene) => Object.keys(Object((await terms(scene, { version: 'x' })).body)),
  'versioning/every-operation': (scene) => statusOf(scene.quote({}, '1999-01-01')),
  'versioning/routes': async (scene) =>
    look(await document(scene, NEW), 'paths', '/fiatcurrencies') !== undefined,
  'versioning/quote-shape': async (scene) =>
    Object.keys(Object((await scene.quote({}, NEW)).body)).includes('settlement_days'),
  'spec-documents/versions-list': async ({ send }) =>
    list(await send('GET', '/spec/versions'), 'versions').length,
  'spec-documents/default': async ({ send }) => look(await send('GET', '/spec/versions'), 'default'),
  'spec-documents/no-key': ({ send }) => statusOf(send('GET', '/spec', { key: null })),
  'spec-documents/dated': async (scene) => {
    await readDocument(scene, '2026-07-01')
    return look(await readDocument(scene, '2026-07-01'), 'info', 'version')
  },
  'spec-documents/latest': async ({ send }) =>
    look(await send('GET', '/spec', { key: 'any' }), 'info', 'version'),
  'spec-documents/named-operations': async (scene) =>
    look(await document(scene, OLD), 'paths', '/customers/{id}/abilities') !== undefined,
  'authentication/scheme': async (scene) =>
    look(await document(scene, OLD), 'components', 'securitySchemes', 'ApiKeyAuth', 'name'),
  'authentication/sub-partner': (scene) => quoteParameters(scene, 'X-SUB-PARTNER-ID', 'required'),
  'authentication/key-required': (scene) => statusOf(terms(scene, { key: null })),
  'authentication/unknown-key': (scene) => statusOf(terms(scene, { key: 'unknown' })),
  'idempotency/replay-status': async (scene) => (await replay(scene)).retry.status,
  'idempotency/replay-body': async (scene) => {
    const { first, retry } = await replay(scene)
    return look(first, 'id') === look(retry, 'id')
  },
  'idempotency/replay-headers': async (scene) => (await replay(scene)).retry.headers['x-api-version'],
  'idempotency/optional': ({ send }) =>
    statusOf(
      send('POST', '/customers', { version: OLD, body: { customer_type: 'Person', email: 'a@b.test' } }),
    ),
  'answers/status': async (scene) => (await customerById(scene)).status,
  'answers/media-type': async (scene) => (await customerById(scene)).headers['content-type'],
  'answers/body': async (scene) => look(JSON.parse((await customerById(scene)).text), 'email'),
  'answers/format': async ({ send }) =>
    (await send('GET', '/cryptocurrencies', { version: OLD })).headers['x-api-version'] !== 'any',
  'errors/string-body': async ({ send }) =>
    typeof (await send('GET', '/customers/x/external', { version: OLD })).body,
  'errors/api-error': async ({ send }) =>
    (await statusOf(send('GET', '/customers/unknown/abilities', { version: '1999-01-01' }))) < 500,
  'abilities/fields': async (scene) => look(await abilities(scene), 'currencies') !== undefined,
  'abilities/rail-status': async (scene) => look(await abilities(scene), 'fiat_payout', 'eur', 'sepa'),
  'quote/exact-amount-in': async ({ quote }) => look(await quote({}), 'amount_in', 'amount'),
  'quote/exact-amount-out': async ({ quote }) =>
    look(await quote({ amount_in: '', amount_out: '100' }), 'amount_out', 'amount'),
  'quote/fields': async ({ quote }) => typeof look(await quote({}), 'signature'),
  'quote/enumerations': async ({ quote }) => look(await quote({}), 'fee_settlement'),
  'quote/fee': async ({ quote }) => look(await quote({}), 'fee', 'total_fee') !== undefined,
  'quote/missing-parameter': ({ quote }) => statusOf(quote({ is_third_party: '' })),
  'quote/parameter-types': async ({ quote }) => [
    await statusOf(quote({ rate_expiry_policy: 'Never' })),
    await statusOf(quote({ fee_profile_id: 'abc' })),
  ],
  'quote/code-length': ({ quote }) => statusOf(quote({ source_currency_code: 'A'.repeat(33) })),
  'quote/account-length': async ({ quote }) => [
    await statusOf(quote({ recipient_account: 'a'.repeat(257) })),
    await statusOf(quote({ sender_account_number: 'a'.repeat(257) })),
    await statusOf(quote({ sender_mobile_number: 'a'.repeat(257) })),
  ],
  'quote/expiry-limit': ({ quote }) => statusOf(quote({ expiry_in_hours: '25' })),
  'quote/expiry-within-lock': async ({ quote }) => {
    const { body } = await quote({ rate_expiry_policy: 'Return', rate_lock_duration_minutes: '5' })
    return look(body, 'valid_until') === look(body, 'rate_lock_valid_until')
  },
  'quote/additional-limit': ({ quote }) => statusOf(quote(extra(many(17, 'USDT'), many(17, 'Base')))),
  'quote/additional-length': ({ quote }) => statusOf(quote(extra(['USDT', 'EURC'], ['Base']))),
  'quote/additional-source': async ({ quote }) =>
    look(await quote(extra(['USDC'], ['Base'])), 'additional_in_currencies'),
  'quote/additional-chain': async ({ quote }) =>
    look(await quote(extra(['USDT'], ['Polygon'])), 'additional_in_currencies'),
  'quote/additional-style': (scene) => quoteParameters(scene, 'additional_in_currency_codes', 'explode'),
  'quote/recipient-precedence': async ({ quote }) =>
    look(await quote({ recipient_account: 'wallet-2' }), 'recipient_account', 'address'),
  'quote/batch-payout': async ({ quote }) => look(await quote({ batch_payout: 'true' }), 'batch_payout'),
  'quote/references': async ({ quote }) =>
    look(await quote({ wire_message: 'A'.repeat(141) }), 'wire_message'),
  'quote/document-parameters': (scene) => quoteParameters(scene, 'expiry_in_hours', 'required'),
  'terms/items': async (scene) => haveAll(await terms(scene), 'url'),
  'terms/country-required': (scene) => statusOf(terms(scene, { query: {} })),
  'terms/global-document': async (scene) => {
    const [one, two] = [
      terms(scene, { version: NEW }),
      terms(scene, { version: NEW, query: { country: 'BRA' } }),
    ]
    return (await one).text === (await two).text
  },
  'required-signings/items': async (scene) =>
    haveAll(await outstanding(scene, await scene.fresh(NEW), NEW), 'display_name'),
  'required-signings/empty-is-200': async (scene) =>
    statusOf(outstanding(scene, await scene.fresh(OLD), NEW)),
  'required-signings/conflict-when-none': async (scene) =>
    statusOf(outstanding(scene, await scene.fresh(OLD), OLD)),
  'required-signings/before-identification': async (scene) =>
    list(await outstanding(scene, await scene.fresh(NEW), NEW)).length > 0,
  'required-signings/one-document': async (scene) =>
    list(await outstanding(scene, await scene.fresh(NEW), NEW)).length < 2,
  'customers/onboarding-order': async ({ customer }) => look(await customer(NEW), 'status'),
  'customers/onboarding-default': async ({ customer }) =>
    look(await customer(OLD, { version: undefined }), 'status'),
  'customers/pinned': async ({ send, fresh }) =>
    text(JSON.parse((await send('GET', `/customers/${await fresh(NEW)}`, { version: OLD })).text), 'status'),
}
