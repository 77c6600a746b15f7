import { isObject, pointerOf, resolvePath } from '../../document/index.js'
import { exportedName, SafeNames } from './names.js'

/** The exported identifiers of a version that names of units depend on. */
export interface KnownNames {
  /** Identifiers of component schemas, by name. */
  readonly schemas: ReadonlyMap<string, string>
  /** Functions of operations, by name of the operation. */
  readonly operations: ReadonlyMap<string, { readonly function: string }>
}

/** The name of an operation by `<path>\n<method>`. */
export type OperationNames = ReadonlyMap<string, string>

/** The direction of a value, if its schema is validated differently in each. */
export type View = '' | 'request' | 'response'

const indexed = (type: string, ...keys: readonly string[]): string =>
  type + keys.map((key) => `[${/^[1-5]\d\d$/.test(key) ? key : JSON.stringify(key)}]`).join('')

/** Type of the schema of a media type, derived from the type of its body. */
const contentType = (body: string, rest: readonly string[]): string | undefined => {
  const [content, mediaType = '', schema, ...more] = rest
  return content === 'content' && schema === 'schema' && more.length === 0
    ? indexed(body, 'content', mediaType)
    : undefined
}

const bodyType = (operation: string, rest: readonly string[]): string | undefined => {
  const [first, status = '', ...more] = rest
  if (first === 'responses') return contentType(indexed(operation, 'responses', status), more)
  const body = `NonNullable<${indexed(operation, 'requestBody')}>`
  return first === 'requestBody' ? contentType(body, rest.slice(1)) : undefined
}

const componentType = (kind: string, name: string, rest: readonly string[]): string | undefined => {
  const type = `components${indexed('', kind)}[${JSON.stringify(name)}]`
  if (kind === 'schemas') return rest.length === 0 ? type : undefined
  return kind === 'responses' || kind === 'requestBodies' ? contentType(type, rest) : undefined
}

const isComponentSchema = ([root, kind, , ...rest]: readonly string[]): boolean =>
  root === 'components' && kind === 'schemas' && rest.length === 0

// Words in nearly every name, which carry no information.
const usual = new Set(['content', 'application/json', 'schema'])

/** Names units by the location of their schema, so that other edits of the document rename none. */
export class UnitNames {
  readonly #root: unknown
  readonly #known: KnownNames
  readonly #operations: OperationNames
  // Keyed by location, so that names are unique; the printed name is derived from it.
  readonly #readable = new Map<string, string>()
  readonly #safe: SafeNames

  constructor(root: unknown, known: KnownNames, operations: OperationNames) {
    this.#root = root
    this.#known = known
    this.#operations = operations
    this.#safe = new SafeNames(
      (key) => exportedName(this.#readable.get(key) ?? key),
      [
        'validators',
        ...known.schemas.values(),
        ...Array.from(known.operations.values(), ({ function: name }) => `${name}Validators`),
        ...Array.from(known.operations.values(), ({ function: name }) => `${name}Responses`),
      ],
    )
    for (const schema of [...known.schemas.keys()].toSorted())
      this.nameOf(['components', 'schemas', schema], 'request')
  }

  /** The unit name for the schema at a path of the document. `view` separates directions that differ. */
  nameOf(path: readonly string[], view: View): string {
    const own = isComponentSchema(path) ? this.#known.schemas.get(path[2] ?? '') : undefined
    if (own !== undefined && view !== 'request') return own
    const key = `${view} ${pointerOf(...path)}`
    const words = own === undefined ? this.#wordsOf(path) : [own]
    this.#readable.set(key, [...words, view].filter((word) => word !== '').join('_'))
    return this.#safe.get(key)
  }

  /** TypeScript type of the schema at a path, in terms of the generated `types.d.ts`; `view` if it has two. */
  typeOf(path: readonly string[], view: View = ''): string {
    const [root, second = '', third = '', ...rest] = path
    if (isComponentSchema(path) && view === 'request') return `requests[${JSON.stringify(third)}]`
    if (root === 'components') return componentType(second, third, rest) ?? 'unknown'
    const operation = `paths[${JSON.stringify(second)}][${JSON.stringify(third)}]`
    return (root === 'paths' ? bodyType(operation, rest) : undefined) ?? 'unknown'
  }

  /** The words of the name of a location. */
  #wordsOf(path: readonly string[]): string[] {
    const [root = '', second = '', third = '', ...rest] = path
    const operation = root === 'paths' ? this.#operations.get(`${second}\n${third}`) : undefined
    if (operation !== undefined) {
      const start = this.#known.operations.get(operation)?.function ?? operation
      return [start, ...this.#below(path.slice(0, 3), rest)]
    }
    if (root === 'components') {
      const start = second === 'schemas' ? this.#known.schemas.get(third) : undefined
      return [...(start === undefined ? [second, third] : [start]), ...this.#below(path.slice(0, 3), rest)]
    }
    const start = root === 'paths' ? [] : [root]
    return [...start, second, ...this.#below(path.slice(0, 2), [third, ...rest])]
  }

  #below(holder: readonly string[], rest: readonly string[]): string[] {
    return rest.flatMap((segment, index) => {
      if (rest[index - 1] === 'parameters') {
        const parameter = resolvePath(this.#root, [...holder, ...rest.slice(0, index + 1)])
        return isObject(parameter) ? [String(parameter['in']), String(parameter['name'])] : [segment]
      }
      return usual.has(segment) ? [] : [segment]
    })
  }
}
