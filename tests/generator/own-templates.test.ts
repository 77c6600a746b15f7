import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { compile } from '../support/compile.js'
import { schemasDocument } from './support/documents.js'
import { failureOf } from './support/failure.js'
import { generateOne, parts, repository, temporaryFolder } from './support/generated.js'

// Styles of users, as folders of their templates.

const folder = temporaryFolder()
const small = readFileSync(join(repository, 'fixtures/generator/golden/input.yaml'), 'utf8')
const large = readFileSync(join(repository, 'dist/specs/2026-08-01.json'), 'utf8')

type Change = readonly [name: RegExp, from: string | RegExp, to: string]

/** All shipped templates, with changes of those whose names match. */
const changed = (...changes: readonly Change[]): string => {
  const own = mkdtempSync(join(folder, 'own-'))
  cpSync(parts.templates, own, { recursive: true })
  const names = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.hbs'),
  )
  for (const [pattern, from, to] of changes) {
    for (const name of names.filter((one) => pattern.test(one))) {
      const file = join(own, name)
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to))
    }
  }
  return own
}

const declarations = /(?<!root)\.d\.ts\.hbs$|^partials/

const wishes: readonly {
  readonly wish: string
  readonly changes: readonly Change[]
  /** Matches no line of the declarations of a version. */
  readonly none: RegExp
  /** Text that is in them instead. */
  readonly some: readonly string[]
}[] = [
  {
    wish: 'single quotes',
    changes: [[/partials.string/, '"{{double}}"', "'{{single}}'"]],
    none: /^[^*/]*"/,
    some: ["'X-API-Version'?: components['parameters']['Version'];", "type State = 'open' | 'done'"],
  },
  {
    wish: 'no semicolons',
    changes: [[/partials.member/, /;$/gm, '']],
    none: /;$/,
    some: ['        state?: components["schemas"]["State"][]\n      }\n'],
  },
  {
    wish: 'tabs',
    changes: [1, 2, 3].map((): Change => [declarations, /^(\t*) {2}(?=\S| {2})/gm, '$1\t']),
    none: /^\t* (?! ?\*)/,
    some: ['\t\t\tquery?: {\n\t\t\t\tstate?: components["schemas"]["State"][];\n\t\t\t};\n'],
  },
  {
    wish: '| undefined in place of ?',
    changes: [
      [
        /partials.(member|parameter)/,
        '{{#if isOptional}}?{{/if}}: {{type}}',
        ': {{type}}{{#if isOptional}} | undefined{{/if}}',
      ],
    ],
    none: /^\s*(readonly )?(query|state|cookie|put|requestBody|memo|content)\?:/,
    some: [
      '    requestBody: never | undefined;\n',
      '  readonly query: NonNullable<operations["listTransfers"]["parameters"]["query"]> | undefined\n',
    ],
  },
  {
    wish: 'comments of another style',
    changes: [
      [/partials.comment/, /^[^]+$/g, '{{#each comment}}\n//{{#if this}} {{this}}{{/if}}\n{{/each}}\n'],
    ],
    none: /^\s*\/\*\* @see|^ {4,}\/\*\*/,
    some: ['  // How much, *\\/ with a fraction.\n  //\n  // Format: decimal\n  amount: string;\n'],
  },
  {
    wish: 'a suffix of type names',
    changes: [[/partials.type-name/, '{{name}}', '{{name}}Dto']],
    none: /type Transfer |schemas\.Transfer\b|: Transfer\b|Way;$/,
    some: [
      'export type TransferDto = {',
      '    Transfer: schemas.TransferDto;\n',
      'way: WayDto;',
      'type CardDto',
    ],
  },
]

const declarationsOf = (files: readonly OutputFile[]): OutputFile[] =>
  files.filter(({ path }) => /^it\/\w+\.d\.ts$/.test(path) && !path.endsWith('webhooks.d.ts'))

describe.each(wishes)('templates of a user: $wish', ({ changes, none, some }) => {
  const ownTemplates = changed(...changes)

  it('lay out types', async () => {
    const [before, { files }] = await Promise.all([generateOne(small), generateOne(small, { ownTemplates })])
    const linesOf = (all: readonly OutputFile[]): string[] =>
      declarationsOf(all).flatMap(({ path, content }) =>
        content.split('\n').flatMap((line) => (none.test(line) ? [`${path}: ${line}`] : [])),
      )
    expect(linesOf(before.files).length).toBeGreaterThan(0)
    expect(linesOf(files)).toEqual([])
    const text = declarationsOf(files)
      .map(({ content }) => content)
      .join('\n')
    for (const one of some) expect(text).toContain(one)
    expect(compile(files)).toEqual([])
  })
})

it('all of it at once compiles for a large document', async () => {
  const ownTemplates = changed(...wishes.flatMap(({ changes }) => changes))
  const { files } = await generateOne(large, { ownTemplates })
  expect(files.find(({ path }) => path === 'it/schemas.d.ts')?.content).toContain(
    '\tstreet_2: string | undefined\n',
  )
  expect(compile(files)).toEqual([])
  const single = await generateOne(large, { ownTemplates, singleFile: true })
  expect(single.files[0]?.content).toContain("\tget: operations['getAutorampQuote']\n")
  expect(compile(single.files)).toEqual([])
})

it.each([
  ['small', small],
  ['large', large],
])('the shipped partials lay types out as they are printed: %s', async (_, document) => {
  const ownTemplates = changed([/partials.string/, '"{{double}}"', '{{! ours }}"{{double}}"'])
  const [before, after] = await Promise.all([generateOne(document), generateOne(document, { ownTemplates })])
  const textsOf = ({ files }: { readonly files: readonly OutputFile[] }): [string, string][] =>
    files.filter(({ path }) => path.startsWith('it/')).map(({ path, content }) => [path, content])
  expect(textsOf(after)).toEqual(textsOf(before))
})

it('a type that is printed on one line stays so, unless objects or members are laid out', async () => {
  const tagged = {
    discriminator: { propertyName: 'kind', mapping: { a: '#/components/schemas/Branch' } },
    oneOf: [{ $ref: '#/components/schemas/Branch' }],
  }
  const Branch = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } }
  const typeOf = async (...changes: readonly Change[]): Promise<string | undefined> => {
    const { files } = await generateOne(schemasDocument({ It: tagged, Branch }), {
      ownTemplates: changed(...changes),
    })
    const text = files.find(({ path }) => path === 'it/schemas.d.ts')?.content ?? ''
    return /(?<=type It = )[^}]*\}/.exec(text)?.[0]
  }
  expect(await typeOf([/partials.string/, '"{{double}}"', "'{{single}}'"])).toBe("Branch & { kind: 'a' }")
  expect(await typeOf([/partials.member/, ';', ','])).toBe('Branch & {\n  kind: "a",\n}')
})

it('a name of a type has to be one', async () => {
  const ownTemplates = changed([/partials.type-name/, '{{name}}', 'a {{name}}'])
  const failure = await failureOf(generateOne(small, { ownTemplates }))
  expect([failure.code, failure.message]).toEqual([
    'TEMPLATE_INVALID',
    'partials/type-name.hbs makes "a Bank" of Bank, which is no name',
  ])
})

const classOfTag = `{{> header}}
import * as client from './client.js'

/**
 * {{tag.name}}
{{#each tag.comment}}
 *{{#if this}} {{this}}{{/if}}
{{/each}}
 */
export class {{tag.type}}Api {
  readonly #client: client.Client

  constructor(client: client.Client) {
    this.#client = client
  }
{{#each functions}}

  {{name}}(request{{#if isRequestOptional}}?{{/if}}: client.{{type}}Request): Promise<client.{{type}}Answer> {
    return client.{{name}}(this.#client, request)
  }
{{/each}}
}
`

const tagged = {
  openapi: '3.1.0',
  info: { title: 'Tags', version: '1' },
  servers: [{ url: 'https://api.example' }],
  tags: [{ name: 'pet store', description: 'Pets.\n\nAll of */ them.' }, { name: 'unused' }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        tags: ['pet store', 'Users'],
        responses: { 204: { description: 'x' } },
      },
      put: { operationId: 'putPets', responses: { 204: { description: 'x' } } },
    },
    '/users': {
      get: { operationId: 'listUsers', tags: ['users', '../con'], responses: { 204: { description: 'x' } } },
    },
  },
}

const ownFiles = (files: Readonly<Record<string, string>>): string => {
  const own = mkdtempSync(join(folder, 'files-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(own, dirname(name)), { recursive: true })
    writeFileSync(join(own, name), text)
  }
  return own
}

const pathsOf = (files: readonly OutputFile[], without: readonly OutputFile[]): string[] =>
  files.map(({ path }) => path).filter((path) => !without.some((one) => one.path === path))

describe('templates of a user add files', () => {
  it('one for each tag, with a class that calls its operations', async () => {
    const ownTemplates = ownFiles({ '[tag].ts.hbs': classOfTag })
    const [{ files: before }, { files }] = await Promise.all([
      generateOne(tagged),
      generateOne(tagged, { ownTemplates }),
    ])
    const added = pathsOf(files, before)
    expect(added).toEqual([
      'it/Users.ts',
      expect.stringMatching(/^it\/con_\w{8}\.ts$/),
      'it/default.ts',
      'it/pet_store.ts',
      expect.stringMatching(/^it\/users_\w{8}\.ts$/),
    ])
    const text = files.find(({ path }) => path === 'it/pet_store.ts')?.content
    expect(text).toContain(
      ' * pet store\n * Pets.\n *\n * All of *\\/ them.\n */\nexport class PetStoreApi {',
    )
    expect(text?.match(/this\.#client, /g)).toHaveLength(1)
    expect(files.find(({ path }) => path === 'it/default.ts')?.content).toContain('  putPets(request?:')
    expect(compile(files)).toEqual([])
  })

  it('one for a version, in which functions are grouped by tag, also below a folder', async () => {
    const text = [
      "import * as client from '{{folder}}/client.js'",
      "export type { Answer } from '{{root}}/runtime/client.js'",
      'export const api = {',
      '{{#each tags}}',
      '  /** {{name}}{{#each functions}} {{#each tags}}{{this}}{{/each}}{{/each}} */',
      '  {{key}}: { {{#each functions}}{{name}}: client.{{name}}, {{/each}} },',
      '{{/each}}',
      '}',
      '',
    ].join('\n')
    const ownTemplates = ownFiles({ 'grouped/api.ts.hbs': text })
    const { files } = await generateOne(tagged, { ownTemplates, packageName: 'ours' })
    const program =
      "import { api } from './it/grouped/api.js'\nexport const list = [api['pet store'].listPets, api.default.putPets, api.Users.listPets]\n"
    expect(files.find(({ path }) => path === 'it/grouped/api.ts')?.content).toContain(
      '/** pet store "pet store""Users" */',
    )
    expect(compile([...files, { path: 'program.ts', content: program }])).toEqual([])
  })

  it('one class for each tag in place of the shipped functions', async () => {
    const js = `import * as runtime from '{{root}}/runtime/client.js'
{{#each tags}}
export class {{type}}Api {
  constructor(client) {
    this.client = client
  }
{{#each functions}}
  {{name}}(request) {
    return this.client.send({ {{#each fields}}{{key}}: {{value}}, {{/each}} }, request)
  }
{{/each}}
}
{{/each}}
`
    const ownTemplates = ownFiles({
      'classes.js.hbs': js,
      'operations.d.ts.hbs': '{{#each tags}}{{> row}}{{/each}}',
      'partials/row.hbs': '{{type}}:{{#each operations}} {{key}}{{/each}}\n',
    })
    const { files } = await generateOne(tagged, { ownTemplates, packageName: 'ours' })
    const texts = new Map(files.map(({ path, content }) => [path, content]))
    expect(texts.get('it/classes.js')).toContain('export class UsersApi {')
    expect(texts.get('it/operations.d.ts')).toMatch(
      /^PetStore: listPets\nUsers: listPets\ndefault_?: putPets/im,
    )
    expect(JSON.parse(texts.get('package.json') ?? '').exports).toMatchObject({
      './it/classes': { default: './it/classes.js' },
    })
  })

  it.each([
    [
      'a module that is there',
      { 'client.ts.hbs': '' },
      'client.ts.hbs prints client.ts, whose name is that of client.d.ts',
    ],
    [
      'one of its own',
      { '[tag].ts.hbs': '', 'USERS.ts.hbs': '' },
      /prints (Users|USERS)\.ts, whose name is that of what (USERS|\[tag\])\.ts\.hbs prints/,
    ],
    ['of something else than tags', { '[operation].ts.hbs': '' }, '[operation].ts.hbs is for each operation'],
    [
      'that is nearly a template',
      { 'clinet.js.hbs': '' },
      'clinet.js.hbs replaces no template; did you mean "client.js.hbs"?',
    ],
    [
      'whose template has a typo',
      { '[tag].ts.hbs': '{{#if tag.typo}}{{/if}}' },
      '[tag].ts.hbs, line 1: there is no value "typo" in ClientTagRow',
    ],
    [
      'that wants the tag of a whole version',
      { 'api.ts.hbs': '{{tag.name}}' },
      'no value "tag" in ClientValues; did you mean "tags"?',
    ],
  ])('but not %s', async (_, files, message) => {
    const failure = await failureOf(generateOne(tagged, { ownTemplates: ownFiles(files) }))
    expect(failure.code).toBe('TEMPLATE_INVALID')
    expect(failure.message).toEqual(
      typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
    )
  })

  it('none where only tables or only types are generated', async () => {
    const ownTemplates = ownFiles({ 'api.ts.hbs': '' })
    for (const options of [{ tablesOnly: true }, { singleFile: true }]) {
      const { files } = await generateOne(tagged, { ...options, ownTemplates })
      expect(files.map(({ path }) => path)).not.toContain('it/api.ts')
    }
  })
})

it('the examples of the page do what it says', async () => {
  const page = readFileSync(join(repository, 'docs/templates.md'), 'utf8')
  const examples = [...page.matchAll(/^```hbs (\S+)\n([^]*?)^```$/gm)]
  const ownTemplates = ownFiles(Object.fromEntries(examples.map(([, name = '', text = '']) => [name, text])))
  const { files } = await generateOne(tagged, { ownTemplates })
  const textOf = (path: string): string => files.find((file) => file.path === path)?.content ?? ''
  expect(examples.map(([, name]) => name)).toContain('[tag].ts.hbs')
  expect(textOf('it/pet_store.ts')).toMatch(/^export class PetStoreApi \{$/m)
  expect(textOf('it/types.d.ts')).toContain("\tget: operations['listPets']\n")
  expect(textOf('it/types.d.ts')).toContain('\trequestBody: never | undefined\n')
  expect(compile(files)).toEqual([])
})
