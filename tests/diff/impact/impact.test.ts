import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change } from '../../../diff/model/change.js'
import { findImpact, type ImpactResult } from '../../../diff/impact/find-impact.js'
import { generate } from '../../../generator/index.js'
import { root } from '../../e2e/cli.js'
import { changeOf, reportOf, sideOf } from '../make.js'

const folders = {
  templates: join(root, 'templates'),
  runtime: join(root, 'dist', 'runtime-bundle'),
  typesWorker: join(root, 'dist/generator/types/openapi-typescript/worker.js'),
}

const answer = (name: string) => ({
  description: 'fine',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }

const older = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '2026-07-01' },
  servers: [{ url: 'https://pets.example' }],
  paths: {
    '/pets/{id}': { get: { operationId: 'getPet', parameters: [id], responses: { 200: answer('Pet') } } },
    '/pets': {
      post: {
        operationId: 'createPet',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewPet' } } },
        },
        responses: { 201: answer('Pet') },
      },
    },
    '/stats': {
      get: {
        operationId: 'getStats',
        parameters: [{ name: 'since', in: 'query', schema: { type: 'string' } }],
        responses: { 200: answer('Pet') },
      },
    },
  },
  components: {
    schemas: {
      Status: { type: 'string', enum: ['Alive', 'Sleeping'] },
      Pet: {
        type: 'object',
        required: ['id', 'name', 'status'],
        properties: {
          id: { type: 'string' },
          name: { type: 'string' },
          status: { $ref: '#/components/schemas/Status' },
          tag: { type: 'string' },
          friends: { type: 'array', items: { type: 'object', properties: { since: { type: 'string' } } } },
        },
      },
      NewPet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    },
  },
}

const newer = structuredClone(older) as unknown as {
  info: { version: string }
  paths: { '/stats'?: unknown }
  components: {
    schemas: {
      Status: { enum: string[] }
      Pet: { required: string[]; properties: Record<string, unknown> }
      NewPet: { required: string[]; properties: Record<string, unknown> }
    }
  }
}
newer.info.version = '2026-08-01'
delete newer.paths['/stats']
newer.components.schemas.Status.enum.push('Extinct')
delete newer.components.schemas.Pet.properties['tag']
newer.components.schemas.NewPet.required.push('kind')
newer.components.schemas.NewPet.properties['kind'] = { type: 'string' }

const schema = (path: string) => ({ pointer: `#/components/schemas/${path}` })
const change = (
  idOf: string,
  from: { pointer: string } | undefined,
  to: { pointer: string } | undefined,
  rest: Partial<Change> = {},
) => {
  const { from: _from, to: _to, ...plain } = changeOf(idOf, rest)
  return { ...plain, ...(from && { from }), ...(to && { to }) }
}
const changes = {
  tag: change('response-property-removed', schema('Pet/properties/tag'), undefined),
  status: change('response-enum-value-added', schema('Status/enum'), schema('Status/enum/2'), {
    after: 'Extinct',
  }),
  kind: change('request-required-property-added', undefined, schema('NewPet/properties/kind'), {
    uses: [
      { operation: 'post /pets', operationId: 'createPet', within: 'request body application/json /kind' },
    ],
  }),
  stats: change('operation-removed', { pointer: '#/paths/~1stats/get' }, undefined, {
    uses: [{ operation: 'get /stats', operationId: 'getStats', within: '' }],
  }),
  since: change(
    'response-format-changed',
    schema('Pet/properties/friends/items/properties/since'),
    schema('Pet/properties/friends/items/properties/since'),
  ),
  words: change('text-changed', schema('Pet/properties/name'), schema('Pet/properties/name')),
  safe: change('response-property-added', undefined, schema('Pet/properties/id')),
}
const nameOf = new Map(Object.entries(changes).map(([name, { fingerprint }]) => [fingerprint, name]))

const source = `import { call, createClient, createPet, getPet } from './generated/2026-07-01/index.js'
import { getStats } from './generated/2026-07-01/index.js'
import type { Pet } from './generated/2026-07-01/index.js'
const client = createClient({ baseUrl: 'https://pets.example' })
export const nameOf = (pet: Pet) => pet.name
export const tagOf = (pet: Pet) => pet.tag
export const tagIn = ({ id, tag }: Pet) => \`\${id}\${tag}\`
export const isAlive = (pet: Pet) => pet.status === 'Alive'
export const word = (pet: Pet) => {
  switch (pet.status) {
    case 'Alive':
      return 'a'
    case 'Sleeping':
      return 's'
    default: {
      const rest: never = pet.status
      return rest
    }
  }
}
export const make = () => createPet(client, { body: { name: 'Rex' } })
export const stats = () => getStats(client)
export const long = (pet: Pet) => pet.friends?.[0]?.since
export const read = async () => {
  const answer = await getPet(client, { path: { id: '1' } })
  return answer.status === 200 ? answer.body['status'] : undefined
}
export const wrong: number = 'already'
export const byId = () => call(client, 'getStats')
`

const tsconfig = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    types: [],
    lib: ['ES2022'],
  },
  include: ['src'],
})

let home = ''
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'rampart-impact-test-')))
  await write('package.json', JSON.stringify({ type: 'module' }))
  await write('tsconfig.json', tsconfig)
  await write('src/pets.ts', source)
  await mkdir(join(home, 'node_modules'), { recursive: true })
  await symlink(join(root, 'node_modules', 'typescript'), join(home, 'node_modules', 'typescript'))
  for (const [name, document] of [
    ['before', older],
    ['after', newer],
  ] as const)
    await generateInto(name, { document })
})
afterAll(() => rm(home, { recursive: true, force: true }))

const write = async (path: string, content: string): Promise<void> => {
  await mkdir(dirname(join(home, path)), { recursive: true })
  await writeFile(join(home, path), content)
}

const generateInto = async (
  folder: string,
  documents: Readonly<Record<string, object>>,
  packageName?: string,
): Promise<void> => {
  const inputs = Object.entries(documents).map(([name, document]) => ({
    name,
    file: `${name}.json`,
    text: JSON.stringify(document),
  }))
  const { files } = await generate(inputs, {
    ...folders,
    ...(packageName === undefined ? {} : { packageName }),
  })
  for (const { path, content } of files) await write(`${folder}/${path}`, content)
}

interface Asked {
  readonly sha256?: string
  readonly names?: readonly string[]
  readonly config?: string
  readonly configs?: readonly string[]
  readonly files?: readonly string[]
}

const ask = (rest: Asked = {}): ImpactResult =>
  findImpact({
    project: {
      ts,
      configs: (rest.configs ?? [rest.config ?? 'tsconfig.json']).map((path) => join(home, path)),
      files: (rest.files ?? []).map((path) => join(home, path)),
    },
    before: {
      root: join(home, 'before'),
      name: 'document',
      document: older,
      known: { names: rest.names ?? ['2026-07-01'], sha256: rest.sha256 ?? 'a'.repeat(64) },
    },
    after: {
      root: join(home, 'after'),
      name: 'document',
      document: newer,
      known: { names: ['2026-08-01'], sha256: 'b'.repeat(64) },
    },
    changes: reportOf(Object.values(changes), { from: sideOf('2026-07-01'), to: sideOf('2026-08-01') })
      .changes,
  })

const summaryOf = (found: ImpactResult): string[] => {
  if ('reason' in found) return [found.reason]
  return found.lines.map(
    ({ line, kind, changes: own }) =>
      `${line} ${kind} ${own
        .map((one) => nameOf.get(one) ?? one)
        .toSorted()
        .join(',')}`,
  )
}

const expected = [
  '2 error stats',
  '6 error tag',
  '7 error tag',
  '16 error status',
  '21 error kind',
  '29 error stats',
  '8 mention status',
  '10 mention status',
  '22 mention stats',
  '23 mention since',
  '26 mention status',
]

describe('lines of a project that changes touch', () => {
  test('each is joined to its change, and nothing else is found', () => {
    expect(summaryOf(ask())).toEqual(expected)
  })

  test('say what the compiler says, the code, and where', () => {
    const found = ask()
    expect('lines' in found && found.lines[1]).toMatchObject({
      file: join(home, 'src/pets.ts'),
      line: 6,
      column: 40,
      code: 'export const tagOf = (pet: Pet) => pet.tag',
      message: expect.stringContaining("Property 'tag' does not exist"),
    })
  })

  test('are the same where generated code is there, found by its manifest and by its digest', async () => {
    await generateInto('src/generated', { '2026-07-01': older })
    expect(summaryOf(ask())).toEqual(expected)
    const manifest = JSON.parse(
      await readFile(join(home, 'src/generated/rampart.generated.json'), 'utf8'),
    ) as {
      documents: Record<string, { sha256: string }>
    }
    const digest = manifest.documents['2026-07-01']?.sha256 ?? ''
    expect(summaryOf(ask({ names: ['other'], sha256: digest }))).toEqual(expected)
    await rm(join(home, 'src/generated'), { recursive: true })
  })
})

test('packages of types are those of the project, wherever the command runs', async () => {
  const own = 'declare function tagged<T extends { tag?: string }>(pet: T): string\n'
  await write('typed/node_modules/@types/own/index.d.ts', own)
  await write('typed/node_modules/@types/own/package.json', '{"name": "@types/own", "types": "index.d.ts"}')
  await write('typed/tsconfig.json', tsconfig.replace('"types":[],', ''))
  const use = "import type { components } from './generated/2026-07-01/types.js'\n"
  const line = "export const say = (pet: components['schemas']['Pet']) => tagged(pet)\n"
  await write('typed/src/pets.ts', use + line)
  expect(summaryOf(ask({ config: 'typed/tsconfig.json' }))).toEqual(['2 error tag'])
})

test('code of a package is found as well', async () => {
  await generateInto('node_modules/@pets/api', { '2026-07-01': older }, '@pets/api')
  await write('packaged/tsconfig.json', tsconfig)
  await write('packaged/src/pets.ts', source.replaceAll('./generated/', '@pets/api/'))
  expect(summaryOf(ask({ config: 'packaged/tsconfig.json' }))).toEqual(expected)
})

const neither = 'none of its files imports code generated from one of the two documents'

describe('a project on the newer code', () => {
  test('is said to be on it, with what the older one would not have compiled', async () => {
    await generateInto('newer/src/generated', { '2026-07-01': older, '2026-08-01': newer })
    await write('newer/tsconfig.json', tsconfig)
    const code = [
      "import { createClient, createPet, type Pet } from './generated/2026-08-01/index.js'",
      "const client = createClient({ baseUrl: 'https://pets.example' })",
      "export const make = () => createPet(client, { body: { name: 'Rex', kind: 'dog' } })",
      "export const isGone = (pet: Pet) => pet.status === 'Extinct'",
      'export const nameOf = (pet: Pet) => pet.name',
    ]
    await write('newer/src/pets.ts', code.join('\n'))
    const found = ask({ config: 'newer/tsconfig.json' })
    expect(found).toMatchObject({ imports: 'newer', ownErrors: { count: 0 } })
    expect(summaryOf(found)).toEqual(['3 new kind', '4 new status'])
  })
})

describe('a project of several settings', () => {
  test('is examined through all of them, each line once', async () => {
    const settings = (more: object) => JSON.stringify({ ...(JSON.parse(tsconfig) as object), ...more })
    await write('many/tsconfig.json', settings({ include: ['.'] }))
    await write('many/a/tsconfig.json', settings({ include: ['.'] }))
    const use = "import type { Pet } from './generated/2026-07-01/index.js'\n"
    for (const path of ['many/top.ts', 'many/a/inner.ts', 'many/a/view.tsx', 'many/b.mts']) {
      await write(path, `${use}export const tag = (pet: Pet) => pet.tag\n`)
    }
    const configs = ['many/tsconfig.json', 'many/a/tsconfig.json']
    const found = ask({ configs })
    expect('lines' in found && found.lines.map(({ file }) => file.slice(home.length + 1))).toEqual([
      'many/a/inner.ts',
      'many/a/view.tsx',
      'many/b.mts',
      'many/top.ts',
    ])
    await write('many/list/tsconfig.json', JSON.stringify({ files: [], references: [{ path: '../a' }] }))
    expect(summaryOf(ask({ config: 'many/list/tsconfig.json' }))).toEqual(['2 error tag', '2 error tag'])
  })

  test('and through none where it is JavaScript, whatever its modules are', async () => {
    await write(
      'plain/esm.js',
      "import { getStats } from './generated/2026-07-01/index.js'\nexport { getStats }\n",
    )
    const typed = "/** @param {import('./generated/2026-07-01/index.js').Pet} pet */\n"
    await write('plain/doc.js', `${typed}export const tag = (pet) => pet.tag\n`)
    const required = "const { createPet } = require('./generated/2026-07-01/index.js')\n"
    await write('plain/old.cjs', `${required}module.exports = (c) => createPet(c, { body: { name: 'a' } })\n`)
    const files = ['plain/esm.js', 'plain/doc.js', 'plain/old.cjs']
    expect(summaryOf(ask({ configs: [], files }))).toEqual([
      '2 error tag',
      '1 error stats',
      '2 error kind',
      '2 mention stats',
    ])
  })
})

test('an alias of code that is not kept is followed', async () => {
  const { compilerOptions, ...rest } = JSON.parse(tsconfig) as { compilerOptions: object }
  const paths = { '@api': ['./gone/2026-07-01/index.js'] }
  await write(
    'alias/tsconfig.json',
    JSON.stringify({ compilerOptions: { ...compilerOptions, paths }, ...rest }),
  )
  await write(
    'alias/src/pets.ts',
    "import type { Pet } from '@api'\nexport const tag = (pet: Pet) => pet.tag\n",
  )
  expect(summaryOf(ask({ config: 'alias/tsconfig.json' }))).toEqual(['2 error tag'])
})

test('errors that a project has anyway are counted, and are none of the change', () => {
  const found = ask()
  expect('ownErrors' in found && found.ownErrors).toMatchObject({ count: 1, first: [{ line: 28 }] })
})

describe('a project that cannot be examined says why', () => {
  test('none of its files imports code of either', async () => {
    await write('none/tsconfig.json', tsconfig)
    await write('none/src/pets.ts', "export type { Pet } from './generated/2025-03-13/index.js'\n")
    expect(summaryOf(ask({ config: 'none/tsconfig.json' }))).toEqual([neither])
  })

  test('its settings hold no file, or are none', async () => {
    await write('empty/tsconfig.json', JSON.stringify({ include: ['nothing'] }))
    await write('broken/tsconfig.json', '{')
    expect(summaryOf(ask({ config: 'empty/tsconfig.json' }))[0]).toContain('No inputs were found')
    expect(summaryOf(ask({ config: 'broken/tsconfig.json' }))[0]).toMatch(/expected/)
  })
})
