import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { placeUnits } from '../../../generator/build/placing.js'
import type { Unit } from '../../../generator/model/document.js'
import { schemasDocument } from '../support/documents.js'
import { surfaceOf, temporaryFolder, validatorOf } from '../support/generated.js'

const folder = temporaryFolder()

const unit = (name: string, uses: readonly string[], size = 100): Unit => ({
  name: `schemas/${name}`,
  module: `schemas/${name}`,
  exportName: 'default',
  pointer: `#/components/schemas/${name}`,
  direction: 'both',
  type: 'unknown',
  schema: { allOf: uses.map((used) => ({ unit: `schemas/${used}` })), pattern: 'x'.repeat(size) },
})

const placesOf = (units: readonly Unit[]): Record<string, string> =>
  Object.fromEntries(
    placeUnits(units).map(({ name, code }) => [
      name.replace('schemas/', ''),
      code.module.replace('schemas/', ''),
    ]),
  )

describe('where the code of validators is printed', () => {
  it('is one module for what is reached together', () => {
    expect(placesOf([unit('A', ['B', 'C']), unit('B', ['C']), unit('C', []), unit('D', [])])).toEqual({
      A: 'A',
      B: 'A',
      C: 'A',
      D: 'D',
    })
  })

  it('keeps what is light apart from what is heavy', () => {
    const heavy = unit('Heavy', ['Light'], 7000)
    expect(placesOf([heavy, unit('Light', ['Leaf']), unit('Leaf', [])])).toEqual({
      Heavy: 'Heavy',
      Light: 'Light',
      Leaf: 'Light',
    })
  })

  it('is several modules for what would be too much for one', () => {
    const names = Array.from({ length: 10 }, (_, index) => `S${index}`)
    const units = names.map((name, index) => unit(name, names.slice(index + 1, index + 2), 3500))
    expect(new Set(Object.values(placesOf(units))).size).toBe(4)
  })

  it('takes references round in circles, and chains that are longer than the stack is deep', () => {
    expect(placesOf([unit('A', ['B']), unit('B', ['A'])])).toEqual({ A: 'A', B: 'A' })
    const chain = Array.from({ length: 20_000 }, (_, index) => unit(`S${index}`, [`S${index + 1}`]))
    expect(Object.keys(placesOf(chain))).toHaveLength(20_000)
  })

  it('is past those that only hand another one on', () => {
    const alias = { ...unit('Alias', []), schema: { unit: 'schemas/C' } }
    const [a] = placeUnits([unit('A', ['Alias']), alias, unit('C', [])])
    expect(a?.schema).toMatchObject({ allOf: [{ unit: 'schemas/C' }] })
  })
})

describe('validators that share a module', () => {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
  const schemas = {
    Tree: { type: 'object', properties: { left: ref('Tree'), leaf: ref('Leaf'), id: ref('tree-id') } },
    Leaf: { type: 'object', required: ['e'], properties: { e: { type: 'number' }, p: { type: 'null' } } },
    'tree-id': { type: 'object', properties: { errors: { const: 'vErrors' }, instancePath: { minimum: 1 } } },
  }

  it('judge, and say where', async () => {
    const tree = await validatorOf(await surfaceOf(folder, schemasDocument(schemas)), 'Tree')
    expect(tree({ left: { leaf: { e: 1, p: null } }, id: { errors: 'vErrors', instancePath: 1 } })).toBe(true)
    expect(tree({ left: { left: { leaf: { p: 1 } }, id: { errors: 1, instancePath: 0 } } })).toBe(false)
    expect(tree.errors?.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)).toEqual([
      '/left/left/leaf required',
      '/left/left/leaf/p type',
      '/left/id/errors const',
      '/left/id/instancePath minimum',
    ])
  })
})

describe('the reference documents', () => {
  const validators = fileURLToPath(new URL('../../../generated/2026-08-01/validators/', import.meta.url))
  const loader = readFileSync(join(validators, '../../2025-03-13/validators/load.js'), 'utf8')
  const paths = [...loader.matchAll(/import\("\.\/(schemas\/[^"]+)"\)/g)].map(([, path = '']) => path)

  const importedBy = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/ from ["'](\.[^"']+)["']/g)) {
      importedBy(join(dirname(file), path), seen)
    }
    return seen
  }

  it('have no validator that takes more than seven modules', () => {
    const counts = paths.map((path) => importedBy(join(validators, '../../2025-03-13/validators', path)).size)
    expect(counts.length).toBeGreaterThan(300)
    expect(Math.max(...counts)).toBeLessThanOrEqual(7)
  })
})
