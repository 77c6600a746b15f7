import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { expect, onTestFinished, test } from 'vitest'

import { createSandbox, loadReferenceService, openData, type WantedOrigin } from '../../../sandbox/index.js'
import { activeCustomer, createCustomer, given, onramp, pixRegistration, wallet } from '../support/actors.js'
import { list, text } from '../support/look.js'
import { temporaryFolder } from '../../support/folder.js'
import { freshPath, refusalOf } from '../support/state.js'
import { NEW, openSandbox, type Sandbox } from '../support/sandbox.js'

const open = async (path: string, wanted: WantedOrigin = {}): Promise<Sandbox> => {
  const sandbox = await openSandbox({ data: await openData(path, wanted) })
  onTestFinished(() => sandbox.app.close())
  return sandbox
}

const reopen = async ({ app }: Sandbox, path: string): Promise<Sandbox> => {
  await app.close()
  return open(path)
}

/** A state with something of every kind in it. */
const populate = async (sandbox: Sandbox) => {
  await sandbox.send('POST', '/controls/webhooks', { body: { label: 'one', url: 'https://partner.test/' } })
  const id = await activeCustomer(sandbox, { version: NEW })
  const query = given(onramp(id, await wallet(sandbox, id)))
  const quote = await sandbox.send('GET', '/autoramps/quote', { query })
  const autoramp = text(await sandbox.send('POST', '/autoramps', { body: quote.body }), 'id')
  await sandbox.send('PUT', `/sandbox/autoramp/${autoramp}`, { body: 'Approved' })
  const amount = { amount: '10', currency: { type: 'Fiat', code: 'EUR' } }
  const payment = { amount_in: amount, callback_url: 'https://a.test/' }
  await sandbox.send('POST', `/autoramps/${autoramp}/payments/open-banking`, { body: payment })
  await sandbox.send('POST', '/addresses/pix', { body: pixRegistration(id) })
  const lone = '\\ud83d'
  await sandbox.send('POST', '/customers', {
    rawBody: `{"customer_type":"Person","email":"lone@partner.test","external_id":"${lone}"}`,
  })
  for (let count = 0; count < 12; count += 1) await createCustomer(sandbox, { version: NEW })
  return { id, autoramp }
}

const readAll = async (sandbox: Sandbox, { id, autoramp }: { id: string; autoramp: string }) => {
  const listed =
    `/customers?page_size=100 /customers/${id}/abilities /customers/${id}/signings ` +
    `/customers/${id}/identifications /addresses/crypto/${id} /addresses/pix/${id} /autoramps ` +
    `/autoramps/${autoramp} /autoramps/${autoramp}/payments/open-banking /webhooks /fee-profiles ` +
    '/controls/clock /controls/events?page_size=100'
  const paths = listed.split(' ')
  const replies = []
  for (const path of paths) replies.push(await sandbox.send('GET', path, { version: NEW }))
  return replies.map(({ status, text: body }, at) => [paths[at], status, body])
}

test('every read is the same after a restart, byte for byte', async () => {
  const path = freshPath()
  const sandbox = await open(path)
  const made = await populate(sandbox)
  await sandbox.send('POST', '/controls/clock', { body: { now: '2026-09-02T00:00:00Z' } })
  await sandbox.send('POST', `/autoramps/${made.autoramp}/retry-auth`)
  const code = `/authentication-codes/entity/${made.autoramp}`
  const before = [...(await readAll(sandbox, made)), [code, (await sandbox.send('GET', code)).status]]
  expect(before.find(([, status]) => status !== 200)).toBeUndefined()
  const again = await reopen(sandbox, path)
  expect([...(await readAll(again, made)), [code, (await again.send('GET', code)).status]]).toEqual(before)
})

test('what follows a restart is what would have followed without it', async () => {
  const path = freshPath()
  const kept = await open(path, { seed: 7 })
  const made = await populate(kept)
  const again = await reopen(kept, path)
  const unbroken = await openSandbox({ seed: 7 })
  await populate(unbroken)
  for (const sandbox of [again, unbroken]) await createCustomer(sandbox, { version: NEW })
  expect(await readAll(again, made)).toEqual(await readAll(unbroken, made))
})

test('an answer whose changes cannot be kept is a 500, and the next one takes them along', async () => {
  const path = freshPath()
  const data = await openData(path)
  let full = true
  const durable = async (): Promise<void> => {
    if (full) throw new Error('disk full')
    await data.durable()
  }
  const sandbox = await openSandbox({ data: { ...data, durable } })
  const person = { customer_type: 'Person', email: 'a@partner.test' }
  const { status, body } = await sandbox.send('POST', '/customers', { body: person })
  const message = 'the state of the sandbox cannot be written'
  expect([status, body]).toEqual([500, { message, trace_id: expect.any(String) }])
  full = false
  await sandbox.send('GET', '/customers')
  const again = await reopen(sandbox, path)
  expect(list(await again.send('GET', '/customers'), 'items')).toHaveLength(1)
})

test('a state keeps its seed and its reading', async () => {
  const path = freshPath()
  await (await openData(path, { seed: 3, reading: 'other' })).close()
  const data = await openData(path)
  expect(data.origin).toMatchObject({ seed: 3, reading: 'other' })
  await data.close()
  expect(await refusalOf(path, { seed: 4 })).toBe('was made with seed 3, not 4')
  expect(await refusalOf(path, { reading: 'first' })).toBe(
    'was made with the other reading, not the first one',
  )
  await (await openData(path, { seed: 3, reading: 'other' })).close()
  const answer = await (await open(path)).send('GET', '/customers', { version: '2026-02-30' })
  expect(answer.body).toMatchObject({ reason: 'version_unknown' })
})

test('a state that is in use, a file, a foreign folder or database are refused and stay as they are', async () => {
  const root = temporaryFolder()
  const used = await openData(join(root, 'used'))
  onTestFinished(() => used.close())
  expect(await refusalOf(join(root, 'used'))).toBe('is in use by another process')

  const file = join(root, 'file')
  await writeFile(file, 'text')
  expect(await refusalOf(file)).toContain('is a file')
  expect(await refusalOf(join(file, 'below'))).toContain('is a file')
  expect(await refusalOf(join(root, 'missing', 'state'))).toBe(
    `cannot be made: there is no folder ${join(root, 'missing')}`,
  )

  const foreign = join(root, 'foreign')
  await mkdir(foreign)
  await writeFile(join(foreign, 'notes.txt'), 'text')
  expect(await refusalOf(foreign)).toBe('contains notes.txt, which is not part of a database')
  expect(await readdir(foreign)).toEqual(['notes.txt'])

  const other = new ClassicLevel(join(root, 'other'))
  await other.put('a', 'b')
  await other.close()
  expect(await refusalOf(join(root, 'other'))).toBe('contains something other than a state of this sandbox')
})

test('a state whose customer is pinned to a version that is not served is refused', async () => {
  const path = freshPath()
  const sandbox = await open(path)
  await createCustomer(sandbox, { version: NEW })
  await sandbox.app.close()
  const { specs, surfaces } = await loadReferenceService()
  const versions = new Map([...specs.versions].filter(([version]) => version !== NEW))
  const data = await openData(path)
  onTestFinished(() => data.close())
  await expect(createSandbox({ specs: { ...specs, versions }, surfaces, data })).rejects.toMatchObject({
    name: 'DataUnusableError',
    reason: `holds a customer pinned to version ${NEW}, which is not served`,
  })
})
