import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrationOf } from '../../diff/index.js'
import { generate, type GeneratedSet, type GenerateOptions } from '../../generator/index.js'
import type { Contract } from '../../generator/render/template-check.js'
import { templateNames, Templates } from '../../generator/render/templates.js'
import { parts, repository, temporaryFolder } from './support/generated.js'

// A change of a template changes every declaration that it prints, and nothing else.

const document = readFileSync(join(repository, 'fixtures/generator/golden/input.yaml'), 'utf8')
const inputs = [
  { name: '2030-01-01', file: 'old.yaml', text: document },
  { name: '2030-01-02', file: 'new.yaml', text: document.replaceAll('iban', 'account') },
]
const textOf = (template: string): string => readFileSync(join(parts.templates, `${template}.hbs`), 'utf8')

interface Change {
  readonly template: string
  /** Text of the template that `to` replaces. */
  readonly from: string
  readonly to: string
  /** The same in what is printed, and how many there are. */
  readonly printed: RegExp
  readonly as: string
  readonly count: number
}

const changes: readonly Change[] = [
  [
    'types.d.ts',
    'export interface {{name}}',
    'export declare interface {{name}}',
    /^export (?=interface (?!components))/gm,
    'export declare ',
    4,
  ],
  ['schemas.d.ts', 'type {{name}} =', 'type My{{name}} =', /(?<=^export type )(?=\w+ =)/gm, 'My', 5],
  ['schemas.js', 'export const ', 'export let ', /^export const /gm, 'export let ', 1],
  ['operations.js', 'const {{this.name}}', 'const a_{{this.name}}', /(?<=^const )/gm, 'a_', 2],
  ['operations.d.ts', ': Operation\n', ': object\n', /: Operation$/gm, ': object', 1],
  [
    'validators.js',
    '{{this.responsesName}}, {',
    '{ ...{{this.responsesName}} }, {',
    /(?<=judge\()\w+(?=, \{)/gm,
    '{ ...$& }',
    3,
  ],
  ['validators.d.ts', 'StandardValidator<', 'Guard<', /(?<=: )StandardValidator</g, 'Guard<', 10],
  ['client.js', 'export function', 'export async function', /^export function/gm, 'export async function', 3],
  ['client.d.ts', 'readonly {{this.key}}: {', '{{this.key}}: {', /(?<=^ {2})readonly (?=\w+: \{)/gm, '', 3],
  ['webhooks.js', '() => import', 'async () => import', /\(\) => import/g, 'async () => import', 1],
  ['webhooks.d.ts', '{{this.key}}:', '{{this.key}}?:', /(?<=^ {2}\w+):/gm, '?:', 3],
  ['index.js', 'const version', 'const date', /const version/gm, 'const date', 1],
  ['index.d.ts', '/** ', '/** Ours: ', /^\/\*\* /gm, '/** Ours: ', 1],
  ['MIGRATION.md', '- {{this.text}}', '* {{this.text}}', /^- /gm, '* ', 2],
  ['root.js', '() => import', 'async () => import', /\(\) => import/g, 'async () => import', 2],
  ['root.d.ts', 'readonly {{', '{{', /(?<=^ {2})readonly (?=")/gm, '', 2],
  ['single.d.ts', 'export interface ', 'interface ', /^export interface /gm, 'interface ', 5],
].map(([template, from, to, printed, as, count]) => ({ template, from, to, printed, as, count }) as Change)

/** Changes of partials, and a file that shows each. */
const partialChanges: readonly (Change & { readonly file: string })[] = [
  ['header', 'Do not edit', 'Hands off', 'client.js', /Do not edit/g, 'Hands off', 1],
  ['comment', '/** {{this}} */', '// {{this}}', 'schemas.d.ts', /\/\*\* (.*) \*\/$/gm, '// $1', 3],
  ['member', '{{#if isOptional}}?', '{{#if isOptional}}!', 'types.d.ts', /(?<=^ +\S+)\?(?=: )/gm, '!', 51],
  ['object', '{\n', '{ // Members\n', 'schemas.d.ts', /(?<= type .*)\{$/gm, '{ // Members', 3],
  ['string', '"{{double}}"', "'{{single}}'", 'index.d.ts', /"(2030.*)"/g, "'$1'", 1],
  ['type-name', '{{name}}', 'My{{name}}', 'client.d.ts', /(?<=schemas\.)(?=\w+[,;\n])/g, 'My', 1],
  [
    'function',
    'export declare',
    'declare',
    'client.d.ts',
    /^export (?=declare function \w+\(client:)/gm,
    '',
    3,
  ],
  ['function-comment', '`{{endpoint}}`', '{{endpoint}}', 'client.d.ts', /^ \* `(.*)`$/gm, ' * $1', 3],
  [
    'request',
    'export interface {{type}}R',
    'interface {{type}}R',
    'client.d.ts',
    /^export (?=interface \w+Request)/gm,
    '',
    3,
  ],
  ['parameter', 'readonly ', '', 'client.d.ts', /(?<=^ {2})readonly (?=query\?)/gm, '', 1],
  ['response', 'runtime.', '', 'client.d.ts', /runtime\.(?=DocumentedResponse)/g, '', 4],
].map(
  ([template, from, to, file, printed, as, count]) =>
    ({ template, from, to, file, printed, as, count }) as Change & { readonly file: string },
)

const folder = temporaryFolder()

const generated = (options: Partial<GenerateOptions>): Promise<GeneratedSet[]> =>
  Promise.all([
    generate(inputs, { ...parts, ...options }, migrationOf),
    generate(inputs.slice(1), { ...parts, ...options, singleFile: true }),
  ])

/** The output of a template: below the folder of the newer version, or beside it. */
const printedBy = ([code, single]: readonly GeneratedSet[], template: string): string => {
  const set = template === 'single.d.ts' ? single : code
  const name = template.replace(/^root/, 'index')
  const paths = { root: name, single: '2030-01-02.d.ts' }
  const [kind = ''] = template.split('.')
  const path = kind === 'root' || kind === 'single' ? paths[kind] : `2030-01-02/${name}`
  const file = set?.files.find((one) => one.path === path)
  if (!file) throw new Error(`${path} was not printed`)
  return file.content
}

describe('a change of a template', () => {
  let shipped: readonly GeneratedSet[]
  let own: readonly GeneratedSet[]

  beforeAll(async () => {
    const ownTemplates = mkdtempSync(join(folder, 'templates-'))
    for (const { template, from, to } of changes) {
      writeFileSync(join(ownTemplates, `${template}.hbs`), textOf(template).replaceAll(from, to))
    }
    shipped = await generated({})
    own = await generated({ ownTemplates })
  })

  it('is tried of each of them', () => {
    const namesIn = (below: string): string[] =>
      readdirSync(join(parts.templates, below)).flatMap((file) => /^(.+)\.hbs$/.exec(file)?.[1] ?? [])
    const files = namesIn('.')
    expect(partialChanges.map(({ template }) => template).toSorted()).toEqual(namesIn('partials').toSorted())
    expect(changes.map(({ template }) => template).toSorted()).toEqual(files.toSorted())
    expect([...templateNames].toSorted()).toEqual(files.toSorted())
  })

  it('is checked by what the build says that each of them is given', () => {
    const model = JSON.parse(readFileSync(join(parts.templates, 'model.json'), 'utf8')) as Contract
    expect(Object.keys(model.templates).toSorted()).toEqual([...templateNames].toSorted())
    expect(partialChanges.map(({ template }) => template)).toEqual(
      expect.arrayContaining(Object.keys(model.partials)),
    )
    const given = [model.templates, model.files, model.partials].flatMap((one) => Object.values(one))
    expect(Object.keys(model.rows)).toEqual(expect.arrayContaining(given))
  })

  it.each(changes)('is one of every such declaration: $template', ({ template, printed, as, count }) => {
    const before = printedBy(shipped, template)
    expect(before.match(printed)).toHaveLength(count)
    expect(printedBy(own, template)).toBe(before.replaceAll(printed, as))
  })
})

describe('a change of a partial', () => {
  let shipped: GeneratedSet
  beforeAll(async () => {
    shipped = await generate(inputs.slice(1), parts)
  })

  it.each(partialChanges)(
    'is one of all that it lays out: $template',
    async ({ template, from, to, file, printed, as, count }) => {
      const ownTemplates = mkdtempSync(join(folder, 'partials-'))
      mkdirSync(join(ownTemplates, 'partials'))
      const name = `partials/${template}`
      writeFileSync(join(ownTemplates, `${name}.hbs`), textOf(name).replaceAll(from, to))
      const own = await generate(inputs.slice(1), {
        ...parts,
        ownTemplates,
      })
      const [before, after] = [shipped, own].map(
        ({ files }) => files.find(({ path }) => path === `2030-01-02/${file}`)?.content ?? '',
      )
      expect(before?.match(printed)).toHaveLength(count)
      expect(after).toBe(before?.replaceAll(printed, as))
    },
  )
})

describe('what templates are given', () => {
  const render = vi.spyOn(Templates.prototype, 'render')
  afterAll(() => render.mockRestore())

  const stringsOf = (value: unknown): string[] => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
  }

  it('holds expressions and names, and no declarations', async () => {
    await generated({})
    const given = render.mock.calls.map(([template, values]) => [template, stringsOf(values)] as const)
    expect(new Set(given.map(([template]) => template))).toEqual(new Set(templateNames))
    const declarations = given.flatMap(([template, texts]) =>
      texts
        .filter((text) => /^\s*(export|import|declare|interface|function|type) /m.test(text))
        .map((text) => [template, text.slice(0, 80)]),
    )
    expect(declarations).toEqual([])
  })

  // The body of a validator is the one thing that comes as lines of code.
  it.each(templateNames)('is not all that stands on a line: %s', (template) => {
    const alone = textOf(template).match(/^\s*\{\{(?![#/>]|else)[^}]+\}\}$/gm) ?? []
    expect(alone).toEqual(template === 'validators.js' ? ['{{this.body}}'] : [])
  })
})
