import { evaluate } from '../exchange/expression.js'
import {
  entriesOf,
  followed,
  memberAt,
  objectOf,
  pointerOf,
  segmentsOf,
  textOf,
} from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { Observed } from '../model/observed.js'
import { parametersIn } from '../resources/shapes.js'
import { isMissing, nameOf } from './subject.js'
import type { Walk } from './walk.js'

interface Link {
  readonly name: string
  readonly pointer: string
  readonly target: Operation | undefined
  readonly parameters: Readonly<Record<string, unknown>>
}

const targetOf = ({ surface }: Api, link: unknown): Operation | undefined => {
  const id = textOf(memberAt(link, 'operationId'))
  const reference = textOf(memberAt(link, 'operationRef'))
  const [path, method] = reference === undefined ? [] : segmentsOf(reference).slice(-2)
  const operations = Object.entries(surface.operations)
  const isMeant = (key: string, one: Operation): boolean =>
    id === undefined ? one.path === path && one.method === method : one.operationId === id || key === id
  return operations.find(([key, one]) => isMeant(key, one))?.[1]
}

const speaksOf = (status: string, actual: number): boolean =>
  status === String(actual) ||
  status.toUpperCase() === `${Math.floor(actual / 100)}XX` ||
  status === 'default'

/** The links that the document declares for an answer: those of its own status before those of ranges. */
const linksOf = ({ api, case: { call }, exchange }: Observed): Link[] => {
  const { path, method } = call.operation
  const responses = memberAt(api.document, 'paths', path, method, 'responses')
  const speaking = entriesOf(responses)
    .filter(([status]) => speaksOf(status, exchange.response.status))
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .slice(0, 1)
  return speaking.flatMap(([status, response]) =>
    entriesOf(memberAt(followed(api.document, response), 'links')).map(([name, value]) => {
      const link = followed(api.document, value)
      const pointer = pointerOf('paths', path, method, 'responses', status, 'links', name)
      return {
        name,
        pointer,
        target: targetOf(api, link),
        parameters: objectOf(memberAt(link, 'parameters')),
      }
    }),
  )
}

const rank = (status: string): number => (status === 'default' ? 2 : /^\d+$/.test(status) ? 0 : 1)

const isText = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

const follow = async (walk: Walk, source: Observed, link: Link, target: Operation): Promise<void> => {
  const values = Object.entries(link.parameters).map(
    ([name, expression]) =>
      [
        name.replace(/^(path|query)\./, ''),
        evaluate(expression, source.exchange, source.case.call.operation.path),
      ] as const,
  )
  if (target.method !== 'get' || values.length === 0 || !values.every(([, value]) => isText(value))) return
  const names = parametersIn(target.path)
  const path = Object.fromEntries(values.filter(([name]) => names.includes(name)))
  const query = Object.fromEntries(values.filter(([name]) => !names.includes(name)))
  if (Object.keys(path).length < names.length) return
  const look = (): Promise<Observed | undefined> => walk.call(target, { path, query, smallest: true })
  const first = await look()
  if (!first) return
  const seen =
    (await walk.settle<Observed | undefined>(first, (one) => !one || !isMissing(one), look)) ?? first
  walk.judged('state/links', seen)
  const name = nameOf(source.case.call.operation)
  if (isMissing(seen))
    walk.suspect({
      rule: 'state/links',
      message: `the link "${link.name}" of ${name} leads to ${nameOf(target)}, which does not find it`,
      pointer: link.pointer,
      expected: `${nameOf(target)} accepts the values that the link gives it.`,
      cause: `link ${link.pointer}`,
      steps: [source, seen],
    })
}

/** The links that an answer declares lead somewhere. @throws Stopped */
export async function judgeLinks(walk: Walk, source: Observed): Promise<void> {
  const { status } = source.exchange.response
  if (status < 200 || status > 299) return
  for (const link of linksOf(source)) {
    if (link.target) await follow(walk, source, link, link.target)
    else {
      walk.judged('state/links', source)
      walk.suspect({
        rule: 'state/links',
        message: `the link "${link.name}" names an operation that the document does not have`,
        pointer: link.pointer,
        expected: 'A link names an operation of the document.',
        cause: `link ${link.pointer}`,
        steps: [source],
      })
    }
  }
}
