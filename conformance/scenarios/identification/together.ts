import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { Skip } from '../../engine/outcome.js'
import type { Exchange } from '../../model/exchange.js'
import { isSuccess, outcomeOf, walk } from '../reading.js'
import { jsonBody } from '../../model/exchange.js'
import { versionHeader } from '../subjects/customer.js'
import { accepted, attempt, said } from './attempt.js'
import { withoutDocuments, withoutGroup } from './codes/documents.js'
import type { Draft } from './draft.js'
import { type Recipe, recipes } from './facts.js'
import { type Code, codesOf, entriesOf } from './refusal.js'

type Counts = Readonly<Partial<Record<Code, number>>>

const four = [
  'company_details_required',
  'legal_presence_required',
  'ownership_structure_required',
  'control_structure_required',
] as const

/** Known to be missing only where the groups could be told apart. @throws Skip otherwise */
const requireGroups = (draft: Draft, index?: number): void => {
  const list = [...draft.documents(index)]
  for (const group of index === undefined ? (['details', 'presence', 'ownership', 'control'] as const) : []) {
    withoutGroup(list, group)
  }
}

const judge = async (
  context: ScenarioContext,
  name: string,
  recipe: Recipe,
  edit: (draft: Draft) => void,
  wanted: Counts,
): Promise<void> => {
  await accepted(context, recipe)
  const { exchange } = await attempt(context, { name, recipe, edit })
  if (isSuccess(exchange)) {
    context.violate(`${name}: the codes of the groups are due; ${said(exchange)} came`, exchange)
    return
  }
  if (entriesOf(exchange) === undefined) throw new Skip(outcomeOf(exchange))
  const codes = codesOf(exchange)
  if (!codes.some((code) => four.some((one) => one === code))) throw new Skip(outcomeOf(exchange))
  for (const code of four) {
    const [due, came] = [wanted[code] ?? 0, codes.filter((one) => one === code).length]
    context.expect(came === due, `${name}: ${code} is due ${due} times, ${came} came`, exchange)
  }
}

/** The four codes of document groups come together, each once for every company that owes the group and lacks it. */
const together: Scenario = async (context) => {
  const root = { company_details_required: 1, legal_presence_required: 1 } as const
  const others = { ownership_structure_required: 1, control_structure_required: 1 } as const
  await judge(
    context,
    'a German company without documents',
    recipes.business,
    (draft) => {
      requireGroups(draft)
      withoutDocuments(draft.documents())
    },
    { ...root, ...others },
  )
  await judge(
    context,
    'a US company without documents',
    recipes.usBusiness,
    (draft) => withoutDocuments(draft.documents()),
    { company_details_required: 1 },
  )
  await judge(
    context,
    'a German company and its nested company, both without documents',
    recipes.nested,
    (draft) => {
      requireGroups(draft)
      withoutDocuments(draft.documents(1))
      withoutDocuments(draft.documents())
    },
    { ...root, ...others, company_details_required: 2, ownership_structure_required: 2 },
  )
}

const resumable = (exchange: Exchange): boolean =>
  walk(jsonBody(exchange.response)).some(([at, value]) => {
    const name = at.split('/').at(-1) ?? ''
    return /(^|_)(resume_)?url$|resume/i.test(name) && name !== 'docs_url' && typeof value === 'string'
  })

/** A Business without Company Details is refused for good: nothing is left to be resumed. */
const noResume: Scenario = async (context) => {
  await accepted(context, recipes.business)
  const { exchange, customer } = await attempt(context, {
    name: 'a German company without Company Details, once more',
    recipe: recipes.business,
    edit: (draft) => withoutGroup(draft.documents(), 'details'),
  })
  if (exchange.response.status !== 400) throw new Skip(outcomeOf(exchange))
  context.expect(
    !resumable(exchange),
    'the refusal of a Business without Company Details has a url',
    exchange,
  )
  const list = context.find('get', '/customers/{}/identifications')
  if (!list) return
  const read = await context.call(list, { path: [customer], version: versionHeader(context.version) })
  const left = walk(jsonBody(read.response)).filter(([, value]) => isPending(value))
  const message = 'a Business without Company Details leaves a Pending identification with a url'
  context.expect(left.length === 0, message, read)
}

const isPending = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const members = Object.entries(value)
  const isWaiting = members.some(([, one]) => one === 'Pending')
  return isWaiting && members.some(([name, one]) => /url$/i.test(name) && typeof one === 'string')
}

/** Documents of companies: what is reported together, and what is left behind. */
export const companyDocumentScenarios: Readonly<Record<string, Scenario>> = {
  'identification/documents-together': together,
  'identification/no-resume-url': noResume,
}
