import { expect, test } from 'vitest'

import { activeCustomer, given, onramp, wallet } from './support/actors.js'
import { list, text } from './support/look.js'
import { NEW, openSandbox } from './support/sandbox.js'

const play = async (seed: number): Promise<readonly string[]> => {
  const sandbox = await openSandbox({ seed })
  const id = await activeCustomer(sandbox, { version: NEW })
  const query = given(onramp(id, await wallet(sandbox, id)))
  const quote = await sandbox.send('GET', '/autoramps/quote', { query })
  const autoramp = await sandbox.send('POST', '/autoramps', { body: quote.body })
  const failure = await sandbox.send('GET', '/webhooks')
  const customers = await sandbox.send('GET', '/customers')
  return [quote, autoramp, failure, customers].map((reply) => reply.text)
}

test('the same seed and the same calls give the same bytes', async () =>
  expect(await play(5)).toEqual(await play(5)))

test('another seed gives other ids, rates and signatures', async () => {
  const [one, two] = [await play(5), await play(6)]
  const quotes = [one[0], two[0]].map((body) => JSON.parse(body ?? ''))
  for (const name of ['quote_id', 'rate', 'signature'])
    expect(text(quotes[0], name)).not.toBe(text(quotes[1], name))
})

test('refused requests do not disturb what follows', async () => {
  const [one, two] = [await openSandbox({ seed: 5 }), await openSandbox({ seed: 5 })]
  const create = { body: { customer_type: 'Person', email: 'a@partner.test' } }
  await one.send('GET', '/webhooks')
  await one.send('POST', '/customers', { body: {} })
  expect((await one.send('POST', '/customers', create)).text).toBe(
    (await two.send('POST', '/customers', create)).text,
  )
})

test('ids have the form of a version 4 uuid', async () => {
  const sandbox = await openSandbox()
  for (let count = 0; count < 50; count += 1)
    await sandbox.send('POST', '/customers', { body: { customer_type: 'Person', email: 'a@partner.test' } })
  const ids = list(await sandbox.send('GET', '/customers?page_size=100'), 'items').map((item) =>
    text(item, 'id'),
  )
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(50)
})
