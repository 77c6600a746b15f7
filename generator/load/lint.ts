import type * as redocly from '@redocly/openapi-core'
import { didYouMean, nearest, type Problem } from '../../diagnostics/index.js'
import {
  assertionKeywords,
  compositionKeywords,
  dialectOf,
  discriminatorIn,
  entriesOf,
  groupedBy,
  isAsserting,
  isObject,
  lastKey,
  listOf,
  locationsOf,
  memberAt,
  objectOf,
  type OperationSection,
  operationsIn,
  parametersIn,
  parametersOf,
  pointerTo,
  resolvePointer,
  segmentsOf,
} from '../../document/index.js'
import type { LoadedDocument, RawObject } from '../model/document.js'
import { noteAt, type Path } from './problems.js'

interface Found {
  readonly path: Path
  readonly message: string
}

const found = (path: Path, message: string): Found => ({ path, message })

/** Rules of @redocly/openapi-core about what is generated; the others are about style. */
const rules = {
  struct: 'warn',
  'operation-operationId-unique': 'warn',
  'operation-parameters-unique': 'warn',
} as const

// Code is generated from none of these.
const isProse = (pointer: string, message: string): boolean =>
  /^#\/(?:info|tags|externalDocs)\b|\/examples?$/.test(pointer) ||
  /^The field `(?:description|info|title|version)` must be present/.test(message)

// `readSchema` knows keywords of another dialect, and null for a keyword that was left empty.
const isRead = (pointer: string, message: string): boolean =>
  message.includes('but got `null`') ||
  // Earlier versions have it as an extension, which was renamed.
  pointer === '#/webhooks' ||
  /\/(?:exclusiveM(?:in|ax)imum|nullable)$/.test(pointer) ||
  (pointer.endsWith('/items') && message.endsWith('got `array`')) ||
  message.startsWith('`type` can be one of the following only: "object"')

const isUnexpected = (message: string): boolean => message.includes('is not expected here')

// Few misspellings change the first letter, and a short name of the author's own is near many others.
const isMisspelled = (key: string, names: readonly string[]): boolean =>
  nearest(key, names).some((name) => name.startsWith(key.charAt(0).toLowerCase()))

/** Whether a problem changes the generated code; a member that OpenAPI does not know may be the author's own. */
const isRelevant = ({ message, suggest, location }: redocly.NormalizedProblem): boolean => {
  const pointer = location[0]?.pointer ?? ''
  if (isProse(pointer, message) || isRead(pointer, message)) return false
  const key = lastKey(pointer)
  return !isUnexpected(message) || (!isAsserting(key) && isMisspelled(key, suggest))
}

const libraryFindings = async (root: RawObject, file: string): Promise<Found[]> => {
  const { BaseResolver, createConfig, lintDocument, Source } = await import('@redocly/openapi-core')
  class Closed extends BaseResolver {
    override loadExternalRef(ref: string): Promise<never> {
      return Promise.reject(new Error(`${ref} is not read`))
    }
  }
  const config = await createConfig({ rules })
  const document = { source: new Source(file, ''), parsed: root }
  const problems = await lintDocument({ document, config, externalRefResolver: new Closed(config.resolve) })
  return problems.filter(isRelevant).map((problem) => {
    const pointer = problem.location[0]?.pointer ?? '#'
    const meant = didYouMean(lastKey(pointer), problem.suggest)
    return found(segmentsOf(pointer), problem.message.replace(/\.$/, '') + meant)
  })
}

const stylesOf: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
}

const parameterFindings = (parameter: RawObject, path: Path): Found[] => {
  const { name, in: location, style, required, content } = parameter
  const known = stylesOf[String(location)]
  const messages = [
    location === 'path' && required !== true && `the path parameter "${String(name)}" is not "required"`,
    typeof style === 'string' &&
      known?.includes(style) === false &&
      `"${style}" is not a style of a parameter in ${JSON.stringify(location)}`,
    entriesOf(content).length > 1 && `the parameter "${String(name)}" has several media types`,
  ]
  return messages.flatMap((message) => (message === false ? [] : [found(path, message)]))
}

const statusCode = /^(?:[1-5](?:\d\d|XX)|default|x-.*)$/i

const operationFindings = function* (root: RawObject, section: OperationSection): Generator<Found> {
  for (const operation of operationsIn(root, section, true)) {
    const { name, node, path } = operation
    const parameters = parametersOf(root, operation)
    const filled = new Set(parameters.map(({ node: one }) => one['in'] === 'path' && one['name']))
    const expected = section === 'paths' ? parametersIn(name) : []
    const isOdd = section === 'paths' && /[{}]/.test(name.replaceAll(/\{[^{}]+\}/g, ''))
    if (isOdd) yield found(path.slice(0, -1), 'the path has a brace that belongs to no parameter')
    for (const one of expected) {
      if (filled.has(one)) continue
      yield found(path, `no path parameter is named "${one}", so the operation cannot be called`)
    }
    for (const one of parameters) yield* parameterFindings(one.node, one.path)
    for (const [code] of entriesOf(node['responses'])) {
      if (!statusCode.test(code)) yield found([...path, 'responses', code], `"${code}" is not a status code`)
    }
    yield* securityFindings(root, node, path)
  }
}

const securityFindings = (root: RawObject, { security }: RawObject, path: Path): Found[] => {
  const schemes = objectOf(memberAt(root, 'components', 'securitySchemes'))
  const names = listOf(security).flatMap((one) => Object.keys(objectOf(one)))
  return names
    .filter((name) => !Object.hasOwn(schemes, name))
    .map((name) =>
      found([...path, 'security'], `no security scheme is named "${name}"; no credentials are sent for it`),
    )
}

const emptied = ['enum', ...compositionKeywords]

const bounds = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

const boundFindings = (node: RawObject, path: Path): Found[] =>
  bounds
    .filter(([least, most]) => Number(node[least]) > Number(node[most]))
    .map(([least, most]) => found([...path, least], `"${least}" is above "${most}", so no value is allowed`))

const schemaFindings = function* (root: RawObject): Generator<Found> {
  const isOld = dialectOf(root) === '3.0'
  for (const { kind, node, path } of locationsOf(root)) {
    if (!isObject(node)) continue
    const types = kind === 'map' && path.at(-1) === 'content' ? Object.keys(node) : []
    for (const type of types) {
      if (!type.includes('/')) yield found([...path, type], `"${type}" is not a media type`)
    }
    if (kind !== 'schema') continue
    for (const [value, refs] of discriminatorIn(node)?.mapping ?? []) {
      const at = [...path, 'discriminator', 'mapping', value]
      if (refs.every((ref) => isGone(root, ref))) yield found(at, 'the mapping leads to no schema')
    }
    for (const key of emptied) {
      const { [key]: list } = node
      const isEmpty = Array.isArray(list) && list.length === 0
      if (isEmpty) yield found([...path, key], `"${key}" is empty; it is ignored`)
    }
    yield* boundFindings(node, path)
    if (node['multipleOf'] === 0) yield found([...path, 'multipleOf'], 'no number is a multiple of 0')
    for (const key of isOld && '$ref' in node ? Object.keys(node).filter(isIgnored) : []) {
      yield found([...path, key], `"${key}" is ignored, as OpenAPI 3.0 does beside "$ref"`)
    }
  }
}

// A type beside a reference mostly repeats that of its target.
const isIgnored = (key: string): boolean => assertionKeywords.has(key) && key !== 'type'

// A reference to another file was replaced when the files were bundled, and is not looked for.
const isGone = (root: RawObject, ref: string): boolean =>
  !/^[^#]*[/.]/.test(ref) && resolvePointer(root, ref) === undefined

/** The findings as notes, the first at each location; equal ones become one, which counts them. */
const notesOf = (all: readonly Found[], file: string): Problem[] => {
  const distinct = new Map(all.toReversed().map((one) => [pointerTo(one.path), one]))
  const groups = groupedBy([...distinct.values()].toReversed(), ({ message }) => message)
  return Array.from(groups, ([message, same]) => {
    const more = same.length === 1 ? '' : ` (the first of ${same.length} places)`
    return noteAt(file, same[0]?.path ?? [], message + more)
  })
}

/**
 * Notes on what OpenAPI does not allow in a document for which code can be generated. A document that was converted
 * from Swagger 2.0 has none, because the conversion may have caused them.
 */
export async function lint({ root, file, pathInText }: LoadedDocument): Promise<readonly Problem[]> {
  if (pathInText) return []
  const own = [
    ...operationFindings(root, 'paths'),
    ...operationFindings(root, 'webhooks'),
    ...securityFindings(root, root, []),
    ...schemaFindings(root),
  ]
  return notesOf([...own, ...(await libraryFindings(root, file))], file)
}
