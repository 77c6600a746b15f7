import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apisOf } from '../../../bin/explore/documents.js'
import type { ExploreOptions } from '../../../bin/explore/options.js'
import type { CommandContext } from '../../../bin/process/context.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rampart-parts-'))
})
afterAll(async () => rm(folder, { recursive: true, force: true }))

const unreachable = 'https://elsewhere.example/parts.yaml#/'

const text = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'It', version: '1' },
  servers: [{ url: 'http://127.0.0.1:1' }],
  paths: {
    '/a': {
      get: {
        parameters: [{ $ref: './limit.json' }, { $ref: `${unreachable}q` }],
        responses: { 200: { $ref: `${unreachable}a` }, 400: { $ref: `${unreachable}b` } },
      },
    },
  },
})

const read = async (): Promise<{ readonly names: string[]; readonly said: string }> => {
  let said = ''
  const input = { name: 'it', file: join(folder, 'it.json'), text }
  const context = {
    env: { RAMPART_CACHE_DIR: join(folder, 'cache') },
    signal: new AbortController().signal,
    stderr: (words: string) => void (said += words),
  }
  // Nothing else of these is read on this way.
  const { apis } = await apisOf(
    { inputs: [input], converted: [] },
    { timeout: 1 } as unknown as ExploreOptions,
    context as unknown as CommandContext,
  )
  const names = apis.flatMap(({ operations }) =>
    operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)),
  )
  return { names, said }
}

const writePart = async (name: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'limit.json'),
    JSON.stringify({ name, in: 'query', schema: { type: 'integer' } }),
  )
}

it('goes on with one line about references that cannot be followed', async () => {
  await writePart('limit')
  const { names, said } = await read()
  expect(names).toEqual(['limit'])
  expect(said.trim().split('\n')).toHaveLength(1)
  expect(said).toContain('3 parts cannot be read as written')
})

it('reads parts in other files again after they have changed', async () => {
  await writePart('limit')
  await read()
  await writePart('size')
  expect((await read()).names).toEqual(['size'])
})
