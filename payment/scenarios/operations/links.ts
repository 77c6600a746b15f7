import type { Operation } from '../../../runtime/surface.js'
import { NotApplicable, noWrites, Skip, unmet } from '../../../conformance/model/outcome.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { readUntil } from '../../../conformance/rules/read-until.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { sendDraft, smallestDraft } from './draft.js'
import { forEachOf, isSafeToTry, mayCall, mostOperations } from './exercised.js'
import { evaluate } from '../../../conformance/exchange/expression.js'
import { type DocumentLink, linksOf } from './link-document.js'
import { pathNames, operationName } from './operation-name.js'
import { seededOrder } from './seeded.js'

const all = ({ under }: ScenarioContext): readonly Operation[] => [...under.operations.routes.values()]

const sourceOf = (context: ScenarioContext, { method, path }: DocumentLink): Operation | undefined =>
  all(context).find((operation) => operation.method === method && operation.path === path)

const targetOf = (context: ScenarioContext, { target }: DocumentLink): Operation | undefined =>
  target &&
  all(context).find((operation) =>
    'operationId' in target
      ? operation.operationId === target.operationId
      : operation.method === target.method && operation.path === target.path,
  )

const isText = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Values of a link's parameters in an answer; undefined when one of them is not there. */
const valuesOf = (link: DocumentLink, exchange: Exchange): Readonly<Record<string, string>> | undefined => {
  const values = Object.entries(link.parameters).map(
    ([name, expression]) =>
      [name.replace(/^(path|query)\./, ''), evaluate(expression, exchange, link.path)] as const,
  )
  return values.every(([, value]) => isText(value))
    ? Object.fromEntries(values.map(([name, value]) => [name, String(value)]))
    : undefined
}

const answerTo = (context: ScenarioContext, source: Operation): Promise<Exchange> =>
  context.once(`link source ${context.version} ${source.method} ${source.path}`, async () =>
    sendDraft(context, source, await smallestDraft(context, source)),
  )

const speaksOf = ({ status }: DocumentLink, { response }: Exchange): boolean =>
  status === String(response.status) ||
  status.toUpperCase() === `${Math.floor(response.status / 100)}XX` ||
  status === 'default'

const isFound = ({ response }: Exchange): boolean => ![404, 405, 410].includes(response.status)

const follow = async (context: ScenarioContext, link: DocumentLink): Promise<void> => {
  const [source, target] = [sourceOf(context, link), targetOf(context, link)]
  const what = `the link ${link.name}`
  if (!source) throw new NotApplicable(`${what} belongs to no operation`)
  if (!target) {
    context.violate(`${what} names an operation that the document does not have`, undefined, link.pointer)
    return
  }
  if (target.method !== 'get' || !isSafeToTry(source))
    throw new NotApplicable(`${what} cannot be followed without changing something`)
  if (!mayCall(context, source)) throw new Skip(noWrites, 'writes')
  const exchange = await answerTo(context, source)
  if (!isSuccess(exchange))
    throw unmet(`${operationName(context, source)} is refused: ${outcomeOf(exchange)}`, exchange)
  const values = speaksOf(link, exchange) ? valuesOf(link, exchange) : undefined
  if (values === undefined) throw new NotApplicable(`an answer has nothing for ${what}`)
  const base = await smallestDraft(context, target)
  const path = pathNames(target).map((name, index) => values[name] ?? base.path[index] ?? '')
  const query = Object.entries(values).filter(([name]) => !pathNames(target).includes(name))
  const draft = { path, query: { ...base.query, ...Object.fromEntries(query) } }
  const followed = await readUntil(context, () => sendDraft(context, target, draft), isFound)
  const isLost = !isFound(followed)
  const name = operationName(context, source)
  const message = `the link ${link.name} of ${name} leads to ${operationName(context, target)}, which does not find it`
  context.expect(!isLost, message, followed, link.pointer)
}

/** `operations/links`: where a document links answers to further calls, they lead there. */
export const links: Scenario = async (context) => {
  const known = await linksOf(context)
  const some = seededOrder(known, context.session.plan.seed, ({ pointer }) => pointer).slice(
    0,
    mostOperations,
  )
  await forEachOf(context, some, (link) => follow(context, link))
}
