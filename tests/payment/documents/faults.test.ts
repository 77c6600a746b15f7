import { expect, test } from 'vitest'
import { documents } from '../../specs/documents.js'
import type { JsonObject } from './editing.js'
import { documentJudges, toldOf, viewsOf } from './judge.js'
import { type RawDocument, surfaceOf } from './surface.js'
import { sampleOf } from '../../support/whole.js'
import { mutants } from '../../mutants/variants/index.js'

const versions = [...documents.keys()]
const [newest = ''] = versions.toReversed()
const sources = new Map([...documents].map(([version, document]) => [version, JSON.stringify(document)]))

const ofDocuments = mutants.flatMap((fault) => {
  const { document: hook } = fault.hooks()
  return hook ? [[fault.name, { ...fault, hook }] as const] : []
})

/** Rules about documents that report the documents of a fault. */
const brokenBy = (hook: (document: JsonObject, version: string, newest: string) => void): string[] => {
  const surfaces = versions.map((version) => {
    const document: RawDocument & JsonObject = JSON.parse(sources.get(version) ?? '')
    hook(document, version, newest)
    return surfaceOf(document, version)
  })
  const views = viewsOf(surfaces)
  const lines = surfaces.flatMap((surface) => toldOf(surface, () => true, views))
  return [...new Set(lines.map((line) => line.split(' ')[1]?.replace(':', '') ?? ''))].toSorted()
}

test.each(sampleOf(ofDocuments, 0.25))(
  'a fault in the documents is told of by the rules declared for it %s',
  (_, { rule, also, hook }) => {
    const declared = [rule, ...Object.keys(also)]
    expect(brokenBy(hook)).toEqual(declared.filter((one) => one in documentJudges).toSorted())
  },
)
