import { isSame } from '../equal/canonical.js'
import { listOf } from '../../document/index.js'
import type { Visit } from '../engine/visit.js'
import { understood } from './keywords.js'
import type { Intersection } from './intersection.js'
import { keywordValue, hasKeyword, keywordLocations, type SchemaPair } from './pair.js'

const texts = ['title', 'description', 'externalDocs'] as const

const compareTexts = (visit: Visit, pair: SchemaPair): void => {
  for (const name of texts) {
    const [before, after] = [keywordValue(pair.from, name), keywordValue(pair.to, name)]
    if (!isSame(before, after))
      visit.note('text-changed', { ...keywordLocations(pair, name), name, before, after })
  }
}

const examplesOf = (intersection: Intersection): readonly unknown[] =>
  hasKeyword(intersection, 'example')
    ? [keywordValue(intersection, 'example')]
    : listOf(keywordValue(intersection, 'examples'))

const compareExamples = (visit: Visit, pair: SchemaPair): void => {
  const [before, after] = [examplesOf(pair.from), examplesOf(pair.to)]
  if (isSame(before, after)) return
  const key = hasKeyword(pair.to, 'examples') || hasKeyword(pair.from, 'examples') ? 'examples' : 'example'
  visit.note('example-changed', { ...keywordLocations(pair, key), name: 'example', before, after })
}

const isDeprecated = (intersection: Intersection): boolean =>
  intersection.subschemas.some(({ schema }) => schema['deprecated'] === true)

const compareDeprecation = (visit: Visit, pair: SchemaPair): void => {
  const [old, fresh] = [isDeprecated(pair.from), isDeprecated(pair.to)]
  if (old === fresh) return
  visit.note(
    fresh ? 'schema-deprecated' : 'schema-no-longer-deprecated',
    keywordLocations(pair, 'deprecated'),
  )
}

const compareDefaults = (visit: Visit, pair: SchemaPair): void => {
  const [before, after] = [keywordValue(pair.from, 'default'), keywordValue(pair.to, 'default')]
  if (isSame(before, after)) return
  const suffix = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  visit.report(`default-${suffix}`, { ...keywordLocations(pair, 'default'), before, after })
}

const compareXml = (visit: Visit, pair: SchemaPair): void => {
  const [before, after] = [keywordValue(pair.from, 'xml'), keywordValue(pair.to, 'xml')]
  if (!isSame(before, after))
    visit.report('xml-changed', { ...keywordLocations(pair, 'xml'), name: 'xml', before, after })
}

/** Keywords that nobody but their author understands. */
const extensionsOf = (intersection: Intersection): ReadonlySet<string> =>
  new Set(
    intersection.subschemas.flatMap(({ schema }) =>
      Object.keys(schema).filter((key) => !understood.has(key) && key !== 'x-extensible-enum'),
    ),
  )

const compareExtensions = (visit: Visit, pair: SchemaPair): void => {
  for (const name of new Set([...extensionsOf(pair.from), ...extensionsOf(pair.to)])) {
    const [before, after] = [keywordValue(pair.from, name), keywordValue(pair.to, name)]
    if (!isSame(before, after))
      visit.note('extension-changed', { ...keywordLocations(pair, name), name, before, after })
  }
}

/** Compares annotations: prose, examples, defaults, deprecation, extensions. */
export function compareAnnotations(visit: Visit, pair: SchemaPair): void {
  compareTexts(visit, pair)
  compareExamples(visit, pair)
  compareDeprecation(visit, pair)
  compareDefaults(visit, pair)
  compareXml(visit, pair)
  compareExtensions(visit, pair)
}
