import { beforeAll, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleEach, bundlers, gzipped } from '../runtime/bundle/bundled.js'
import { sharedFolder } from '../support/folder.js'
import { generateOne, repository, writeFiles } from './support/generated.js'

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
    // Throwing refusals adds almost nothing.
    const taken = ending === 'Validators' ? '' : 'bodyOf'
    const programOf = (name: string): string => {
      const validators = ending === '' ? '' : 'validators'
      const given =
        validators && `import { ${name}${ending} as validators } from './${version}/validators.js'`
      return `import { bodyOf, createClient, ${name} } from './${version}/index.js'
        ${given}
        const client = createClient({ baseUrl: 'https://api.test/api', auth: { ApiKeyAuth: 'key' } })
        console.log(await ${taken}(${name}(client, { ${validators} })))`
    }
    const bundles = await bundleEach(folder, new Map(functions.map((name) => [name, programOf(name)])))
    expect(bundles.size).toBe(functions.length)
    const weights = Array.from(bundles, ([name, text]) => [name, gzipped(text)] as const)
    const over = weights.filter(([, weight]) => weight > limit)
    expect(over).toEqual([])
    // The other bundler leaves out what is not used as well.
    const bundled = await bundlers['rolldown']?.(folder, programOf('createCustomer'))
    expect(bundled).toContain('https://api.test/api')
    expect(bundled).not.toContain('attachQuoteToAutoramp')
    expect(gzipped(bundled ?? '')).toBeLessThanOrEqual(limit)
  })
})
