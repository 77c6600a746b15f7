import { appliesTo } from '../../../conformance/model/rule.js'
import { OperationIndex, type VersionUnderTest } from '../../../conformance/session/version-under-test.js'
import { catalogue } from '../../../payment/index.js'
import { sections } from '../../../payment/pack/specification.js'
import { hasRule } from '../../../payment/statements/statement.js'
import { distinct } from '../../../payment/documents/view.js'
import type { Surface } from '../../../runtime/surface.js'
import { namedOperations } from '../../../payment/tables/operations.js'
import type { JsonObject } from './editing.js'
import { documents } from '../../specs/documents.js'
import { type RawDocument, surfaceOf } from './surface.js'

const kept = new Set([
  ...namedOperations.map(([, template]) => template.replaceAll('{}', '{id}')),
  '/autoramps',
  '/customers/{id}',
  '/webhooks',
])

const references = /"#\/components\/schemas\/([^"]+)"/g

/**
 * The text of a document reduced to the operations that the specification names, a few others, and their components.
 */
const prune = (document: JsonObject): string => {
  const whole: RawDocument = JSON.parse(JSON.stringify(document))
  const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => kept.has(path)))
  const { schemas = {}, ...others } = whole.components
  const names = new Set(
    Array.from(JSON.stringify([paths, whole.webhooks, others]).matchAll(references), ([, name = '']) => name),
  )
  for (const name of names)
    for (const [, further = ''] of JSON.stringify(schemas[name]).matchAll(references)) names.add(further)
  const named = Object.keys(schemas).filter((name) => names.has(name) || name.startsWith('Webhook'))
  const used = Object.fromEntries(named.map((name) => [name, schemas[name]]))
  return JSON.stringify({ ...whole, paths, components: { ...others, schemas: used } })
}

/** Texts of the reference documents, by version. */
export const texts: ReadonlyMap<string, string> = new Map(
  [...documents].map(([version, document]) => [version, prune(document)]),
)

const underTest = (surface: Surface): VersionUnderTest => {
  const { version } = surface
  const operations = Object.values(surface.operations)
  const api = { version, surface, document: {}, baseUrl: 'http://localhost/api', operations }
  return { version, surface, operations: new OperationIndex(api), api }
}

const parsed = (text: string): RawDocument => JSON.parse(text)

/** Documents as judges see them, by version. */
export const viewsOf = (surfaces: readonly Surface[]): ReadonlyMap<string, VersionUnderTest> =>
  new Map(surfaces.map((surface) => [surface.version, underTest(surface)]))

/** The reference documents, beside which another document is judged. */
const correct = viewsOf([...texts].map(([version, text]) => surfaceOf(parsed(text), version)))

/** The rules about documents, by rule id: each a function of the document. */
export const documentJudges = Object.fromEntries(
  sections
    .flatMap(({ statements }) => Object.entries(statements))
    .flatMap(([id, own]) => (hasRule(own) && own.judge ? [[id, own.judge]] : [])),
)

const rules = catalogue.filter(({ id }) => id in documentJudges)

/** Messages of the rules about documents for a surface beside others: `severity rule: message`. */
export const toldOf = (
  surface: Surface,
  isMeant: (rule: string) => boolean = () => true,
  others: ReadonlyMap<string, VersionUnderTest> = correct,
): readonly string[] => {
  const under = underTest(surface)
  const versions = new Map([...others, [surface.version, under]])
  const view = { ...under, versions }
  return rules
    .filter((rule) => isMeant(rule.id) && appliesTo(rule.versions, surface.version))
    .flatMap(({ id, severity }) =>
      distinct(documentJudges[id]?.(view) ?? []).map(({ message }) => `${severity} ${id}: ${message}`),
    )
}

/** Messages of the chosen rules for a document. */
export const told = (
  document: RawDocument,
  version: string,
  isMeant?: (rule: string) => boolean,
): readonly string[] => toldOf(surfaceOf(document, version), isMeant)
