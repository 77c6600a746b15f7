import { beforeAll, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundlers, gzipped } from '../runtime/bundle/bundled.js'
import { generateOne, repository, temporaryFolder, writeFiles } from './support/generated.js'

// Small programs as users write them, and what they may weigh: bytes of the one file that is shipped, gzipped.
const programs: readonly (readonly [string, number, string])[] = [
  [
    'one call',
    5000,
    `import { createClient, createCustomer } from './2026-08-01/index.js'
     const client = createClient({ baseUrl: 'https://api.test/api', auth: { ApiKeyAuth: 'key' } })
     console.log(await createCustomer(client, { body: { customer_type: 'Person', email: 'a@b.test', name: 'A' } }))`,
  ],
  [
    'one call whose refusal is thrown',
    5000,
    `import { bodyOf, createClient, createCustomer } from './2026-08-01/index.js'
     const client = createClient({ baseUrl: 'https://api.test/api', auth: { ApiKeyAuth: 'key' } })
     console.log(await bodyOf(createCustomer(client, { body: { customer_type: 'Person', email: 'a@b.test', name: 'A' } })))`,
  ],
  [
    'one call with validation of its answer',
    12_000,
    `import { createClient, createCustomer } from './2026-08-01/index.js'
     import { createCustomerValidators as validators } from './2026-08-01/validators.js'
     const client = createClient({ baseUrl: 'https://api.test/api', auth: { ApiKeyAuth: 'key' } })
     const body = { customer_type: 'Person', email: 'a@b.test', name: 'A' }
     console.log(await createCustomer(client, { body, validators, validate: 'responses' }))`,
  ],
]

describe.each(Object.entries(bundlers))('bundled by %s', (_name, bundle) => {
  const folder = temporaryFolder()

  beforeAll(async () => {
    const text = readFileSync(join(repository, 'dist/specs/2026-08-01.json'), 'utf8')
    writeFiles(folder, (await generateOne(text, { name: '2026-08-01' })).files)
  })

  it.each(programs)('%s weighs at most %d bytes', async (_what, limit, code) => {
    const bundled = await bundle(folder, code)
    expect(bundled).toContain('https://api.test/api')
    expect(bundled).not.toContain('attachQuoteToAutoramp')
    expect(gzipped(bundled)).toBeLessThanOrEqual(limit)
  })
})
