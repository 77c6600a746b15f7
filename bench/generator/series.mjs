// Several versions at once: three real ones beside what one would run without, and one that is added to many.
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { series } from './documents.mjs'
import * as generators from './generators.mjs'
import { alternate, bytesBelow, empty, filesBelow } from './measure.mjs'

const together = (runs) =>
  runs.find(({ failed }) => failed) ?? {
    wall: runs.reduce((sum, { wall }) => sum + wall, 0),
    cpu: runs.reduce((sum, { cpu }) => sum + cpu, 0),
    stdout: '',
  }

/** openapi-typescript and ajv, called once for each document. */
const byHand = (folder, ...both) => {
  const out = empty(folder, 'by-hand')
  return together(
    series().flatMap((document) => [
      generators.openapiTypescript(folder, out, document),
      generators.ajv(folder, out, document, ...both),
    ]),
  )
}

const specsOf = (folder, name, documents) => {
  const specs = empty(folder, name)
  for (const [date, text] of Object.entries(documents)) writeFileSync(join(specs, `${date}.json`), text)
  return specs
}

export const threeVersions = (folder, rounds) => {
  const specs = empty(folder, 'three')
  for (const file of series()) copyFileSync(file, join(specs, file.slice(-'2000-01-01.json'.length)))
  return alternate(rounds, {
    ours: () => generators.rampart(folder, empty(folder, 'three-out'), '--specs', specs),
    oneDirection: () => byHand(folder),
    bothDirections: () => byHand(folder, 'both'),
  })
}

const textOf = (value) => JSON.stringify(value)

/** Objects that other components refer to, so that a change reaches them too; or those that none refers to. */
const objectsOf = ({ components: { schemas } }, areUsed) => {
  const all = textOf(schemas)
  return Object.keys(schemas).filter(
    (name) =>
      schemas[name].type === 'object' &&
      schemas[name].properties &&
      all.includes(`/schemas/${name}"`) === areUsed,
  )
}

const dateOf = (index) => `${2010 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`

/** `count` versions, each with one more property in two schemas than the version before. */
const grown = (count, areUsed) => {
  const document = JSON.parse(readFileSync(series().at(-1), 'utf8'))
  const names = objectsOf(document, areUsed)
  const versions = {}
  for (let index = 0; index < count; index++) {
    for (const name of [names[(2 * index) % names.length], names[(2 * index + 1) % names.length]]) {
      const { properties } = document.components.schemas[name]
      properties[`added_${index}`] = { type: 'string', maxLength: index + 1 }
    }
    document.info.version = dateOf(index)
    versions[dateOf(index)] = textOf(document)
  }
  return versions
}

/**
 * Time, bytes and type-checking of one version that is added to `count` others, and of the same version alone.
 * Versions differ in two schemas each.
 */
export const addedVersion = (folder, count, rounds) => {
  const versions = Object.entries(grown(count + 1, true))
  const added = versions.at(-1)
  const [before, all, one] = [
    specsOf(folder, 'before', Object.fromEntries(versions.slice(0, -1))),
    specsOf(folder, 'all', Object.fromEntries(versions)),
    specsOf(folder, 'one', Object.fromEntries([added])),
  ]
  const kept = empty(folder, 'kept')
  generators.rampart(folder, kept, '--specs', before)
  const [addedOut, oneOut] = [join(folder, 'added-out'), join(folder, 'one-out')]
  const generated = alternate(rounds, {
    added: () => {
      rmSync(addedOut, { recursive: true, force: true })
      cpSync(kept, addedOut, { recursive: true })
      return generators.rampart(folder, addedOut, '--specs', all)
    },
    one: () => generators.rampart(folder, empty(folder, 'one-out'), '--specs', one),
  })
  const folders = { added: join(addedOut, added[0]), one: join(oneOut, added[0]) }
  const checked = alternate(
    rounds,
    Object.fromEntries(
      Object.entries(folders).map(([name, out]) => [name, () => generators.typeCheck(folder, out)]),
    ),
  )
  const of = (measure) =>
    Object.fromEntries(Object.entries(folders).map(([name, out]) => [name, measure(out)]))
  return { generated, checked, bytes: of(bytesBelow), files: of((out) => filesBelow(out).length) }
}
