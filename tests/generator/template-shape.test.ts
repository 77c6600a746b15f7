import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { migrationOf } from '../../diff/index.js'
import { generate, type GeneratedSet, type GenerateOptions } from '../../generator/index.js'
import type { Contract } from '../../generator/render/template-check.js'
import { templateNames, Templates } from '../../generator/render/templates.js'
import { sharedFolder } from '../support/folder.js'
import { parts, repository } from './support/generated.js'

const document = readFileSync(join(repository, 'fixtures/generator/golden/input.yaml'), 'utf8')
const inputs = [
  { name: '2030-01-01', file: 'old.yaml', text: document },
  { name: '2030-01-02', file: 'new.yaml', text: document.replaceAll('iban', 'account') },
]
const textOf = (template: string): string => readFileSync(join(parts.templates, `${template}.hbs`), 'utf8')

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

const namesIn = (below: string): string[] =>
  readdirSync(join(parts.templates, below)).flatMap((file) => /^(.+)\.hbs$/.exec(file)?.[1] ?? [])

describe('a template of a user', () => {
  const texts = templateNames.map((name) => [`${name}.hbs`, `ours in place of ${name}`])
  const ownTemplates = sharedFolder(Object.fromEntries(texts))
  let own: readonly GeneratedSet[]

  beforeAll(async () => {
    own = await generated({ ownTemplates })
  })

  it.each(templateNames)('prints a file in place of the shipped one: %s', (template) => {
    expect(printedBy(own, template)).toBe(`ours in place of ${template}`)
  })

  it('may be any that is shipped, with partials, and the build says what each is given', () => {
    const model = JSON.parse(readFileSync(join(parts.templates, 'model.json'), 'utf8')) as Contract
    expect([...templateNames].toSorted()).toEqual(namesIn('.').toSorted())
    expect(Object.keys(model.templates).toSorted()).toEqual([...templateNames].toSorted())
    expect(namesIn('partials')).toEqual(expect.arrayContaining(Object.keys(model.partials)))
    const given = [model.templates, model.files, model.partials].flatMap((one) => Object.values(one))
    expect(Object.keys(model.rows)).toEqual(expect.arrayContaining(given))
  })
})

describe('what templates are given', () => {
  const stringsOf = (value: unknown): string[] => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
  }

  it('holds expressions and names, and no declarations', async () => {
    const render = vi.spyOn(Templates.prototype, 'render')
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

  // Only the body of a validator is given as lines of code.
  it.each(templateNames)('is not all that stands on a line: %s', (template) => {
    const alone = textOf(template).match(/^\s*\{\{(?![#/>]|else)[^}]+\}\}$/gm) ?? []
    expect(alone).toEqual(template === 'validators.js' ? ['{{this.body}}'] : [])
  })
})
