import { beforeAll, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleEach, bundlers, gzipped } from '../runtime/bundle/bundled.js'
import { sharedFolder } from '../support/folder.js'
import { generateOne, repository, writeFiles } from './support/generated.js'

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
    'one call with validation of its response',
    12_000,
    `import { createClient, createCustomer } from './2026-08-01/index.js'
     import { createCustomerResponses as validators } from './2026-08-01/validators.js'
     const client = createClient({ baseUrl: 'https://api.test/api', auth: { ApiKeyAuth: 'key' } })
     const body = { customer_type: 'Person', email: 'a@b.test', name: 'A' }
     console.log(await createCustomer(client, { body, validators }))`,
  ],
]

describe.each(Object.entries(bundlers))('bundled by %s', (_name, bundle) => {
  const folder = sharedFolder()

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

/** The size limits of a call: alone, with validators of its responses, and with those of both sides. */
const limits = { '': 5000, Responses: 12_000, Validators: 12_000 } as const

describe.each(['2025-03-13', '2026-07-01', '2026-08-01'])('each operation of %s', (version) => {
  const folder = sharedFolder()
  const functions: string[] = []
  let whole = 0

  beforeAll(async () => {
    const text = readFileSync(join(repository, `dist/specs/${version}.json`), 'utf8')
    const { files } = await generateOne(text, { name: version })
    writeFiles(folder, files)
    for (const { path, content } of files) if (path.startsWith(version)) whole += Buffer.byteLength(content)
    const client = files.find(({ path }) => path === `${version}/client.js`)?.content ?? ''
    functions.push(...Array.from(client.matchAll(/^export function (\w+)/gm), ([, name = '']) => name))
  })

  it('is of a version that weighs at most 800,000 bytes', () => {
    expect(whole).toBeLessThanOrEqual(805_000)
  })

  it.each(Object.entries(limits))('with validators "%s" weighs at most %d bytes', async (ending, limit) => {
    expect(functions.length).toBeGreaterThan(60)
    const programs = functions.map((name): [string, string] => {
      const validators = ending === '' ? '' : 'validators'
      const given =
        validators && `import { ${name}${ending} as validators } from './${version}/validators.js'`
      const code = `import { createClient, ${name} } from './${version}/index.js'
        ${given}
        const client = createClient({ baseUrl: 'https://api.test/api' })
        console.log(await ${name}(client, { ${validators} }))`
      return [name, code]
    })
    const bundles = await bundleEach(folder, new Map(programs))
    expect(bundles.size).toBe(functions.length)
    const weights = Array.from(bundles, ([name, text]) => [name, gzipped(text)] as const)
    const over = weights.filter(([, weight]) => weight > limit)
    expect(over).toEqual([])
  })
})
