import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { schemasDocument } from './support/documents.js'
import { failureOf } from './support/failure.js'
import { generateOne, temporaryFolder } from './support/generated.js'

const folder = temporaryFolder()
const document = schemasDocument({ A: { type: 'string' } })

const templatesIn = (files: Record<string, string>): string => {
  const own = mkdtempSync(join(folder, 'templates-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text)
  return own
}

const generateWith = (ownTemplates: string) => generateOne(document, { ownTemplates, tablesOnly: true })

describe('templates of a user', () => {
  it('replace those of the same name, and no others', async () => {
    const shipped = await generateOne(document, { tablesOnly: true })
    const own = await generateWith(
      templatesIn({ 'operations.js.hbs': '// (c) Us\nexport const title = {{title}}\n' }),
    )
    const changed = own.files.filter(({ content }, index) => content !== shipped.files[index]?.content)
    expect(own.files.map(({ path }) => path)).toEqual(shipped.files.map(({ path }) => path))
    expect(changed.map(({ path }) => path)).toEqual(['it/operations.js', 'rampart.generated.json'])
    expect(changed[0]?.content).toBe('// (c) Us\nexport const title = "Test"\n')
  })

  it('are refused where a folder holds none, which would do nothing', async () => {
    const failure = await failureOf(generateWith(templatesIn({ 'README.md': 'Ours.' })))
    expect(failure).toMatchObject({ code: 'TEMPLATE_INVALID' })
    expect(failure.message).toContain('holds no template')
  })

  it.each([
    ['does not parse', { 'root.js.hbs': '{{#each rows}}' }, 'root.js.hbs'],
    ['asks for what is not given', { 'operations.js.hbs': 'x\n{{nothing}}' }, 'operations.js.hbs'],
    ['calls a helper that is not there', { 'operations.js.hbs': '{{shout title}}' }, 'operations.js.hbs'],
    ['asks for a partial that is not there', { 'operations.js.hbs': '{{> header}}' }, 'operations.js.hbs'],
    ['has a name that replaces nothing', { 'version.js.hbs': 'x' }, 'version.js.hbs'],
  ])('are refused when one %s', async (_what, files, named) => {
    const failure = await failureOf(generateWith(templatesIn(files)))
    expect(failure.code).toBe('TEMPLATE_INVALID')
    expect(failure.message).toContain(named)
    expect(failure.where?.file).toContain(named)
  })

  it('are refused when their folder does not exist', async () => {
    const gone = join(folder, 'gone')
    const failure = await failureOf(generateWith(gone))
    expect([failure.code, failure.where?.file]).toEqual(['TEMPLATE_INVALID', gone])
  })

  it('are refused when one cannot be read', async () => {
    const own = templatesIn({})
    mkdirSync(join(own, 'index.js.hbs'))
    const failure = await failureOf(generateWith(own))
    expect([failure.code, failure.where?.file]).toEqual(['TEMPLATE_INVALID', join(own, 'index.js.hbs')])
  })
})
