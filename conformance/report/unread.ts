import { isObject, resolvePointer, walk } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { declaredStatus } from '../coverage/index.js'
import type { Api } from '../model/api.js'
import type { ExploreRuleId } from '../model/document-rules.js'
import type { Traffic } from '../model/traffic.js'

/** The parts of an operation that a rule judges by, as JSON Pointers: of its request, and of responses that came. */
type PartsOf = (operation: Operation, statuses: readonly string[], api: Api) => readonly string[]

/** A pointer behind the reference that stands there. */
const behind = (pointer: string, { document }: Api): string => {
  const node = resolvePointer(document, pointer)
  const ref = isObject(node) ? node['$ref'] : undefined
  return typeof ref === 'string' && ref.startsWith('#') ? ref : pointer
}

const inResponses =
  (part: 'content' | 'headers' | 'links'): PartsOf =>
  (operation, statuses, api) => {
    const keys = statuses.map((status) => declaredStatus(operation, Number(status)))
    const declared = [...new Set(keys)].filter((key) => key !== undefined)
    return declared.map((key) => `${behind(`${operation.pointer}/responses/${key}`, api)}/${part}`)
  }

const inRequest: PartsOf = ({ pointer }) => [
  `${pointer}/parameters`,
  `${pointer.replace(/\/[^/]*$/, '')}/parameters`,
  `${pointer}/requestBody`,
]

const inSecurity: PartsOf = ({ pointer }) => [`${pointer}/security`, '#/components/securitySchemes']

const parts: Readonly<Partial<Record<ExploreRuleId, PartsOf>>> = {
  'answers/media-type': inResponses('content'),
  'answers/body': inResponses('content'),
  'answers/format': inResponses('content'),
  'answers/headers': inResponses('headers'),
  'requests/valid-accepted': inRequest,
  'requests/stricter-than-documented': inRequest,
  'requests/invalid-refused': inRequest,
  'requests/lenient': inRequest,
  'security/required': inSecurity,
  'security/made-up': inSecurity,
  'state/links': inResponses('links'),
}

const holds = (holder: string, pointer: string): boolean =>
  pointer === holder || pointer.startsWith(`${holder}/`)

const mostFollowed = 2_000

/** Whether a part of a document holds a pointer, is held by it, or refers to such. */
const reaches = ({ document }: Api, starts: readonly string[], unread: string): boolean => {
  const seen = new Set(starts)
  for (const start of seen) {
    if (holds(start, unread) || holds(unread, start)) return true
    if (seen.size > mostFollowed) return false
    for (const [location, value] of walk(resolvePointer(document, start)))
      if (location.endsWith('/$ref') && typeof value === 'string' && value.startsWith('#')) seen.add(value)
  }
  return false
}

/** A whole path or operation: it was never called, and nothing is known of its statuses. */
const isOperation = (pointer: string): boolean =>
  /^#\/paths\/[^/]+(\/(get|put|post|delete|options|head|patch|trace|query|additionalOperations(\/[^/]+)?))?$/.test(
    pointer,
  )

/** Why a rule says less than it seems to: the first part that it judges by and that could not be read. */
export function unreadFor(
  rule: ExploreRuleId,
  { api, traffic }: { readonly api: Api; readonly traffic: readonly Traffic[] },
): string | undefined {
  const unread = api.unread ?? []
  if (unread.length === 0) return undefined
  const partsOf = parts[rule]
  const byName = new Map(api.operations.map((one) => [`${one.method.toUpperCase()} ${one.path}`, one]))
  const starts = traffic.flatMap(({ operation: name, statuses }) => {
    const operation = byName.get(name)
    return operation && partsOf ? partsOf(operation, Object.keys(statuses), api) : []
  })
  const met = unread.find(
    ({ pointer }) => (rule === 'answers/status' && isOperation(pointer)) || reaches(api, starts, pointer),
  )
  return met && `${met.pointer} of the document could not be read: ${met.message}`
}
