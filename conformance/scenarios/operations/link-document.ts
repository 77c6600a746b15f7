import { escapeKey, unescapeKey } from '../../../document/index.js'
import type { ScenarioContext } from '../../engine/context/context.js'
import { NotApplicable } from '../../model/outcome.js'
import { jsonOrYaml } from '../../exchange/json-or-yaml.js'
import { dig, isObject } from '../../json/json.js'
import { isSuccess } from '../../exchange/reading.js'

/** One link of a document: what an answer of one operation says of the next call. */
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

type Json = Readonly<Record<string, unknown>>

const unescaped = (name: string): string => unescapeKey(decodeURIComponent(name))

const resolved = (document: unknown, value: unknown): unknown => {
  const ref = dig(value, '$ref')
  return typeof ref === 'string' && ref.startsWith('#/')
    ? dig(document, ...ref.slice(2).split('/').map(unescaped))
    : value
}

const targetOf = (link: unknown): DocumentLink['target'] => {
  const [operationId, operationRef] = [dig(link, 'operationId'), dig(link, 'operationRef')]
  if (typeof operationId === 'string') return { operationId }
  if (typeof operationRef !== 'string') return undefined
  const [path = '', method = ''] = operationRef.split('/').slice(-2).map(unescaped)
  return { path, method }
}

const entries = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])

const linksIn = (document: unknown): DocumentLink[] =>
  entries(dig(document, 'paths')).flatMap(([path, item]) =>
    entries(item).flatMap(([method, operation]) =>
      entries(dig(operation, 'responses')).flatMap(([status, response]) =>
        entries(dig(resolved(document, response), 'links')).flatMap(([name, value]): DocumentLink[] => {
          const link = resolved(document, value)
          const parameters: unknown = dig(link, 'parameters')
          const pointer = `#/paths/${escapeKey(path)}/${method}/responses/${status}/links/${escapeKey(name)}`
          const given: Json = isObject(parameters) ? parameters : {}
          return [{ name, pointer, method, path, status, target: targetOf(link), parameters: given }]
        }),
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
