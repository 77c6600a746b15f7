import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { compile } from '../support/compile.js'
import { folderWith, snapshot } from '../support/folder.js'
import { document, schemasDocument } from './support/documents.js'
import { errorOf } from '../support/failure.js'
import { generateOne, parts, repository } from './support/generated.js'

// Styles of users, as folders of their templates.

const small = readFileSync(join(repository, 'fixtures/generator/golden/input.yaml'), 'utf8')
const large = readFileSync(join(repository, 'dist/specs/2026-08-01.json'), 'utf8')

type Change = readonly [name: RegExp, from: string | RegExp, to: string]

/** All shipped templates; those with a matching name are changed. */
const changed = (...changes: readonly Change[]): string => {
  const texts = Object.entries(snapshot(parts.templates) ?? {}).map(([name, text]) => {
    const own = changes.filter(([pattern]) => name.endsWith('.hbs') && pattern.test(name))
    return [name, own.reduce((sum, [, from, to]) => sum.replaceAll(from, to), text)]
  })
  return folderWith(Object.fromEntries(texts))
}

const declarations = /(?<!root)\.d\.ts\.hbs$|^partials/

/** Changes, and a pattern that no line of a version's declarations may match after them. */
const wishes: readonly (readonly [wish: string, none: RegExp, ...changes: readonly Change[]])[] = [
  ['single quotes', /^[^*/]*"/, [/partials.string/, '"{{double}}"', "'{{single}}'"]],
  ['no semicolons', /;$/, [/partials.member/, /;$/gm, '']],
  [
    'tabs',
    /^\t* (?! ?\*)/,
    ...[1, 2, 3].map((): Change => [declarations, /^(\t*) {2}(?=\S| {2})/gm, '$1\t']),
  ],
  [
    '| undefined in place of ?',
    /^\s*(readonly )?(query|state|cookie|put|requestBody|memo|content)\?:/,
    [
      /partials.(member|parameter)/,
      '{{#if isOptional}}?{{/if}}: {{type}}',
      ': {{type}}{{#if isOptional}} | undefined{{/if}}',
    ],
  ],
  [
    'comments of another style',
    /^\s*\/\*\* @see|^(\t| {2}){2,}\/\*\*/,
    [/partials.comment/, /^[^]+$/g, '{{#each comment}}\n//{{#if this}} {{this}}{{/if}}\n{{/each}}\n'],
  ],
  [
    'a suffix of type names',
    /type Transfer |schemas\.Transfer\b|: Transfer\b|Way;?$/,
    [/partials.type-name/, '{{name}}', '{{name}}Dto'],
  ],
]

it('all wishes at once lay out types, which compile', async () => {
  const ownTemplates = changed(...wishes.flatMap(([, , ...changes]) => changes))
  const [before, after, { files }, single] = await Promise.all([
    generateOne(small),
    generateOne(small, { ownTemplates }),
    generateOne(large, { ownTemplates, name: 'large' }),
    generateOne(large, { ownTemplates, singleFile: true, name: 'single' }),
  ])
  const linesOf = (all: readonly OutputFile[], none: RegExp): string[] =>
    all
      .filter(({ path }) => /^it\/\w+\.d\.ts$/.test(path) && !path.endsWith('webhooks.d.ts'))
      .flatMap(({ path, content }) => content.split('\n').map((line) => `${path}: ${line}`))
      .filter((line) => none.test(line.replace(/^.*?: /, '')))
  for (const [wish, none] of wishes) {
    expect(linesOf(before.files, none), wish).not.toEqual([])
    expect(linesOf(after.files, none), wish).toEqual([])
  }
  const schemas = files.find(({ path }) => path === 'large/schemas.d.ts')?.content
  expect(schemas).toContain('\tstreet_2: string | undefined\n')
  const types = single.files.find(({ path }) => path === 'single.d.ts')?.content
  expect(types).toContain("\tget: operations['getAutorampQuote']\n")
  const own = after.files.filter(({ path }) => path.startsWith('it/'))
  expect(compile([...files, ...own, ...single.files])).toEqual([])
})

it.each([
  ['small', small],
  ['large', large],
])('the shipped partials lay types out as they are printed: %s', async (_, text) => {
  const ownTemplates = changed([/partials.string/, '"{{double}}"', '{{! ours }}"{{double}}"'])
  const [before, after] = await Promise.all([generateOne(text), generateOne(text, { ownTemplates })])
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
  const failure = await errorOf(generateOne(small, { ownTemplates }))
  expect([failure.code, failure.message]).toEqual([
    'TEMPLATE_INVALID',
    'partials/type-name.hbs makes "a Bank" of Bank, which is not a name',
  ])
})

const responses = { 204: { description: 'x' } }
const tagged = document({
  servers: [{ url: 'https://api.example' }],
  tags: [{ name: 'pet store', description: 'Pets.\n\nAll of */ them.' }, { name: 'unused' }],
  paths: {
    '/pets': {
      get: { operationId: 'listPets', tags: ['pet store', 'Users'], responses },
      put: { operationId: 'putPets', responses },
    },
    '/users': { get: { operationId: 'listUsers', tags: ['users', '../con'], responses } },
  },
})

describe('templates of a user add files', () => {
  it('one for each tag, as the page has it, whose examples do what it says', async () => {
    const page = readFileSync(join(repository, 'docs/templates.md'), 'utf8')
    const examples = [...page.matchAll(/^```hbs (\S+)\n([^]*?)^```$/gm)]
    const own = examples.map(([, name = '', text = '']): [string, string] => [name, text])
    const [{ files: before }, { files }] = await Promise.all([
      generateOne(tagged),
      generateOne(tagged, { ownTemplates: folderWith(Object.fromEntries(own)) }),
    ])
    const known = new Set(before.map(({ path }) => path))
    expect(files.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([
      'it/Users.ts',
      expect.stringMatching(/^it\/con_\w{8}\.ts$/),
      'it/default.ts',
      'it/pet_store.ts',
      expect.stringMatching(/^it\/users_\w{8}\.ts$/),
    ])
    const textOf = (path: string): string => files.find((file) => file.path === path)?.content ?? ''
    expect(textOf('it/pet_store.ts')).toContain('/** pet store */\nexport class PetStoreApi {')
    expect(textOf('it/pet_store.ts').match(/this\.#client, /g)).toHaveLength(1)
    expect(textOf('it/default.ts')).toContain('  putPets(request?:')
    expect(textOf('it/types.d.ts')).toContain("\tget: operations['listPets']\n")
    expect(textOf('it/types.d.ts')).toContain('\trequestBody: never | undefined\n')
    expect(compile(files)).toEqual([])
  })

  it('one for a version, in which functions are grouped by tag, also below a folder', async () => {
    const text = [
      "import * as client from '{{folder}}/client.js'",
      "export type { DocumentedResponse } from '{{root}}/runtime/client.js'",
      'export const api = {',
      '{{#each tags}}',
      '  /** {{name}}{{#each functions}} {{#each tags}}{{this}}{{/each}}{{/each}}{{#each comment}} {{this}}{{/each}} */',
      '  {{key}}: { {{#each functions}}{{name}}: client.{{name}}, {{/each}} },',
      '{{/each}}',
      '}',
      '',
    ].join('\n')
    const ownTemplates = folderWith({ 'grouped/api.ts.hbs': text })
    const { files } = await generateOne(tagged, { ownTemplates, packageName: 'ours' })
    const program =
      "import { api } from './it/grouped/api.js'\nexport const list = [api['pet store'].listPets, api.default.putPets, api.Users.listPets]\n"
    expect(files.find(({ path }) => path === 'it/grouped/api.ts')?.content).toContain(
      '/** pet store "pet store""Users" Pets.  All of *\\/ them. */',
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
    const ownTemplates = folderWith({
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
    [{ 'client.ts.hbs': '' }, /^client\.ts\.hbs prints client\.ts, which has the name of client\.d\.ts/],
    [
      { '[tag].ts.hbs': '', 'USERS.ts.hbs': '' },
      /prints (Users|USERS)\.ts, which has the name of the output of (USERS|\[tag\])\.ts\.hbs$/,
    ],
  ])('but no two of one name: %j', async (files, message) => {
    const failure = await errorOf(generateOne(tagged, { ownTemplates: folderWith(files) }))
    expect([failure.code, failure.message]).toEqual(['TEMPLATE_INVALID', expect.stringMatching(message)])
  })

  it('none where only tables or only types are generated', async () => {
    const ownTemplates = folderWith({ 'api.ts.hbs': '' })
    for (const options of [{ tablesOnly: true }, { singleFile: true }]) {
      const { files } = await generateOne(tagged, { ...options, ownTemplates })
      expect(files.map(({ path }) => path)).not.toContain('it/api.ts')
    }
  })
})
