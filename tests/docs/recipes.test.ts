import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { assembleReport, type Plan, runPlan, selectRules, tally } from '../../conformance/index.js'
import { generate } from '../../generator/index.js'
import type { Surface } from '../../runtime/surface.js'
import { createSandbox } from '../../sandbox/index.js'
import { buildDocuments } from '../../scripts/specs/documents.js'
import { lintDocument } from '../../scripts/specs/lint.js'
import { printDocument } from '../../scripts/specs/print.js'
import { root, temporaryFolder } from '../e2e/cli.js'

// The recipes of CONTRIBUTING.md, followed to the letter.

const contributing = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8')

const parts = { templates: join(root, 'templates'), runtime: join(root, 'dist', 'runtime-bundle') }

const newVersion = `version: '2026-09-01'
from: '2026-08-01'
changes:
  - name: published-terms
    why: a terms item tells when it was published
    patch:
      - op: add
        path: /components/schemas/TermsAndConditionsLink/properties/published_at
        value: { type: [string, 'null'], format: date-time, description: When the document was published. }
`

const writeAll = async (
  folder: string,
  files: readonly { path: string; content: string }[],
): Promise<void> => {
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

const serve = async (documents: ReadonlyMap<string, string>, generated: string) => {
  const index = (await import(pathToFileURL(join(generated, 'index.js')).href)) as {
    versions: readonly string[]
    load: (version: string) => Promise<Surface>
  }
  const surfaces = new Map<string, Surface>()
  for (const version of index.versions) surfaces.set(version, await index.load(version))
  const versions = new Map([...documents].map(([version, text]) => [version, { bytes: Buffer.from(text) }]))
  const app = await createSandbox({ specs: { versions, default: '2025-03-13' }, surfaces, seed: 1 })
  onTestFinished(async () => {
    await app.close()
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

describe('Add a version', () => {
  test('one small file gives a document, code, a served version and a clean run', async () => {
    const folder = await temporaryFolder()
    await cp(join(root, 'specs'), join(folder, 'specs'), { recursive: true })
    await writeFile(join(folder, 'specs', 'versions', '2026-09-01.yaml'), newVersion)

    const built = await buildDocuments(join(folder, 'specs'))
    const documents = new Map(built.map(({ version, document }) => [version, printDocument(document)]))
    const newest = documents.get('2026-09-01') ?? ''
    expect(await lintDocument('2026-09-01.json', newest)).toEqual([])
    expect(newest).toContain('published_at')
    expect(documents.get('2026-08-01')).not.toContain('published_at')

    const inputs = [...documents].map(([name, text]) => ({ name, file: `${name}.json`, text }))
    const { files } = await generate(inputs, { ...parts, tablesOnly: true })
    await writeAll(join(folder, 'generated'), files)

    const specUrl = await serve(documents, join(folder, 'generated'))
    const supported = [...documents.keys()].toSorted()
    const plan: Plan = {
      baseUrl: `${specUrl}/api`,
      specUrl,
      generated: join(folder, 'generated'),
      versions: supported,
      supported,
      defaultVersion: '2025-03-13',
      rules: selectRules([]),
      allowWrites: true,
      apiKeyEnv: 'RAMPART_API_KEY',
      timeoutMs: 10_000,
      seed: 0,
      subjects: {},
    }
    const judged = await runPlan(plan, { apiKey: 'sandbox-key' })
    const facts = { toolVersion: '0', startedAt: new Date(0), durationMs: 0, documents: {} }
    const report = assembleReport(plan, judged, facts)
    expect(report.results.filter(({ state }) => state === 'failed' || state === 'flaky')).toEqual([])
    const hindered = report.results.filter(({ state }) => state === 'inconclusive')
    expect(hindered.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
    expect(tally(report.results.filter(({ version }) => version === '2026-09-01')).passed).toBeGreaterThan(40)
  })

  test('a file that does not start from the version before it is refused by name', async () => {
    const folder = await temporaryFolder()
    await cp(join(root, 'specs'), join(folder, 'specs'), { recursive: true })
    const stray = newVersion.replace("from: '2026-08-01'", "from: '2026-07-01'")
    await writeFile(join(folder, 'specs', 'versions', '2026-09-01.yaml'), stray)
    await expect(buildDocuments(join(folder, 'specs'))).rejects.toThrow(/2026-09-01\.yaml#\/from/)
  })
})

const newOperation = `
  - name: surprises
    why: a new operation
    patch:
      - op: add
        path: /paths/~1surprises
        value:
          get:
            operationId: listSurprises
            summary: Surprises of the day
            tags: [Customer]
            security: [{ ApiKeyAuth: [] }]
            responses: { '200': { description: The surprises }, '401': { description: No key } }
`

describe('Add an operation', () => {
  test('an operation without a handler answers 501 and says so', async () => {
    const folder = await temporaryFolder()
    await cp(join(root, 'specs'), join(folder, 'specs'), { recursive: true })
    await writeFile(join(folder, 'specs', 'versions', '2026-09-01.yaml'), `${newVersion}${newOperation}`)
    const newest = (await buildDocuments(join(folder, 'specs'))).at(-1)
    const text = printDocument(newest?.document ?? {})
    const { files } = await generate([{ name: '2026-09-01', file: '2026-09-01.json', text }], {
      ...parts,
      tablesOnly: true,
    })
    await writeAll(join(folder, 'generated'), files)
    const origin = await serve(new Map([['2026-09-01', text]]), join(folder, 'generated'))
    const headers = { 'x-api-key': 'sandbox-key', 'x-api-version': '2026-09-01' }
    const answer = await fetch(`${origin}/api/surprises`, { headers })
    expect(answer.status).toBe(501)
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('not emulated') as string })
  })
})

describe('CONTRIBUTING.md', () => {
  const named = [
    ...contributing.matchAll(
      /`((?:specs|sandbox|conformance|templates|tests|generator|diagnostics|docs|\.ci)\/[\w./-]+)`/g,
    ),
  ]

  test.each([...new Set(named.map(([, path]) => path ?? ''))])('%s exists', async (path) => {
    const { stat } = await import('node:fs/promises')
    await expect(stat(join(root, path))).resolves.toBeDefined()
  })
})
