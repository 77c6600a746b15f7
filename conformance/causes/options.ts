import { isObject, memberAt, textsOf } from '../../document/index.js'
import { allNames, schemasAt } from '../checks/index.js'
import type { Observed } from '../model/case.js'

const sections = ['query', 'header', 'cookie'] as const

/** The parameters of a request outside its path, as `query limit`. */
const parametersIn = ({ case: { call } }: Observed): readonly string[] =>
  sections.flatMap((where) => Object.keys(call[where]).map((name) => `${where} ${name}`))

/** Optional members of a body; where its only member is an object, the members of that object. */
const optionalMembers = (observed: Observed, keys: readonly string[] = []): readonly string[] => {
  const { operation, body } = observed.case.call
  const media = operation.requestBody?.content[body?.mediaType ?? '']
  const value = memberAt(body?.value, ...keys)
  if (!media || !isObject(value)) return []
  const schemas = schemasAt(observed.api.document, `${media.pointer}/schema`, keys)
  const required = new Set(schemas.flatMap(({ node }) => textsOf(node['required'])))
  const names = Object.keys(value).filter((name) => !required.has(name))
  const alone = names.length > 0 ? names : Object.keys(value)
  const inner = alone.length === 1 ? optionalMembers(observed, [...keys, ...alone]) : []
  return inner.length > 0 ? inner : names.map((name) => `body ${name}`)
}

/** The parameters and members that a request could omit, as `query limit` or `body name`. */
export function optionsIn(observed: Observed): readonly string[] {
  const { parameters } = observed.case.call.operation
  const required = new Set(parameters.filter((one) => one.required).map((one) => `${one.in} ${one.name}`))
  return [...parametersIn(observed).filter((one) => !required.has(one)), ...optionalMembers(observed)]
}

/** Whether a request has an option, as `optionsIn` names it. */
export function hasOption({ case: { call } }: Observed, option: string): boolean {
  const [, where = '', name = ''] = /^(\w+) (.*)$/s.exec(option) ?? []
  if (where === 'body') return allNames(call.body?.value).includes(name)
  return Object.hasOwn(call[where as 'query' | 'header' | 'cookie'], name)
}

/** The options that a request needs: without one of them alone it was refused. */
export function neededIn(smallest: Observed, refused: readonly Observed[]): readonly string[] {
  const options = optionsIn(smallest)
  // A request with other parameters may have been refused for those.
  const alike = refused.filter((one) => parametersIn(one).every((name) => hasOption(smallest, name)))
  return options.filter((option) =>
    alike.some((one) => {
      const absent = options.filter((name) => !hasOption(one, name))
      return absent.length === 1 && absent[0] === option
    }),
  )
}
