import { expect, test } from 'vitest'

import { add, faultsOf } from '../../../sandbox/faults/fault.js'
import { documents } from '../../../sandbox/faults/changes.js'
import { UnknownFaultError } from '../../../sandbox/index.js'
import { look } from '../support/look.js'
import { NEW, OLD, openSandbox } from '../support/sandbox.js'

test('faults can be put together, and with some that the sandbox does not know', async () => {
  const own = faultsOf({
    'documents/statements:title': ['has another title', documents(add('/info/title', 'Another'))],
  })
  const { send } = await openSandbox({ faults: ['versioning/vary', 'spec-documents/latest', ...own] })
  const spec = await send('GET', '/spec')
  expect([look(spec.body, 'info', 'version'), look(spec.body, 'info', 'title')]).toEqual([OLD, 'Another'])
  const terms = await send('GET', '/terms-and-conditions', { version: NEW, query: { country: 'DEU' } })
  expect(terms.headers).not.toHaveProperty('vary')
})

test('a fault that no one knows stops the sandbox and names those that are known', async () => {
  const opening = openSandbox({ faults: ['versioning/vary', 'versioning/very'] })
  await expect(opening).rejects.toThrow(UnknownFaultError)
  await expect(opening).rejects.toThrow(/versioning\/very; known are .*versioning\/vary/)
})

test('a fault that counts starts anew in every sandbox', async () => {
  const faults = ['spec-documents/dated']
  for (let round = 0; round < 2; round += 1) {
    const { send } = await openSandbox({ faults })
    const first = await send('GET', '/spec/2026-07-01')
    expect(first).toMatchObject({ body: { info: { version: '2026-07-01' } } })
    expect(await send('GET', '/spec/2026-07-01')).toMatchObject({ body: { hello: 1 } })
  }
})
