import { isMissing } from '../exchange/reading.js'
import { type Api, type Call, type Observed, requiredQuery } from '../model/case.js'
import { filledPath } from '../requests/write-request.js'
import { pathsAbove, withoutFormat } from '../resources/paths.js'

/** Whether a request reads what is at its path. With an optional parameter it may look elsewhere. */
export function isReadOfPath({ case: { call }, exchange }: Observed): boolean {
  const isNeeded = (name: string): boolean =>
    call.operation.parameters.some((one) => one.in === 'query' && one.name === name && one.required)
  return exchange.request.method.toLowerCase() === 'get' && Object.keys(call.query).every(isNeeded)
}

/** Whether a read found nothing at its path. */
export function foundNothing(observed: Observed): boolean {
  return isMissing(observed.exchange) && isReadOfPath(observed)
}

/** The paths at which the last read found nothing, with no write since, except for deletions. */
export class Absences {
  readonly #api: Api
  readonly #paths = new Set<string>()

  constructor(api: Api) {
    this.#api = api
  }

  learn(observed: Observed): void {
    const { case: { call }, exchange: { request, response: { status } } } = observed // prettier-ignore
    const method = request.method.toLowerCase()
    // An undeclared GET proves nothing about what exists.
    const isDeclared = method === call.operation.method && (call.credentials ?? 'own') === 'own'
    const [own = ''] = this.#pathsOf(call)
    if (isDeclared && foundNothing(observed)) this.#paths.add(own)
    else if (status > 0 && status < 400 && method !== 'delete') this.#paths.delete(own)
  }

  /**
   * Whether the path of a call is among them, or that of a thing above it. A path without an
   * id of its own addresses a part of the thing above it: `PUT /users/{id}/picture`.
   */
  include(call: Call): boolean {
    const { method, path } = call.operation
    const [own = '', ...above] = this.#pathsOf(call)
    const isPart = method !== 'get' && method !== 'delete' && !withoutFormat(path).endsWith('}')
    return (isPart ? above : [own, ...above]).some((one) => this.#paths.has(one))
  }

  /**
   * The path of a call and those of the things above it, each with its template, because two parameters may name two
   * kinds, and with the query parameters that choose where it looks: `?project=a`.
   */
  #pathsOf(call: Call): readonly string[] {
    const { path } = call.operation
    const scope = requiredQuery(call.operation)
      .map(({ name }) => `${name}=${String(call.query[name])}`)
      .toSorted()
      .join('&')
    const segments = ((call.target ?? filledPath(call, this.#api)).split('?')[0] ?? '').split('/')
    return pathsAbove(path).map((template) => {
      const count = path.slice(template.length).split('/').length - 1
      return `${template} ${segments.slice(0, segments.length - count).join('/')} ${scope}`
    })
  }
}
