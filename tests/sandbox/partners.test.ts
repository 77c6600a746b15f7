import { describe, expect, test } from 'vitest'

import { loadReferenceService } from '../../sandbox/index.js'
import { activeCustomer, identify, wallet } from './support/actors.js'
import { onrampOf } from './support/autoramps.js'
import { list, text } from './support/look.js'
import { isMethod, NEW, openSandbox } from './support/sandbox.js'
import { register } from './webhooks/support/delivering.js'

const sandbox = await openSandbox({ apiKeys: ['sandbox-key', 'other-key'] })
const { surfaces } = await loadReferenceService()
const operations = Object.values(surfaces.get(NEW)?.operations ?? {})

const customer = await activeCustomer(sandbox, { version: NEW })
const identification = await identify(sandbox, customer, { version: NEW })
const address = await wallet(sandbox, customer)
const autoramp = await onrampOf(sandbox, customer)
await sandbox.send('PUT', `/sandbox/autoramp/${autoramp}`, { body: 'Approved' })
const deposit = { autoramp_id: autoramp, amount: '250.00' }
await sandbox.send('POST', '/sandbox/transaction', { body: deposit })
const [transaction] = list(await sandbox.send('GET', '/autoramp-transactions'), 'items')
const { id: webhook } = await register(sandbox, 'https://partner.test/events')
const ids = [customer, identification, address, autoramp, text(transaction, 'id'), webhook]

const BODIES: Readonly<Record<string, unknown>> = {
  updateCustomer: { email: 'other@partner.test' },
  createCustomerIdentificationV2: { type: 'Link' },
  createCustomerSigning: { content_id: customer, signed: true },
  createSandboxTransaction: deposit,
  patchAutorampMarketById: { name: 'theirs' },
  registerAttestedWalletAddress: { customer_id: customer, blockchain: 'Solana', address: 'theirs' },
  updateDisabledStatus: { disabled: true },
  updateSandboxAutorampStatus: 'Rejected',
  updateSandboxIdentificationStatus: { approved: false },
  updateSandboxTransactionState: { state: 'Failed' },
  updateWebhook: { label: 'theirs' },
}

const everything = async (): Promise<readonly string[]> => {
  const paths = ['/customers', '/autoramps', '/autoramp-transactions', '/webhooks', '/controls/events']
  const replies = await Promise.all(
    [...paths, `/addresses/crypto/${customer}`].map((path) => sandbox.send('GET', path, { version: NEW })),
  )
  return replies.map((reply) => reply.text)
}

describe("another partner's key", async () => {
  const before = await everything()
  const reached = operations.filter(
    ({ operationId, tags }) => !tags.includes('Specification') && operationId !== 'resetSandbox',
  )

  test.each(reached.map((operation) => [operation.operationId, operation] as const))(
    '%s neither shows nor changes a record',
    async (operationId, { method, path }) => {
      const upper = method.toUpperCase()
      if (!isMethod(upper)) throw new Error(`${method} is not sent`)
      for (const id of ids) {
        const url = path.replaceAll(/\{[^}]+\}/g, id)
        const query = { customer_id: customer, autoramp_id: autoramp, ids: id, cursor: id }
        for (const asked of [{}, query]) {
          const body = BODIES[operationId] ?? (upper === 'GET' || upper === 'DELETE' ? undefined : {})
          const reply = await sandbox.send(upper, url, { key: 'other-key', version: NEW, query: asked, body })
          expect(ids.filter((known) => reply.text.includes(known))).toEqual([])
          if (path.includes('{')) expect(reply.status).toBeGreaterThanOrEqual(400)
        }
      }
    },
  )

  test('left everything as it was', async () => {
    await sandbox.send('POST', '/sandbox/reset', { key: 'other-key', version: NEW })
    expect(await everything()).toEqual(before)
  })
})
