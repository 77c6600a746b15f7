import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { bundlers } from './bundled.js'

const folder = join(import.meta.dirname, '../../../dist/runtime-bundle')
const modules = ['client.js', 'validators.js', 'webhooks.js']

const importsOf = (name: string): readonly string[] =>
  ts.preProcessFile(readFileSync(join(folder, name), 'utf8')).importedFiles.map(({ fileName }) => fileName)

it('the runtime is a handful of files', () => {
  expect(readdirSync(folder).toSorted()).toEqual([
    'client.d.ts',
    'client.js',
    'surface.d.ts',
    'surface.js',
    'validators.d.ts',
    'validators.js',
    'webhooks.d.ts',
    'webhooks.js',
  ])
})

it.each(readdirSync(folder))('%s imports nothing but its neighbours', (name) => {
  const isBase = /^(client|surface)\.js$|^validators/.test(name)
  expect([...new Set(importsOf(name))]).toEqual(isBase ? [] : ['./validators.js'])
})

it.each(modules)('%s is to be read: whole lines, and comments', (name) => {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n')
  expect(lines.length).toBeGreaterThan(300)
  expect(lines.filter((line) => /^\/?\*/.test(line.trim())).length).toBeGreaterThan(30)
})

describe.each(Object.entries(bundlers))('%s', (_name, bundle) => {
  it.each(modules)('keeps nothing of %s where nothing of it is used', async (name) => {
    expect((await bundle(folder, `import './${name}'`)).trim()).toBe('')
  })
})
