import type { Operation, SecurityScheme } from '../../runtime/surface.js'
import { apiOperations, describedOperations } from './headers.js'
import { contradicts, type Difference, type DocumentView, type Judge, lacks } from './view.js'

const pointer = '#/components/securitySchemes'

const isKey = ({ type, in: location, name }: SecurityScheme): boolean =>
  type === 'apiKey' && location === 'header' && name?.toLowerCase() === 'x-api-key'

/** True where every security requirement includes the key. */
const needsKey = ({ surface: { securitySchemes } }: DocumentView, { security }: Operation): boolean =>
  security.length > 0 &&
  security.every((ways) =>
    Object.keys(ways).some((name) => securitySchemes[name] !== undefined && isKey(securitySchemes[name])),
  )

const open = (view: DocumentView, operations: readonly Operation[], say: typeof contradicts): Difference[] =>
  operations
    .filter((operation) => !needsKey(view, operation))
    .map(({ method, path, pointer: at }) =>
      say(`${method.toUpperCase()} ${path} needs the key; the document has it open`, at),
    )

/** Judges the operations that serve the documents, which need no key. */
const closed = ({ operations }: DocumentView): Difference[] =>
  [...operations.routes].flatMap(([route, { path, security, pointer: at }]) =>
    /^get \/spec(\/|$)/.test(route) &&
    security.length > 0 &&
    security.every((ways) => Object.keys(ways).length > 0)
      ? [contradicts(`GET ${path} needs no key; the document wants one`, at)]
      : [],
  )

/**
 * Judges the security scheme and the operations that require it. A document without security may describe the key in
 * prose.
 */
export const securityJudge: Judge = (view) => {
  const schemes = Object.values(view.surface.securitySchemes)
  const described = describedOperations(view)
  if (schemes.length === 0)
    return [lacks('the document declares no API key in the header X-API-Key', pointer)]
  if (!schemes.some(isKey))
    return [contradicts('the document declares no API key in the header X-API-Key', pointer)]
  if (described.every(({ security }) => security.length === 0))
    return [lacks('API requests carry X-API-Key; the document has every operation open', '#/paths')]
  const others = apiOperations(view).filter((one) => !described.includes(one) && !one.deprecated)
  return [...open(view, described, contradicts), ...open(view, others, lacks), ...closed(view)]
}
