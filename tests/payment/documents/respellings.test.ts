import { describe, expect, test } from 'vitest'
import { buildModel } from '../../../generator/build/build.js'
import { loadDocument } from '../../../generator/load/load.js'
import type { Surface } from '../../../runtime/surface.js'
import { sampleOf } from '../../support/whole.js'
import type { JsonObject } from './editing.js'
import { texts, toldOf, viewsOf } from './judge.js'
import { inOpenApi30, type Respell, respellings } from './respellings.js'
import { type RawDocument, surfaceOf } from './surface.js'

const respelled = (text: string, respell: Respell): RawDocument => {
  const document: RawDocument & JsonObject = JSON.parse(text)
  return JSON.parse(JSON.stringify(respell(document)))
}

/** A service writes all of its documents in one way. */
const toldOfAll = (surfaces: readonly Surface[]): readonly string[] => {
  const views = viewsOf(surfaces)
  return surfaces.flatMap((surface) => toldOf(surface, () => true, views))
}

const generated = async (respell: Respell): Promise<readonly Surface[]> => {
  const surfaces: Surface[] = []
  for (const [version, text] of texts) {
    const input = { name: version, file: `${version}.json`, text: JSON.stringify(respelled(text, respell)) }
    const { model } = buildModel(await loadDocument(input, {}))
    surfaces.push({ ...surfaceOf(JSON.parse(text), version), ...model })
  }
  return surfaces
}

describe('documents that say the same in other words have nothing to be told of', () => {
  test.each(sampleOf(Object.entries(respellings), 0.2))('%s', (_name, respell) => {
    const surfaces = [...texts].map(([version, text]) => surfaceOf(respelled(text, respell), version))
    expect(toldOfAll(surfaces)).toEqual([])
  })

  test('OpenAPI 3.0', async () => expect(toldOfAll(await generated(inOpenApi30))).toEqual([]))

  test('nor has what the generator makes of them', async () =>
    expect(toldOfAll(await generated((document) => document))).toEqual([]))
})
