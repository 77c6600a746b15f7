import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Inconclusive, NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import { type Exchange, headerValue, jsonBody } from '../../../conformance/exchange/exchange.js'
import { isVersionError, isStringBody, isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { hasChange } from '../../../versions/index.js'
import { createCustomer } from '../../fixtures/customer.js'
import { inTurn, noneServed } from '../../fixtures/steps.js'
import { isIdentificationCode } from '../../tables/enumerations.js'
import { typeInWords } from '../../values/checks.js'
import {
  attempt,
  entriesOf,
  type ErrorEntry,
  objection,
  objectsOf,
  plain,
  submit,
} from './submission/attempt.js'
import { bare } from './codes/edits.js'
import { dueCases } from './codes/table.js'
import { provokedRefusals, type Refused } from './provoked.js'
import { Draft } from './submission/draft.js'
import { recipes } from './submission/recipes.js'

/** Refusals of submissions with only their kind, for documents that do not describe the other members. */
const emptyOnes = async (context: ScenarioContext): Promise<readonly Refused[]> => {
  const all = await inTurn([recipes.person, recipes.business, recipes.token], async (recipe) => {
    const { kind } = recipe
    const body = { type: kind, kind }
    const errorCase = { name: `an empty ${kind}`, recipe }
    const submitted = await submit(context, kind, body)
    if (submitted.exchange.response.status !== 400) return []
    return [{ ...submitted, trial: errorCase, errorCase, forbidden: await objection(context, body) }]
  })
  return all.flat()
}

/** All refusals of invalid submissions, in order. @throws an ending when there are none. */
const refusals = async (context: ScenarioContext): Promise<readonly Refused[]> => {
  const all: Refused[] = []
  let other: Exchange | undefined
  // Those that lack whole groups of documents have several entries.
  for (const errorCase of [...dueCases, ...Object.values(bare)]) {
    const tried = await ifPossible(attempt(context, errorCase))
    if (tried?.exchange.response.status === 400) {
      const unchanged = await ifPossible(attempt(context, plain(errorCase.recipe)))
      all.push({ ...tried, errorCase, isSole: unchanged !== undefined && isSuccess(unchanged.exchange) })
    } else if (tried && !isSuccess(tried.exchange)) other ??= tried.exchange
  }
  all.push(...(await provokedRefusals(context)))
  if (all.length === 0) all.push(...(await emptyOnes(context)))
  if (all.length > 0) return all
  if (other) throw unmet(`no submission was refused with 400: ${outcomeOf(other)}`, other)
  throw new Inconclusive('no submission was refused with 400; see identification/synchronous')
}

/** A body that violates the schema may be refused with a text, before any rule is applied. */
export const errorArray: Scenario = async (context) => {
  const valid = (await refusals(context)).filter(({ forbidden }) => forbidden === undefined)
  if (valid.length === 0)
    throw new NotApplicable('the document itself forbids everything that could be tried')
  for (const { exchange, trial } of valid) {
    const came = typeInWords(jsonBody(exchange.response))
    const message = `400 for a ${trial.recipe.kind}: expected an array of error objects, got ${came}`
    context.expect(objectsOf(exchange) !== undefined, message, exchange)
  }
}

/** Reports on one member of an error. */
type Expect = (member: string, holds: boolean, message: string) => void

/** Judges every entry of every refusal that is a list; `unjudged` says why there is no verdict if all return false. */
const ofEntries =
  (judge: (entry: ErrorEntry, expect: Expect, refused: Refused) => boolean | void, unjudged = ''): Scenario =>
  async (context) => {
    const all = (await refusals(context)).flatMap((refused) =>
      (objectsOf(refused.exchange) ?? []).map((entry, index) => ({ entry, index, refused })),
    )
    if (all.length === 0)
      throw new Inconclusive('no refusal is a list of objects; see identification/error-array')
    const judged = all.filter(({ entry, index, refused }) => {
      const expect: Expect = (member, holds, message) =>
        context.expect(holds, message, refused.exchange, `/${index}/${member}`)
      return judge(entry, expect, refused) !== false
    })
    if (judged.length === 0) throw new Inconclusive(unjudged)
  }

export const errorFields: Scenario = ofEntries((entry, expect) => {
  for (const name of ['code', 'message', 'docs_url']) {
    const value = entry[name]
    const came = value === undefined ? 'it is absent' : `it is ${typeInWords(value)}`
    const isText = typeof value === 'string' && value.trim() !== ''
    expect(name, isText, `${name} of an identification error must be a text; ${came}`)
  }
})

export const errorCodes: Scenario = ofEntries(({ code }, expect) => {
  if (typeof code !== 'string') return false
  expect('code', isIdentificationCode(code), `${code} is none of the codes that the specification lists`)
}, 'no error has a code; see identification/error-fields')

const plainLetters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const fragmentOf = (url: string): string => {
  const fragment = url.split('#').slice(1).join('#')
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

export const docsUrl: Scenario = ofEntries(({ code, docs_url: url }, expect) => {
  if (typeof code !== 'string' || !isIdentificationCode(code) || typeof url !== 'string') return false
  const isAnchored = plainLetters(fragmentOf(url)).includes(plainLetters(code))
  expect('docs_url', isAnchored, `docs_url of ${code} is not anchored by it`)
  const isLink = !/\s/.test(url) && URL.canParse(url, 'https://docs.example.com/')
  expect('docs_url', isLink, `docs_url of ${code} is not a link`)
}, 'no error has a known code and a docs_url; see identification/error-fields')

const sentCount = ({ request }: Exchange): number => {
  try {
    return new Draft(JSON.parse(request.body ?? '')).beneficiaries.length
  } catch {
    return 0
  }
}

const indexFault = ({ beneficiary_index: index, code }: ErrorEntry, refused: Refused): string | undefined => {
  const { errorCase, trial, exchange, isSole = true } = refused
  if (index === undefined || index === null) return undefined
  if (typeof index !== 'number' || !Number.isInteger(index))
    return `expected an integer, got ${typeInWords(index)}`
  const { kind, company } = trial.recipe
  if (kind !== 'Business') return `a ${kind} has no beneficiaries, and the error names one`
  const { about, due = [] } = errorCase
  const isSoleFault = isSole && due.some((one) => one === code)
  if (about === 'company' && isSoleFault) return 'the fault is about no beneficiary, and the error names one'
  const count = Math.max(company?.parties.length ?? 0, sentCount(exchange))
  if (index < 0 || index > count) return 'it points at no beneficiary'
  const isWrong = typeof about === 'number' && isSoleFault && index !== about
  return isWrong ? 'it points at a beneficiary other than the one meant (zero-based)' : undefined
}

export const beneficiaryIndex: Scenario = ofEntries((entry, expect, refused) => {
  const fault = indexFault(entry, refused)
  expect('beneficiary_index', fault === undefined, `beneficiary_index of ${String(entry['code'])}: ${fault}`)
})

/** Notes the number of entries in a refusal of one fault; it is usually one, and never judged. */
export const oneEntry: Scenario = async (context) => {
  for (const { exchange, errorCase } of await refusals(context)) {
    const count = entriesOf(exchange)?.length ?? 1
    if (count > 1) context.note(`served: ${count} entries for ${errorCase.name}`)
  }
  if (context.notes.length === 0) throw new NotApplicable('every refusal has one entry')
}

/** @returns whether the submission was refused with 400 */
const expectWords = (context: ScenarioContext, exchange: Exchange): boolean => {
  if (exchange.response.status !== 400) return false
  const message = `400: expected a plain string, got ${typeInWords(jsonBody(exchange.response))}`
  context.expect(isStringBody(exchange), message, exchange)
  return true
}

const hopeless = [
  { type: 'Person', kind: 'Person' },
  { type: 'Business', kind: 'Business' },
  { type: 'Token', kind: 'Token', token: '' },
  { type: 'Nothing', kind: 'Nothing' },
]

const refuseInWords = async (context: ScenarioContext): Promise<void> => {
  let refused = 0
  let other: Exchange | undefined
  for (const body of hopeless) {
    const { exchange } = await submit(context, body.type === 'Business' ? 'Business' : 'Person', body)
    const served = headerValue(exchange.response.headers, 'x-api-version')
    if (context.version === '*' && served !== undefined && hasChange(served, 'structured-errors')) {
      throw new Inconclusive(`without a version ${served} is served; see versioning/default-absent`, exchange)
    }
    if (expectWords(context, exchange)) refused++
    else if (!isSuccess(exchange)) other ??= exchange
  }
  if (refused > 0) return
  throw noneServed('none of the submissions that nobody accepts was refused with 400', other)
}

/** Judges refusals of versions before structured errors. */
export const plainString: Scenario = async (context) => {
  await refuseInWords(context)
  for (const errorCase of dueCases) {
    if (errorCase.recipe.kind === 'Business' && errorCase.about !== 'company') continue
    const tried = await ifPossible(attempt(context, errorCase))
    if (tried) expectWords(context, tried.exchange)
  }
}

/** Without a version the first one is served, which has no structured errors. */
export const plainStringUnversioned: Scenario = async (context) => {
  await refuseInWords(context)
  const operation = context.operation('post', '/customers/{}/identifications/v2')
  const { id } = await createCustomer(context, '')
  for (const body of hopeless.slice(0, 2)) {
    const exchange = await context.call(operation, { path: [id], version: [''], body })
    if (!isVersionError(exchange)) expectWords(context, exchange)
  }
}
