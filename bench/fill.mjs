// What both benches of the embedded service fill it with.

/** Headers of every request. */
export const HEADERS = { 'x-api-key': 'sandbox-key', 'x-api-version': '2026-08-01' }

/** Autoramps of each customer. */
export const AUTORAMPS_EACH = 10

/** Sends one call below /api and resolves to its JSON. Throws for everything but success. */
export const sender = (pool) => async (method, path, body, query) => {
  const json = body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }
  const answer = await pool.request({
    method,
    path: `/api${path}`,
    query,
    headers: { ...HEADERS, ...json },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Resolves to the id of a customer that signed and is identified. */
export const newCustomer = async (send, index) => {
  const { id } = await send('POST', '/customers', {
    customer_type: 'Person',
    email: `person-${index}@partner.test`,
    name: `Person ${index}`,
    external_id: `customer-${index}`,
  })
  for (const { id: contentId } of await send('GET', `/customers/${id}/required-signings`))
    await send('POST', `/customers/${id}/signings`, { content_id: contentId, signed: true })
  const { id: link } = await send('POST', `/customers/${id}/identifications/v2`, { type: 'Link' })
  await send('POST', `/sandbox/identification/${link}`, { approved: true })
  return id
}

/** The body of an autoramp at the market. */
export const marketFor = (customerId, index, made) => ({
  customer_id: customerId,
  source_currencies: [{ type: 'Fiat', code: 'EUR' }],
  destination_currency: { type: 'Crypto', token: 'USDC', blockchain: 'Solana' },
  recipient_account: { type: 'Crypto', chain: 'Solana', address: `wallet-${index}` },
  external_id: `autoramp-${index}-${made}`,
})

/** The middle of some numbers. */
export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
