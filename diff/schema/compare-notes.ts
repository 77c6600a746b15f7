import { isSame } from '../equal/canonical.js'
import { listOf } from '../document/json.js'
import type { Visit } from '../engine/visit.js'
import { understood } from './keywords.js'
import type { Meet } from './meet.js'
import { first, has, placesOf, type Pair } from './pair.js'

const texts = ['title', 'description', 'externalDocs'] as const

const compareTexts = (visit: Visit, pair: Pair): void => {
  for (const name of texts) {
    const [before, after] = [first(pair.from, name), first(pair.to, name)]
    if (!isSame(before, after)) visit.note('text-changed', { ...placesOf(pair, name), name, before, after })
  }
}

const examplesOf = (meet: Meet): readonly unknown[] =>
  has(meet, 'example') ? [first(meet, 'example')] : listOf(first(meet, 'examples'))

const compareExamples = (visit: Visit, pair: Pair): void => {
  const [before, after] = [examplesOf(pair.from), examplesOf(pair.to)]
  if (isSame(before, after)) return
  const key = has(pair.to, 'examples') || has(pair.from, 'examples') ? 'examples' : 'example'
  visit.note('example-changed', { ...placesOf(pair, key), name: 'example', before, after })
}

const isDeprecated = (meet: Meet): boolean => meet.parts.some(({ schema }) => schema['deprecated'] === true)

const compareDeprecation = (visit: Visit, pair: Pair): void => {
  const [old, fresh] = [isDeprecated(pair.from), isDeprecated(pair.to)]
  if (old === fresh) return
  visit.note(fresh ? 'schema-deprecated' : 'schema-no-longer-deprecated', placesOf(pair, 'deprecated'))
}

const compareDefaults = (visit: Visit, pair: Pair): void => {
  const [before, after] = [first(pair.from, 'default'), first(pair.to, 'default')]
  if (isSame(before, after)) return
  const suffix = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  visit.report(`default-${suffix}`, { ...placesOf(pair, 'default'), before, after })
}

const compareXml = (visit: Visit, pair: Pair): void => {
  const [before, after] = [first(pair.from, 'xml'), first(pair.to, 'xml')]
  if (!isSame(before, after))
    visit.report('xml-changed', { ...placesOf(pair, 'xml'), name: 'xml', before, after })
}

/** Keywords that nobody but their author understands. */
const extensionsOf = (meet: Meet): ReadonlySet<string> =>
  new Set(
    meet.parts.flatMap(({ schema }) =>
      Object.keys(schema).filter((key) => !understood.has(key) && key !== 'x-extensible-enum'),
    ),
  )

const compareExtensions = (visit: Visit, pair: Pair): void => {
  for (const name of new Set([...extensionsOf(pair.from), ...extensionsOf(pair.to)])) {
    const [before, after] = [first(pair.from, name), first(pair.to, name)]
    if (!isSame(before, after))
      visit.note('extension-changed', { ...placesOf(pair, name), name, before, after })
  }
}

/** Compares what a schema says beside its values: prose, examples, defaults, deprecation, extensions. */
export const compareNotes = (visit: Visit, pair: Pair): void => {
  compareTexts(visit, pair)
  compareExamples(visit, pair)
  compareDeprecation(visit, pair)
  compareDefaults(visit, pair)
  compareXml(visit, pair)
  compareExtensions(visit, pair)
}
