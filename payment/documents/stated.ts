import { diffDocuments } from '../../diff/diff-documents.js'
import type { Change } from '../../diff/model/report.js'
import { endOfReferences, groupedBy, memberAt, once } from '../../document/index.js'
import type { Operation, Parameter } from '../../runtime/surface.js'
import { isDescribed } from '../../versions/index.js'
import { operationWith, statedComponents, statedQuote } from '../stated/document.js'
import { referenceLimits } from '../tables/parameters.js'
import { sampleUuid } from './headers.js'
import { type StatedSchema, statedSchemas } from './stated-schemas.js'
import {
  branchesOf,
  contradicts,
  type Difference,
  distinct,
  type DocumentView,
  type Judge,
  keepsText,
  type Picked,
  shapesIn,
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

/** The first of those with the same schema: many operations share the components of their errors. */
const withoutRepeats = ({ surface }: DocumentView, all: readonly Picked[]): readonly Picked[] => {
  const isBare = (schema: object): boolean => Object.keys(schema).length === 1
  const groups = groupedBy(all, ({ schema }) => endOfReferences(schema, surface.schemas, isBare))
  return [...groups.values()].map(([first]) => first)
}

type Pair = readonly [StatedSchema, Picked]

/** The schemas of a document for stated ones, by the path that stands for each in both documents. */
const pickedIn = (view: DocumentView, all: readonly StatedSchema[]): ReadonlyMap<string, Pair> => {
  const due = all.filter(({ states }) => states(view.version) !== undefined)
  const picked = due.flatMap((stated) => {
    const branches = stated.pick(view).flatMap((one) => branchesFor(view, stated, one))
    return withoutRepeats(view, branches).map(
      (one, index) => [`${stated.name}#${index}`, [stated, one]] as const,
    )
  })
  return new Map(picked)
}

interface Located extends Found {
  readonly path: string
  readonly change: Change
}

/** The stated schema and that of a document, at one path of the comparison. */
type Compared = readonly [path: string, sides: { readonly stated: object; readonly served: object }]

const quoteIn = (view: DocumentView): readonly Compared[] => {
  const quote = view.operations.find('get', quotePath)
  if (!quote) return []
  return [[quotePath, { stated: { get: statedQuote(view.version) }, served: { get: servedQuote(quote) } }]]
}

const schemasIn = (view: DocumentView, picked: ReadonlyMap<string, Pair>): readonly Compared[] =>
  [...picked].flatMap(([path, [{ states, isSent }, { schema }]]): Compared[] => {
    const stated = operationWith(states(view.version), isSent)
    return schema === undefined ? [] : [[path, { stated, served: operationWith(schema, isSent) }]]
  })

const documentOf = (compared: readonly Compared[], side: 'stated' | 'served', schemas: object): object => ({
  openapi: '3.1.0',
  paths: Object.fromEntries(compared.map(([path, sides]) => [path, sides[side]])),
  components: { schemas },
})

const differencesOf = (view: DocumentView, compared: readonly Compared[]): readonly Located[] => {
  if (!isDescribed(view.version)) return []
  const stated = documentOf(compared, 'stated', statedComponents(view.version))
  const served = documentOf(compared, 'served', view.surface.schemas)
  const changes = diffDocuments({ document: stated }, { document: served })
  return changes.flatMap((change) => {
    const found = verdictOn(change, { stated, served, changes })
    if (!found) return []
    return change.uses.map(({ operation }) => ({ ...found, change, path: operation.replace(/^\w+ /, '') }))
  })
}

/** The differences of the quote between what the specification states and a document. */
const quoteDifferences = once((view: DocumentView) => differencesOf(view, quoteIn(view)))

const comparison = (sentence: string): string =>
  `compared with the specification: ${sentence.replace(/\.$/, '')}`

const root = `#/paths/${quotePath.replaceAll('/', '~1')}/get`

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
    const operation = view.operations.find('get', quotePath)
    if (!operation || !isDescribed(view.version)) return undefined
    const own = quoteDifferences(view).filter((one) => one.subject === subject)
    return own.map(({ is, change }) => {
      return { is, message: comparison(change.sentence), pointer: pointerIn(operation, change) }
    })
  }
}

/** The sentence of a change with the name of its stated schema, without the pointers that tell locations apart. */
const inWords = ({ sentence }: Change): string =>
  sentence
    .replace(/ \(`#[^`]*`\)\.$/, '.')
    .replaceAll(/((the request body|response `200`) of )?`(get|post) (.*?)#\d+`/gi, '$4')

/** The verdict on a difference in a stated schema, or on its absence; undefined if it does not matter. */
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

/** Differences in a group of stated schemas; undefined without any. By group, because a rule needs one of them. */
export function statementJudge(group?: StatedSchema['group']): Judge {
  const all = statedSchemas.filter((one) => one.group === group)
  return once((view: DocumentView) => {
    const picked = pickedIn(view, all)
    if (picked.size === 0) return undefined
    const found = groupedBy(differencesOf(view, schemasIn(view, picked)), ({ path }) => path)
    return [...picked].flatMap(([path, [stated, { schema, pointer }]]) => {
      const isOfRecord = isRecord(stated, view.version)
      const say = (one: Found, message: string): Difference[] => {
        const is = weighed(stated, isOfRecord, one)
        return is ? [{ is, message, pointer }] : []
      }
      return schema === undefined
        ? say({ is: 'lacks', subject: 'record', kind: 'absent' }, `the document does not show ${stated.name}`)
        : (found.get(path) ?? []).flatMap((one) => say(one, comparison(inWords(one.change))))
    })
  })
}

/** The longest and the shortest text of each reference; how long one of several lines may be is not certain. */
const referenceTexts = Object.entries(referenceLimits).map(([name, { min, max, hasLines }]) => {
  return [name, ['a'.repeat(min), 'a'.repeat(hasLines ? 35 : max)]] as const
})

/** Usual values of parameters, which no limit of a document may exclude. */
const usual: Readonly<Record<string, readonly string[]>> = {
  customer_id: [sampleUuid],
  source_currency_code: ['USDC'],
  destination_currency_code: ['EUR'],
  recipient_account_id: [sampleUuid],
  recipient_account: ['DE89370400440532013000'],
  amount_in: ['12.5', '250000'],
  amount_out: ['12.5', '250000'],
  slippage_tolerance_in_bips: ['50', '37.5'],
  sender_account_number: ['12345678'],
  sender_mobile_number: ['+2348012345678'],
  sender_bank: ['Access Bank'],
  external_id: [sampleUuid],
  fee_profile_id: [sampleUuid],
  country: ['DEU'],
  ...Object.fromEntries(referenceTexts),
}

/** The limits of a parameter that exclude a usual value. */
export function narrow(view: DocumentView, { name, schema, pointer }: Parameter): Difference[] {
  const shapes = shapesIn(view, schema)
  const value = usual[name]?.find((text) => shapes.some(({ keywords }) => !keepsText(keywords, text)))
  if (value !== undefined)
    return [contradicts(`${name} may be ${value}; the document does not let it`, pointer)]
  const isLong = shapes.some(({ keywords }) => (keywords.minItems ?? 0) > 1)
  return isLong ? [contradicts(`${name} may have one item; the document wants more`, pointer)] : []
}

/** Judges limits of the quote's parameters that the tables do not have. */
export const narrowJudge: Judge = (view) =>
  view.operations.find('get', quotePath)?.parameters.flatMap((one) => narrow(view, one))

const listedInQuote = quoteJudge('values')
const listedInSchemas = statementJudge('enumerations')

/** Compares the specification's enumerations wherever a document has them. */
export const enumerationJudge: Judge = (view) => {
  const found = [listedInQuote(view), listedInSchemas(view)]
  if (found.every((one) => one === undefined)) return undefined
  return distinct(found.flatMap((one) => Array.from(one ?? [])))
}
