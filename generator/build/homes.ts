import { fileName, identifier, SafeNames } from './names.js'

/** Where the validator of a schema lives: a module below `validators/` and an export of it. */
export interface Home {
  readonly module: string
  readonly exportName: string
}

const bodyType = (rest: readonly string[]): string | undefined => {
  const [first, status, content, mediaType, last, ...more] = rest
  const quoted = (text: string | undefined): string => `[${JSON.stringify(text)}]`
  if (first === 'responses' && content === 'content' && last === 'schema' && more.length === 0) {
    const key = /^\d+$/.test(status ?? '') ? `[${status}]` : quoted(status)
    return `["responses"]${key}["content"]${quoted(mediaType)}`
  }
  return undefined
}

/** Assigns homes by the place of a schema in the document, so that an edit elsewhere moves nothing. */
export class Homes {
  readonly #modules = new SafeNames((name) => {
    const [folder = '', ...rest] = name.split('\n')
    return `${folder}/${fileName(rest.join('\n'))}`
  })
  readonly #exports = new Map<string, SafeNames>()
  readonly #operationIds: ReadonlyMap<string, string>

  /** @param operationIds name of an operation by `<path>\n<method>` */
  constructor(operationIds: ReadonlyMap<string, string>) {
    this.#operationIds = operationIds
  }

  /** The home of the schema at a path of the document. `suffix` sets directions apart where they differ. */
  home(path: readonly string[], suffix: '' | 'request' | 'response'): Home {
    const { folder, owner, rest } = this.#split(path)
    const plain = this.#modules.get(`${folder}\n${owner}`)
    if (rest.length === 0)
      return { module: suffix === '' ? plain : `${plain}.${suffix}`, exportName: 'default' }
    const exports = this.#exports.get(plain) ?? new SafeNames(identifier)
    this.#exports.set(plain, exports)
    return {
      module: plain,
      exportName: exports.get([...rest, suffix].filter((part) => part !== '').join('_')),
    }
  }

  /** TypeScript type of the schema at a path, in terms of the generated `types.d.ts`. */
  typeOf(path: readonly string[]): string {
    const [root, second = '', third = '', ...rest] = path
    if (root === 'components' && second === 'schemas' && rest.length === 0) {
      return `components["schemas"][${JSON.stringify(third)}]`
    }
    const body = root === 'paths' ? bodyType(rest) : undefined
    return body === undefined
      ? 'unknown'
      : `paths[${JSON.stringify(second)}][${JSON.stringify(third)}]${body}`
  }

  #split(path: readonly string[]): { folder: string; owner: string; rest: readonly string[] } {
    const [root = '', second = '', third = '', ...rest] = path
    const operation = this.#operationIds.get(`${second}\n${third}`)
    if (root === 'components') return { folder: second, owner: third, rest }
    if (root === 'paths' && operation !== undefined) return { folder: 'operations', owner: operation, rest }
    if (root === 'paths') return { folder: 'paths', owner: second, rest: [third, ...rest] }
    if (root === 'webhooks') return { folder: 'webhooks', owner: second, rest: [third, ...rest] }
    return { folder: 'others', owner: root, rest: [second, third, ...rest] }
  }
}
