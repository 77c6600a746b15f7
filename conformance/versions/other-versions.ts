import { type Exchange, headerValue, jsonBody } from '../exchange/exchange.js'
import type { Finding } from '../model/finding.js'
import { isJsonType } from '../exchange/media-type.js'
import type { Method, Operation } from '../../runtime/surface.js'
import { type Api, nameOf } from '../model/case.js'
import type { ExploredDocument, RuleFinding } from '../report/results.js'
import { relativePath } from '../requests/index.js'
import { pathPattern, shapeOf } from '../resources/paths.js'
import type { ExploreRuleId } from '../model/document-rules.js'

/** Rules about the content of a response, which another version may promise differently. */
const aboutAnswers: ReadonlySet<ExploreRuleId> = new Set([
  'answers/status',
  'answers/media-type',
  'answers/body',
])

const templateOf = (api: Api, operation: Operation): string => shapeOf(relativePath(api, operation))

/** The operation that shows a finding, as method and path: `GET /pets/{petId}`. */
const operationOf = ({ evidence: [exchange], operations = [] }: Finding, api: Api): Operation | undefined => {
  const method = exchange?.request.method.toLowerCase() as Method | undefined
  const named = Object.values(api.surface.operations).filter(
    (one) => one.method === method && operations.includes(nameOf(one)),
  )
  if (named.length < 2 || exchange === undefined) return named[0]
  const path = new URL(exchange.request.url).pathname
  return named.find((one) => pathPattern(templateOf(api, one)).test(path))
}

/** True where a document promises this response: its status, and a body that satisfies a schema. */
const promises = async (api: Api, operation: Operation, { response }: Exchange): Promise<boolean> => {
  const declared = operation.responses[String(response.status)]
  const type = headerValue(response.headers, 'content-type')
  const value = isJsonType(type) ? jsonBody(response) : undefined
  const media = Object.entries(declared?.content ?? {}).find(([name]) => isJsonType(name))?.[1]
  if (value === undefined || media?.validator === undefined) return false
  const validate = await api.surface.validator(media.validator)
  return validate(value)
}

/** The version whose document promises the response that violates its own. */
const promisedBy = async (
  finding: Finding,
  own: Api,
  others: readonly Api[],
): Promise<string | undefined> => {
  const exchange = finding.evidence[finding.isSequence === true ? finding.evidence.length - 1 : 0]
  const operation = operationOf(finding, own)
  if (!exchange || !operation) return undefined
  const template = templateOf(own, operation)
  for (const other of others) {
    const counterpart = Object.values(other.surface.operations).find(
      (one) => one.method === operation.method && templateOf(other, one) === template,
    )
    if (counterpart && (await promises(other, counterpart, exchange))) return other.version
  }
  return undefined
}

const named = async (one: RuleFinding, own: Api, others: readonly Api[]): Promise<RuleFinding> => {
  if (!aboutAnswers.has(one.rule)) return one
  const version = await promisedBy(one.finding, own, others)
  if (version === undefined) return one
  return { ...one, finding: { ...one.finding, message: `${one.finding.message}; it answers as ${version}` } }
}

/** Names in findings about responses the other versions whose documents promise such a response. */
export async function withOtherVersions<Explored extends Pick<ExploredDocument, 'api' | 'findings'>>(
  explored: readonly Explored[],
): Promise<readonly Explored[]> {
  const apis = explored.map(({ api }) => api)
  return Promise.all(
    explored.map(async (one) => {
      const others = apis.filter((api) => api !== one.api)
      const findings = await Promise.all(one.findings.map((finding) => named(finding, one.api, others)))
      return { ...one, findings }
    }),
  )
}
