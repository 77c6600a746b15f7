import { isDeepStrictEqual } from 'node:util'
import {
  type JsonObject,
  isObject,
  listOf,
  member,
  memberAt,
  objectOf,
  pointerTo,
  resolvePath,
  resolvePointer,
  segmentsOf,
  textOf,
} from '../../document/index.js'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import { problemAt, invalidDocument, noteAt, type Path } from './problems.js'

/** Maps a path in a converted document to the user's document; undefined if it has no counterpart there. */
export type PathInText = (path: readonly string[]) => readonly string[] | undefined

/** A copy without references to shared body and form parameters, which the library would take for other parameters. */
const withOwnBodies = (root: JsonObject): JsonObject => {
  const own = (holder: unknown): unknown => {
    const parameters = member(holder, 'parameters')
    if (!isObject(holder) || !Array.isArray(parameters)) return holder
    // Cloned, because the library changes what it converts.
    const copies = parameters.map((one) => structuredClone(sharedBody(root, one)?.shared ?? one))
    return { ...holder, parameters: copies }
  }
  const paths = mapValues(root['paths'], (item) => own(mapValues(item, own)))
  return structuredClone({ ...root, paths })
}

/**
 * A copy in which each response has the media types of its operation; the library prefers those of the document. A
 * shared response has those of the first operation that refers to it, and the others that differ get a copy of it.
 */
const withOwnTypes = (root: JsonObject): JsonObject => {
  const { produces: common = ['application/json'], ...rest } = root
  const typesOf = new Map<string, unknown>()
  const own = (operation: unknown): unknown => {
    if (!isObject(operation) || !isObject(operation['responses'])) return operation
    const { produces = common } = operation
    const responses = mapValues(operation['responses'], (response) => {
      const ref = textOf(member(response, '$ref'))
      const shared = ref === undefined ? undefined : resolvePointer(root, ref)
      if (ref === undefined || !isObject(shared)) return response
      const types = typesOf.get(ref) ?? produces
      typesOf.set(ref, types)
      return isDeepStrictEqual(types, produces) ? response : structuredClone(shared)
    })
    return { ...operation, produces, responses }
  }
  const paths = mapValues(root['paths'], (item) => mapValues(item, own))
  const typed = Object.entries(objectOf(root['responses'])).map(([name, response]) => {
    const types = typesOf.get(pointerTo(['responses', name])) ?? common
    return [name, withContent(response, listOf(types).map(String))] as const
  })
  return { ...rest, paths, ...(typed.length > 0 && { responses: Object.fromEntries(typed) }) }
}

/** A response whose schema is that of its media types. */
const withContent = (response: unknown, types: readonly string[]): unknown => {
  if (!isObject(response) || response['schema'] === undefined) return response
  const { schema, ...rest } = response
  return { ...rest, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

/** An object with other values; anything else as it is. */
const mapValues = (value: unknown, to: (held: unknown) => unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, held]) => [key, to(held)])) : value

/** Swagger 2.0 has no null, so generators of documents use an extension for it. */
const asNullable = (_name: string, value: unknown): unknown =>
  isObject(value) && value['x-nullable'] === true ? { ...value, nullable: true } : value

const styles: Readonly<Record<string, string>> = { ssv: 'spaceDelimited', pipes: 'pipeDelimited' }

/** The paths of lists that are joined by tabs, which OpenAPI 3 has no style for. */
const tabsIn = (value: unknown, path: Path = []): Path[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, held]) => {
        const at = [...path, key]
        return key === 'collectionFormat' && held === 'tsv' ? [at] : tabsIn(held, at)
      })

/** The schema of a form field, and the style of its list. */
const fieldOf = ({ name, in: _in, required: _required, collectionFormat, ...schema }: JsonObject) => {
  const style = styles[String(collectionFormat)] ?? 'form'
  const isJoined = schema['type'] === 'array' && collectionFormat !== 'multi'
  return { name: String(name), schema, encoding: isJoined ? { style, explode: false } : undefined }
}

/** The library omits that a form with a required field is required, and of fields all but their types. */
const completeForms = (converted: unknown, root: JsonObject): void => {
  for (const [path, item] of Object.entries(objectOf(root['paths'])))
    for (const method of Object.keys(objectOf(item))) {
      const body = memberAt(converted, 'paths', path, method, 'requestBody')
      const parameters = [[], [method]].flatMap((below) => parametersOf(root, ['paths', path, ...below]))
      const fields = parameters.map(({ parameter }) => parameter).filter((one) => one['in'] === 'formData')
      if (!isObject(body) || fields.length === 0) continue
      if (fields.some((one) => one['required'])) Object.assign(body, { required: true })
      for (const content of Object.values(objectOf(body['content'])).map(objectOf))
        for (const { name, schema, encoding } of fields.map(fieldOf)) {
          const property = objectOf(memberAt(content, 'schema', 'properties', name))
          if (schema['type'] !== 'file') Object.assign(property, schema)
          const written = { ...objectOf(content['encoding']), [name]: encoding }
          if (encoding) Object.assign(content, { encoding: written })
        }
    }
}

/** Converts Swagger 2.0 to OpenAPI 3.0; undefined for others. @throws RampartError DOCUMENT_INVALID */
export async function convertSwagger(value: unknown, file: string) {
  if (!isObject(value) || String(value['swagger']) !== '2.0') return undefined
  const { upgradeFromTwoToThree } = await import('#bundled/@scalar/openapi-upgrader/2.0-to-3.0')
  try {
    const converted: unknown = upgradeFromTwoToThree({
      ...withOwnBodies(withOwnTypes(value)),
      swagger: '2.0',
    })
    // Through text, because the library shares objects and leaves members that are undefined.
    const text = JSON.stringify(converted)
    const root: unknown = JSON.parse(text, text.includes('"x-nullable":true') ? asNullable : undefined)
    completeForms(root, value)
    const pathInText: PathInText = (path) => existing(value, spelledPath(value, path))
    const notes = [
      noteAt(file, ['swagger'], 'the document is Swagger 2.0; it is read as OpenAPI 3.0'),
      ...tabsIn(value).map((path) =>
        noteAt(file, path, '"tsv" is not a style of OpenAPI 3.0; it is ignored'),
      ),
    ]
    return { root: objectOf(root), pathInText, notes }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const problem = problemAt(file, [], `it cannot be read as OpenAPI 3.0: ${reason}`)
    throw invalidDocument(file, [problem], { cause })
  }
}

/** Maps a JSON Pointer of a document to the text that it was read from; undefined without a counterpart there. */
export function pointerInText(pathInText: PathInText | undefined, pointer: string): string | undefined {
  const path = segmentsOf(pointer)
  const own = pathInText ? pathInText(path) : path
  return own && pointerTo(own)
}

/** A problem with its pointer and references mapped to the user's document where they exist there. */
export function problemInText(problem: Problem, pathInText: PathInText): Problem {
  const message = problem.message.replace(
    /"#\/components\/(\w+)/g,
    (converted, kind: string) => `"#/${sections[kind] ?? converted.slice(3)}`,
  )
  const { where } = problem
  if (where?.pointer === undefined) return { ...problem, message }
  const { pointer, ...file } = where
  const own = pointerInText(pathInText, pointer)
  return { ...problem, message, where: own === undefined ? file : { ...where, pointer: own } }
}

/** An error with its problems mapped to the user's document where they exist there. */
export function errorInText(error: unknown, pathInText: PathInText): unknown {
  if (!(error instanceof RampartError) || error.problems.length === 0) return error
  return error.with({ problems: error.problems.map((problem) => problemInText(problem, pathInText)) })
}

const existing = (root: unknown, path: readonly string[] | undefined): readonly string[] | undefined =>
  path !== undefined && resolvePath(root, path) !== undefined ? path : undefined

const sections: Readonly<Record<string, string>> = {
  schemas: 'definitions',
  parameters: 'parameters',
  requestBodies: 'parameters',
  responses: 'responses',
  securitySchemes: 'securityDefinitions',
}

/** The path below a response, whose schema became the schema of each media type. */
const inResponse = ([first, second = '', third, ...rest]: readonly string[]): readonly string[] => {
  if (first === 'content') return third === 'schema' ? ['schema', ...rest] : []
  if (first === 'headers') return ['headers', second, ...(third === 'schema' ? rest : [])]
  return first === undefined ? [] : [first]
}

// In Swagger 2.0 the keywords of a parameter's schema are members of the parameter.
const inParameter = ([first, ...rest]: readonly string[]): readonly string[] =>
  first === 'schema' ? rest : first === undefined ? [] : [first, ...rest]

const inBody = (rest: readonly string[]): readonly string[] => (rest[0] === 'content' ? rest.slice(2) : [])

const isOfBody = (parameter: unknown): boolean =>
  ['body', 'formData'].includes(String(isObject(parameter) ? parameter['in'] : ''))

/** The body or form parameter that a reference in a list of parameters leads to, with its pointer. */
const sharedBody = (root: JsonObject, parameter: unknown) => {
  const ref = textOf(member(parameter, '$ref'))
  const shared = ref === undefined ? undefined : resolvePointer(root, ref)
  return ref !== undefined && isObject(shared) && isOfBody(shared) ? { ref, shared } : undefined
}

/** The parameters of a list with their paths; body parameters that are shared have the path of the shared one. */
const parametersOf = (root: JsonObject, holder: readonly string[]) =>
  listOf(resolvePath(root, [...holder, 'parameters'])).map((one, index) => {
    const { ref, shared = one } = sharedBody(root, one) ?? {}
    const path = ref === undefined ? [...holder, 'parameters', String(index)] : segmentsOf(ref)
    return { parameter: objectOf(shared), path }
  })

/** The body parameter, or the form parameter for a field of it, in a list of parameters. */
const bodyIn = (root: JsonObject, holder: readonly string[], rest: readonly string[]) => {
  const parameters = parametersOf(root, holder).filter(({ parameter }) => isOfBody(parameter))
  const inside = inBody(rest)
  const body = parameters.find(({ parameter }) => parameter['in'] === 'body')
  if (body) return [...body.path, ...inside]
  const name = inside[1] === 'properties' ? inside[2] : undefined
  const field = parameters.find(({ parameter }) => name !== undefined && parameter['name'] === name)
  return field ? [...field.path, ...inside.slice(3)] : parameters[0]?.path
}

/** The parameter at an index of a list from which body parameters were removed. */
const parameterIn = (root: JsonObject, holder: readonly string[], index: string, rest: readonly string[]) => {
  const left = parametersOf(root, holder).filter(({ parameter }) => !isOfBody(parameter))
  const found = left[Number(index)]
  return found && [...found.path, ...inParameter(rest)]
}

const inComponents = ([kind = '', name = '', ...rest]: readonly string[]): readonly string[] | undefined => {
  const section = sections[kind]
  if (section === undefined) return undefined
  const none = (): readonly string[] => []
  const inside = {
    parameters: inParameter,
    requestBodies: inBody,
    responses: inResponse,
    securitySchemes: none,
  }
  const below = Object.entries(inside).find(([known]) => known === kind)?.[1](rest) ?? rest
  return [section, name, ...below]
}

/** Maps a path in the converted document to the user's document. */
const spelledPath = (root: JsonObject, path: readonly string[]): readonly string[] | undefined => {
  const [section, name = '', third, fourth = '', ...rest] = path
  if (section === 'components') return inComponents(path.slice(1))
  if (section !== 'paths' || third === undefined) return path
  const item = ['paths', name]
  if (third === 'parameters') return fourth === '' ? path : parameterIn(root, item, fourth, rest)
  const operation = [...item, third]
  if (fourth === 'responses') {
    const response = [...operation, fourth, ...rest.slice(0, 1)]
    const ref = rest.length > 1 ? textOf(member(resolvePath(root, response), '$ref')) : undefined
    return [...(ref === undefined ? response : segmentsOf(ref)), ...inResponse(rest.slice(1))]
  }
  if (fourth === 'parameters' && rest[0] !== undefined)
    return parameterIn(root, operation, rest[0], rest.slice(1))
  if (fourth === 'requestBody') return bodyIn(root, operation, rest) ?? bodyIn(root, item, rest)
  return path
}
