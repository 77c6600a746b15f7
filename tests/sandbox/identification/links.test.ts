import { expect, test } from 'vitest'

import { createCustomer, signAll } from '../support/actors.js'
import { NEW, openSandbox, VERSIONS } from '../support/sandbox.js'

const sandbox = await openSandbox()

const submit = async (link: object, version?: string) => {
  const id = await createCustomer(sandbox, { version: NEW })
  await signAll(sandbox, id)
  return sandbox.send('POST', `/customers/${id}/identifications/v2`, {
    body: { type: 'Link', ...link },
    version,
  })
}

test.each(
  [undefined, ...VERSIONS].flatMap((version) =>
    ['perhaps', 1, null, {}, []].map((value) => ({ version, value })),
  ),
)('a Link with_edd $value is refused with a string under $version', async ({ version, value }) => {
  expect(await submit({ with_edd: value }, version)).toMatchObject({
    status: 400,
    body: 'request body at /with_edd must be boolean',
  })
})

test.each([{}, { with_edd: true }, { with_edd: false }, { with_edd: true, more: 1 }])(
  'a Link is accepted with %j',
  async (link) => {
    expect(await submit(link, NEW)).toMatchObject({ status: 201, body: { status: 'Pending' } })
  },
)

test('a body that is nearly a Link has a coded error', async () => {
  expect(await submit({ type: 'link' }, NEW)).toMatchObject({
    status: 400,
    body: [{ code: 'invalid_request' }],
  })
})
