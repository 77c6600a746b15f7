import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { folderWith } from '../support/folder.js'
import { schemasDocument } from './support/documents.js'
import { errorOf } from '../support/failure.js'
import { generateOne } from './support/generated.js'

const document = schemasDocument({ A: { type: 'string' } })

const generateWith = (ownTemplates: string) => generateOne(document, { ownTemplates, tablesOnly: true })

describe('templates of a user', () => {
  it('replace those of the same name, and no others', async () => {
    const shipped = await generateOne(document, { tablesOnly: true })
    const own = await generateWith(
      folderWith({ 'operations.js.hbs': '// (c) Us\nexport const title = {{title}}\n' }),
    )
    const changed = own.files.filter(({ content }, index) => content !== shipped.files[index]?.content)
    expect(own.files.map(({ path }) => path)).toEqual(shipped.files.map(({ path }) => path))
    expect(changed.map(({ path }) => path)).toEqual(['it/operations.js', 'rampart.generated.json'])
    expect(changed[0]?.content).toBe('// (c) Us\nexport const title = "Test"\n')
  })

  it('are refused where a folder holds none, which would do nothing', async () => {
    const failure = await errorOf(generateWith(folderWith({ 'README.md': 'Ours.' })))
    expect(failure).toMatchObject({ code: 'TEMPLATE_INVALID' })
    expect(failure.message).toContain('contains no template, which is a file that ends in .hbs')
  })

  it('are refused when their folder does not exist', async () => {
    const gone = join(folderWith({}), 'gone')
    const failure = await errorOf(generateWith(gone))
    expect([failure.code, failure.where?.file]).toEqual(['TEMPLATE_INVALID', gone])
  })

  it('are refused when one cannot be read', async () => {
    const own = folderWith({})
    mkdirSync(join(own, 'index.js.hbs'))
    const failure = await errorOf(generateWith(own))
    expect([failure.code, failure.where?.file]).toEqual(['TEMPLATE_INVALID', join(own, 'index.js.hbs')])
  })

  it('replace one partial, print others of their own, and leave the rest', async () => {
    const shipped = await generateOne(document, { tablesOnly: true })
    const ownTemplates = folderWith({
      'partials/header.hbs': '{{> licence}}\n',
      'partials/licence.hbs': '// (c) Us\n',
    })
    const own = await generateOne(document, { ownTemplates, tablesOnly: true })
    const isOurs = ({ path }: OutputFile): boolean => path.startsWith('it/') || path === 'index.js'
    const headed = shipped.files
      .filter(isOurs)
      .map(({ content }) => content.replace(/^\/\/ Generated.*$/m, '// (c) Us'))
    expect(headed.length).toBeGreaterThan(2)
    expect(own.files.filter(isOurs).map(({ content }) => content)).toEqual(headed)
  })
})

it('a comment has all of its paragraphs', async () => {
  const { files } = await generateOne(
    schemasDocument({ A: { type: 'string', title: 'T', description: 'D' } }),
  )
  const text = files.find(({ path }) => path === 'it/schemas.d.ts')?.content
  expect(text).toContain('/**\n * T\n *\n * D\n */\nexport type A = string\n')
})

const mistakes: readonly (readonly [file: string, text: string, line: number | undefined, says: string])[] = [
  ['root.js.hbs', '{{#each rows}}', undefined, 'Parse error on line 1'],
  ['operations.js.hbs', '{{shout title}}', undefined, 'unknown helper shout'],
  ['partials/comment.hbs', '{{#each', undefined, 'Parse error on line 1'],
  ['partials/coment.hbs', '', 1, 'no template prints the partial coment'],
  ['clinet.js.hbs', '', undefined, 'replaces no template; did you mean "client.js.hbs"?'],
  ['[operation].ts.hbs', '', undefined, '[operation].ts.hbs is for each operation'],
  ['[tag].ts.hbs', '{{#if tag.typo}}{{/if}}', 1, 'there is no value "typo" in ClientTagRow'],
  ['api.ts.hbs', '{{tag.name}}', 1, 'no value "tag" in ClientValues; did you mean "tags"?'],

  ['client.js.hbs', 'x\n{{verson}}', 2, 'no value "verson" in ClientValues; did you mean "version"?'],
  ['client.js.hbs', '{{#if verson}}{{/if}}', 1, '"verson" in ClientValues; did you mean "version"?'],
  [
    'client.js.hbs',
    '{{#unless wants}}{{/unless}}',
    1,
    '"wants" in ClientValues; did you mean "wantsVersion"?',
  ],
  ['client.js.hbs', '\n\n{{#each function}}{{/each}}', 3, 'did you mean "functions"?'],
  ['client.js.hbs', '{{#with verson}}{{/with}}', 1, '"verson" in ClientValues'],
  ['client.js.hbs', '{{#if version}}{{else if verson}}{{/if}}', 1, '"verson" in ClientValues'],
  ['client.js.hbs', '{{#each functions}}{{#if body.typ}}{{/if}}{{/each}}', 1, '"typ" in BodyRow'],
  ['client.js.hbs', '{{#each functions}}{{../nam}}{{/each}}', 1, '"nam" in ClientValues'],
  ['client.js.hbs', '{{#each functions}}{{../../name}}{{/each}}', 1, '../../name is outside of the template'],
  ['client.js.hbs', '{{#each functions as |one|}}{{one.nam}}{{/each}}', 1, '"nam" in FunctionRow'],
  ['client.js.hbs', '{{#functions}}{{nam}}{{/functions}}', 1, '"nam" in FunctionRow'],
  [
    'client.js.hbs',
    '{{#each functions}}{{#if @frist}}{{/if}}{{/each}}',
    1,
    'no @frist; did you mean "first"?',
  ],
  ['client.js.hbs', '{{@root.verson}}', 1, '"verson" in ClientValues'],
  ['client.js.hbs', '{{#each functions}}{{#each prose}}{{this.txt}}{{/each}}{{/each}}', 1, '"txt" in string'],
  ['partials/comment.hbs', '\n{{#if commnt}}{{/if}}', 2, '"commnt" in MemberRow; did you mean "comment"?'],
  ['partials/header.hbs', '{{#if version}}{{/if}}', 1, '"version" in TypesValues, which has chunk, '],
  ['webhooks.js.hbs', '{{> member names=rows}}{{> headr}}', 1, 'no partial headr; did you mean "header"?'],
  [
    'root.js.hbs',
    '{{#*inline "row"}}{{ky}}{{/inline}}{{#each rows}}{{> row}}{{/each}}',
    1,
    '"ky" in VersionRow',
  ],
]

describe('a name in a template that nothing has is named', () => {
  it.each(mistakes)('%s: %s', async (name, text, line, says) => {
    const failure = await errorOf(generateWith(folderWith({ [name]: text })))
    const { message, where } = failure.problems[0] ?? failure
    const all = [failure, ...failure.problems].map((one) => one.message)
    expect(failure.code).toBe('TEMPLATE_INVALID')
    expect(all).toContainEqual(expect.stringContaining(line === undefined ? name : `${name}, line ${line}: `))
    expect(all).toContainEqual(expect.stringContaining(says))
    expect([message, where?.file]).toEqual([expect.any(String), expect.stringMatching(/\.hbs$/)])
  })

  it('has the template that prints it, where it is in a partial', async () => {
    const own = folderWith({ 'types.d.ts.hbs': '{{> member}}' })
    const { problems } = await errorOf(generateWith(own))
    expect(problems.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^partials\/comment\.hbs, line 1: .* \(printed by types\.d\.ts\.hbs\)$/),
    )
  })

  it('is not a mistake where it is given, whatever the path to it', async () => {
    const text = [
      '{{#each functions as |one index|}}{{index}}{{one.body.type}}{{@index}}{{@root.version}}{{../version}}',
      '{{#with body}}{{type}}{{../name}}{{/with}}{{#if prose.length}}{{prose.[0]}}{{/if}}{{/each}}',
      '{{#*inline "note"}}{{note}}{{version}}{{/inline}}{{> note note=title}}',
    ].join('\n')
    const right = text.replace('note=title', 'note=comment')
    const { files } = await generateOne(document, { ownTemplates: folderWith({ 'client.d.ts.hbs': right }) })
    expect(files.find(({ path }) => path === 'it/client.d.ts')?.content).toContain('"it"')
    const failure = await errorOf(generateWith(folderWith({ 'client.d.ts.hbs': text })))
    expect(failure.message).toContain('client.d.ts.hbs, line 3: there is no value "title" in ClientValues')
  })
})
