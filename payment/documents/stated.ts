import { diffDocuments } from '../../diff/diff-documents.js'
import type { Change } from '../../diff/model/change.js'
import { memberAt } from '../../document/index.js'
import type { Operation, Parameter } from '../../runtime/surface.js'
import { isDescribed } from '../../versions/index.js'
import { operationWith, statedComponents, statedQuote } from '../stated/document.js'
import { type StatedSchema, statedSchemas } from './stated-schemas.js'
import {
  branchesOf,
  contradicts,
  type Difference,
  distinct,
  type DocumentView,
  type Judge,
  memoized,
  operationIn,
  type Picked,
  shapesIn,
  keepsText,
} from './view.js'
import { type Found, type Subject, verdictOn } from './verdicts.js'

const quotePath = '/autoramps/quote'

/** The operation of the quote in a document, in the structure of the stated one. */
const servedQuote = ({ parameters, requestBody, responses }: Operation): object => ({
  // A parameter may be deprecated in its schema.
  parameters: parameters.map((one) => ({
    ...one,
    deprecated: one.deprecated || memberAt(one.schema, 'deprecated') === true,
  })),
  ...(requestBody && { requestBody }),
  responses,
})

const isRecord = ({ states }: StatedSchema, version: string): boolean =>
  states(version)?.['$ref'] !== undefined

/** A record is compared with each branch of a union that names members; one that names none may be anything. */
const branchesFor = (view: DocumentView, stated: StatedSchema, picked: Picked): readonly Picked[] => {
  const { schema, pointer } = picked
  const branches =
    schema === undefined || !isRecord(stated, view.version)
      ? []
      : branchesOf(view, schema).filter((branch) =>
          shapesIn(view, branch).some(({ properties }) => properties.size > 0),
        )
  return branches.length === 0 ? [picked] : branches.map((branch) => ({ schema: branch, pointer }))
}

/** What a document has for each stated schema, by the path that stands for it in both documents. */
const pickedIn = memoized(
  (view: DocumentView): ReadonlyMap<string, readonly [StatedSchema, Picked]> =>
    new Map(
      statedSchemas
        .filter(({ states }) => states(view.version) !== undefined)
        .flatMap((stated) =>
          stated
            .pick(view)
            .flatMap((picked) => branchesFor(view, stated, picked))
            .map((picked, index) => [`${stated.name}#${index}`, [stated, picked]] as const),
        ),
    ),
)

/** A verdict on a change, with the path where it is. */
interface Located extends Found {
  readonly path: string
  readonly change: Change
}

/** What the specification states and what a document has, at one path of the comparison. */
type Compared = readonly [path: string, sides: { readonly stated: object; readonly served: object }]

const comparedIn = (view: DocumentView): readonly Compared[] => {
  const quote = operationIn(view, 'get', quotePath)
  const sides = quote && { stated: { get: statedQuote(view.version) }, served: { get: servedQuote(quote) } }
  const ofSchemas = [...pickedIn(view)].flatMap(([path, [{ states, isSent }, { schema }]]): Compared[] => {
    const stated = operationWith(states(view.version), isSent)
    return schema === undefined ? [] : [[path, { stated, served: operationWith(schema, isSent) }]]
  })
  return sides ? [[quotePath, sides], ...ofSchemas] : ofSchemas
}

const documentOf = (compared: readonly Compared[], side: 'stated' | 'served', schemas: object): object => ({
  openapi: '3.1.0',
  paths: Object.fromEntries(compared.map(([path, sides]) => [path, sides[side]])),
  components: { schemas },
})

/** All differences between what the specification states and a document: the quote, and the stated schemas. */
const differencesOf = memoized((view: DocumentView): readonly Located[] => {
  if (!isDescribed(view.version)) return []
  const compared = comparedIn(view)
  const stated = documentOf(compared, 'stated', statedComponents(view.version))
  const served = documentOf(compared, 'served', view.surface.schemas)
  const changes = diffDocuments({ document: stated }, { document: served })
  return changes.flatMap((change) => {
    const found = verdictOn(change, { stated, served, changes })
    if (!found) return []
    return change.uses.map(({ operation }) => ({ ...found, change, path: operation.replace(/^\w+ /, '') }))
  })
})

const comparison = (sentence: string): string =>
  `compared with the specification: ${sentence.replace(/\.$/, '')}`

const root = `#/paths/${quotePath.replaceAll('/', '~1')}/get`

/** The location of a change of the quote in the served document. */
const pointerIn = (operation: Operation, { to }: Change): string => {
  const pointer = to?.pointer ?? root
  if (!pointer.startsWith(root)) return pointer
  const [, list = '', index = '', ...rest] = pointer.slice(root.length).split('/')
  const parameter = list === 'parameters' ? operation.parameters[Number(index)] : undefined
  return parameter ? [parameter.pointer, ...rest].join('/') : operation.pointer + pointer.slice(root.length)
}

/** Differences of the quote in one subject; undefined where the document has no quote. */
export function quoteJudge(subject: Subject): Judge {
  return (view) => {
    const operation = operationIn(view, 'get', quotePath)
    if (!operation || !isDescribed(view.version)) return undefined
    return differencesOf(view)
      .filter((one) => one.path === quotePath && one.subject === subject)
      .map(({ is, change }) => ({
        is,
        message: comparison(change.sentence),
        pointer: pointerIn(operation, change),
      }))
  }
}

/** The sentence of a change with the name of its stated schema, without the pointers that tell locations apart. */
const inWords = ({ sentence }: Change): string =>
  sentence
    .replace(/ \(`#[^`]*`\)\.$/, '.')
    .replaceAll(/((the request body|response `200`) of )?`(get|post) (.*?)#\d+`/gi, '$4')

/** What a difference counts as in a stated schema; undefined if it is none there. A document without it lacks it. */
const weighed = (
  { group, isElsewhere }: StatedSchema,
  isOfRecord: boolean,
  { is, subject, kind }: Found,
): Difference['is'] | undefined => {
  if (isElsewhere) return is === 'contradicts' ? 'lacks' : undefined
  // A value of another type lists no values.
  if (group === 'enumerations') return subject === 'values' ? is : 'lacks'
  // A document may leave out the values of enumerations in a record, and say less of a single member.
  const isDue = isOfRecord ? subject !== 'values' : /^(absent|schema-no-longer-deprecated)$/.test(kind)
  return is === 'contradicts' || isDue ? is : undefined
}

/** Differences in the stated schemas of a group; undefined where the document has none of them. */
export function statementJudge(group?: StatedSchema['group']): Judge {
  return (view) => {
    const own = [...pickedIn(view)].filter(([, [stated]]) => stated.group === group)
    if (own.length === 0) return undefined
    return own.flatMap(([path, [stated, { schema, pointer }]]) => {
      const isOfRecord = isRecord(stated, view.version)
      const say = (found: Found, message: string): Difference[] => {
        const is = weighed(stated, isOfRecord, found)
        return is ? [{ is, message, pointer }] : []
      }
      return schema === undefined
        ? say({ is: 'lacks', subject: 'record', kind: 'absent' }, `the document does not show ${stated.name}`)
        : differencesOf(view).flatMap((one) =>
            one.path === path ? say(one, comparison(inWords(one.change))) : [],
          )
    })
  }
}

/** Usual values of parameters, which no limit of a document may exclude. */
const usual: Readonly<Record<string, string>> = {
  source_currency_code: 'USDC',
  destination_currency_code: 'EUR',
  recipient_account: 'DE89370400440532013000',
  amount_in: '12.5',
  amount_out: '12.5',
  country: 'DEU',
}

/** The limits of a parameter that exclude a usual value. */
export function narrow(view: DocumentView, { name, schema, pointer }: Parameter): Difference[] {
  const value = usual[name]
  const shapes = shapesIn(view, schema)
  const isNarrow = value !== undefined && shapes.some(({ keywords }) => !keepsText(keywords, value))
  if (isNarrow) return [contradicts(`${name} may be ${value}; the document does not let it`, pointer)]
  const isLong = shapes.some(({ keywords }) => (keywords.minItems ?? 0) > 1)
  return isLong ? [contradicts(`${name} may have one item; the document wants more`, pointer)] : []
}

/** Judges limits of the quote's parameters that the tables do not have. */
export const narrowJudge: Judge = (view) =>
  operationIn(view, 'get', quotePath)?.parameters.flatMap((one) => narrow(view, one))

/** Compares the specification's enumerations wherever a document has them. */
export const enumerationJudge: Judge = (view) => {
  const found = [quoteJudge('values')(view), statementJudge('enumerations')(view)]
  if (found.every((one) => one === undefined)) return undefined
  return distinct(found.flatMap((one) => Array.from(one ?? [])))
}
