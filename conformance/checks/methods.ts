import { mediaTypeOf } from '../exchange/media-type.js'
import { contentTypeOf, isOrdinary, isServed, isUnanswered, operationName } from './answer.js'
import { shownBy } from './checked.js'
import type { Observed } from '../model/observed.js'
import type { Check } from '../model/violation.js'

/** Methods that servers answer for all paths, and may. */
const always = new Set(['head', 'options', 'trace'])

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const matches = (template: string, path: string): boolean => {
  const pattern = template
    .split(/\{[^}]*\}/)
    .map(escaped)
    .join('[^/]+')
  return new RegExp(`${pattern}/?$`).test(path)
}

/** Whether another operation of the document has the method, and a path that the address is of too. */
const isOfAnother = ({ api, case: { call }, exchange }: Observed): boolean => {
  const { pathname } = new URL(exchange.request.url)
  return Object.values(api.surface.operations).some(
    ({ method, path }) => method === call.method && matches(path, pathname),
  )
}

/** The page of a frontend, which is served for whatever a router does not know. */
const isPage = (observed: Observed): boolean =>
  observed.case.call.method === 'get' && /html/.test(mediaTypeOf(contentTypeOf(observed)) ?? '')

/** `methods/undeclared`: which refusal it is remains open. */
export const methods: Check = (observed) => {
  const { method, operation } = observed.case.call
  if (method === undefined || isOrdinary(observed) || isUnanswered(observed) || always.has(method))
    return undefined
  if (!isServed(observed)) return []
  if (isPage(observed) || isOfAnother(observed)) return undefined
  const { status } = observed.exchange.response
  return shownBy(observed, [
    {
      rule: 'methods/undeclared',
      message: `${operationName(observed)} answered ${status}, and the document has no such method for the path`,
      pointer: operation.pointer.replace(/\/[^/]*$/, ''),
      expected: 'A refusal: 405, or 404.',
      cause: `${method} ${status}`,
    },
  ])
}
