import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { compile } from './support/compile.js'
import { failureOf } from './support/failure.js'
import { generateOne, parts, repository, temporaryFolder } from './support/generated.js'

// What users want to look otherwise, as folders of templates of their own.

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
  /** What no line of the declarations of a version matches. */
  readonly none: RegExp
  /** What is in them instead. */
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
    changes: [[declarations, /;$/gm, '']],
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
      '    put: never | undefined;\n',
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

  it.each(['openapi-typescript', 'rampart'] as const)('types by %s', async (types) => {
    const [before, { files }] = await Promise.all([
      generateOne(small, { types }),
      generateOne(small, { types, ownTemplates }),
    ])
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
})

it.each([
  ['small', small],
  ['large', large],
])('the shipped partials lay types out as they are printed: %s', async (_, document) => {
  const types = 'openapi-typescript'
  const ownTemplates = changed([/partials.member/, '{{> comment}}', '{{! ours }}\n{{> comment}}'])
  const [before, after] = await Promise.all([
    generateOne(document, { types }),
    generateOne(document, { types, ownTemplates }),
  ])
  const textsOf = ({ files }: { readonly files: readonly OutputFile[] }): [string, string][] =>
    files.filter(({ path }) => path.startsWith('it/')).map(({ path, content }) => [path, content])
  expect(textsOf(after)).toEqual(textsOf(before))
})

it('a name of a type has to be one', async () => {
  const ownTemplates = changed([/partials.type-name/, '{{name}}', 'a {{name}}'])
  const failure = await failureOf(generateOne(small, { ownTemplates }))
  expect([failure.code, failure.message]).toEqual([
    'TEMPLATE_INVALID',
    'partials/type-name.hbs makes "a Bank" of Bank, which is no name',
  ])
})
