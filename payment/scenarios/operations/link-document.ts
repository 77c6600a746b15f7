import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import { jsonOrYaml } from '../../../conformance/exchange/json-or-yaml.js'
import { entriesOf, followed, memberAt, objectOf, pointerOf, segmentsOf } from '../../../document/index.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'

/** One link of a document: what an answer of one operation gives the next call. */
export interface DocumentLink {
  readonly name: string
  readonly pointer: string
  /** Method and path as the document spells them, of the operation whose answer it is. */
  readonly method: string
  readonly path: string
  readonly status: string
  /** `operationId`, or the last two names of `operationRef`. */
  readonly target:
    | { readonly operationId: string }
    | { readonly path: string; readonly method: string }
    | undefined
  readonly parameters: Readonly<Record<string, unknown>>
}

const targetOf = (link: unknown): DocumentLink['target'] => {
  const [operationId, operationRef] = [memberAt(link, 'operationId'), memberAt(link, 'operationRef')]
  if (typeof operationId === 'string') return { operationId }
  if (typeof operationRef !== 'string') return undefined
  const [path = '', method = ''] = segmentsOf(operationRef).slice(-2)
  return { path, method }
}

const linksIn = (document: unknown): DocumentLink[] =>
  entriesOf(memberAt(document, 'paths')).flatMap(([path, item]) =>
    entriesOf(item).flatMap(([method, operation]) =>
      entriesOf(memberAt(operation, 'responses')).flatMap(([status, response]) =>
        entriesOf(memberAt(followed(document, response), 'links')).flatMap(
          ([name, value]): DocumentLink[] => {
            const link = followed(document, value)
            const pointer = pointerOf('paths', path, method, 'responses', status, 'links', name)
            const parameters = objectOf(memberAt(link, 'parameters'))
            return [{ name, pointer, method, path, status, target: targetOf(link), parameters }]
          },
        ),
      ),
    ),
  )

/** The links that the document of a version has. @throws NotApplicable when it has none, or cannot be read. */
export function linksOf(context: ScenarioContext): Promise<readonly DocumentLink[]> {
  return context.once(`links ${context.version}`, async () => {
    const answer = await context.spec(`/spec/${context.version}`)
    const text = isSuccess(answer) ? answer.response.body : ''
    const links = /\blinks"?\s*:/.test(text) ? linksIn(jsonOrYaml(text)) : []
    if (links.length === 0) throw new NotApplicable('the document has no links')
    return links
  })
}
