import type { Method, Operation, Surface } from '../../runtime/surface.js'

const isParameter = (segment: string): boolean => segment.startsWith('{') && segment.endsWith('}')

/** A path without the names of its parameters and without the prefix that the base URL already holds. */
const shapeOf = (path: string, prefix: string): string => {
  const own = prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
  return own
    .split('/')
    .map((segment) => (isParameter(segment) ? '{}' : segment))
    .join('/')
}

/** The operations of one surface, found by method and path however the document names the path's parameters. */
export class OperationIndex {
  readonly #byShape = new Map<string, Operation>()
  readonly #prefix: string

  /** @param baseUrl API root: documents may or may not repeat its path in theirs */
  constructor(surface: Surface, baseUrl: string) {
    this.#prefix = new URL(baseUrl).pathname.replace(/\/+$/, '')
    for (const operation of Object.values(surface.operations)) {
      this.#byShape.set(`${operation.method} ${shapeOf(operation.path, this.#prefix)}`, operation)
    }
  }

  /** The operation at a template such as `/customers/{}/abilities`. */
  find(method: Method, template: string): Operation | undefined {
    return this.#byShape.get(`${method} ${template}`)
  }

  /** Path template of an operation relative to the base URL. */
  relativePath(operation: Operation): string {
    const repeats = this.#prefix !== '' && operation.path.startsWith(`${this.#prefix}/`)
    return repeats ? operation.path.slice(this.#prefix.length) : operation.path
  }

  /** The operation that a concrete path belongs to; fixed segments win over parameters. */
  match(method: string, path: string): Operation | undefined {
    const wanted = path.split('/')
    const candidates = [...this.#byShape].filter(([shape]) => {
      const [shapeMethod, shapePath = ''] = shape.split(' ')
      const segments = shapePath.split('/')
      return (
        shapeMethod === method.toLowerCase() &&
        segments.length === wanted.length &&
        segments.every((segment, index) => segment === '{}' || segment === wanted[index])
      )
    })
    const parameters = (shape: string): number => shape.split('{}').length
    return candidates.toSorted(([a], [b]) => parameters(a) - parameters(b))[0]?.[1]
  }
}
