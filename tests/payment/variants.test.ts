import { describe, expect, test } from 'vitest'
import { areaOf, type Report } from '../../conformance/index.js'
import { addTo, memberAt } from '../../document/index.js'
import { registry } from '../../payment/index.js'
import { newestVersion } from '../../versions/index.js'
import { examineSandbox } from '../mutants/examine.js'
import { apiKey, type Wrong } from './services/behave.js'
import { usual } from './services/choices.js'
import { mixed, variants } from './services/variants.js'
import { tableIn } from '../support/table.js'
import { isWhole } from '../support/whole.js'
import { examineService, findingLines } from '../conformance/support/examine.js'

const seen = new Map<string, Promise<Report>>()

/** The service that is called with a key that many texts contain. */
const withShortKey = { wrong: { key: (key?: string) => (key === '1' ? apiKey : key) }, key: '1' }

/** The report of a variant, made once. */
const reportOn = (name: string): Promise<Report> => {
  const choices = variants[name] ?? mixed(Number(name))
  const report = seen.get(name) ?? examineService({ choices, ...(name === '1' && withShortKey) })
  seen.set(name, report)
  return report
}

const names = Object.keys(variants)

/** Documents may say less than the specification: that is a warning, and breaks nothing. */
const saysLess = new Set(['documents/shown', 'quote/document-shown'])

const broken = (report: Report): string[] =>
  findingLines({ ...report, results: report.results.filter(({ id }) => !saysLess.has(id)) })

test('these services make choices that there are', () =>
  expect(
    Object.values(variants)
      .flatMap(Object.keys)
      .filter((choice) => !(choice in usual)),
  ).toEqual([]))

// Mixed services make these choices too, and stand for the others.
describe.runIf(isWhole)(
  'a correct service has no findings, whatever it chose where the specification is silent',
  () => {
    test.each(names)('%s', async (name) => expect(broken(await reportOn(name))).toEqual([]))
  },
)

/** How a rule ended that did not pass. */
const marks: Readonly<Record<string, string>> = {
  failed: '!',
  flaky: '~',
  'not-applicable': '-',
  inconclusive: '?',
  skipped: 's',
}

/** The requests of each rule under each version, with its notes and its ending, so that a rule that tries less is noticed. */
const asked = ({ results }: Report): string => {
  const rules = new Map<string, string[]>()
  // Observers judge the requests of all other rules.
  for (const { id, requests, notes = [], state } of results.filter(
    ({ durationMs }) => durationMs !== undefined,
  )) {
    const noted = notes.length > 0 ? `/${notes.length}` : ''
    addTo(rules, id, `${requests.sent}${noted}${marks[state] ?? ''}`)
  }
  const areas = new Map<string, string[]>()
  for (const [id, counts] of rules) addTo(areas, areaOf({ id }), `${id.split('/')[1]} ${counts.join('+')}`)
  return [...areas].map(([area, lines]) => `${area}: ${lines.toSorted().join(', ')}\n`).join('')
}

test.each(isWhole ? ['1', '22'] : [])('nor has one that mixes the choices of these %s', async (seed) =>
  expect(broken(await reportOn(seed))).toEqual([]),
)

test('taking the key out changes nothing of what is judged, be the key as short as can be', async () => {
  const report = await reportOn('1')
  expect(report.results.filter(({ state }) => state === 'passed').length).toBeGreaterThan(100)
})

test('a signed quote is posted in the member that the document has for it', async () => {
  const rules = ['autoramp/read', 'autoramp/changed-quote']
  const { results } = await examineService({
    choices: { autoramps: 'with rates', quotePosted: 'in a member' },
    plan: { rules },
  })
  const unjudged = results.filter(({ id, state }) => rules.includes(id) && state !== 'passed')
  expect(unjudged.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
})

/** A service that refuses every Business for one reason. */
const refusingBusiness = (entry: { readonly code: string; readonly beneficiary_index?: number }): Wrong => ({
  answer: (answer, { path, body, isSpec }) => {
    if (isSpec) return { ...answer, body: answer.body.replaceAll('"ControlStructure"', '"Diagram"') }
    const isBusiness = path.endsWith('/identifications/v2') && memberAt(body, 'kind') === 'Business'
    const refusal = [{ message: 'no', docs_url: `/#${entry.code}`, ...entry }]
    return isBusiness ? { ...answer, status: 400, body: JSON.stringify(refusal) } : answer
  },
})

test.each([
  [
    'another beneficiary',
    'identification/beneficiary-index',
    { code: 'invalid_request', beneficiary_index: 0 },
  ],
  [
    'a document of no known type',
    'identification/control-structure-required',
    { code: 'control_structure_required' },
  ],
])('a Business that is refused for %s is not accused of what else is wrong', async (_, rule, entry) => {
  const plan = { rules: [rule], versions: [newestVersion] }
  const { results } = await examineService({ wrong: refusingBusiness(entry), plan })
  expect(results.filter(({ id, state }) => id === rule && state === 'failed')).toEqual([])
})

// Which request of a busy service is repeated depends on the order of those that are sent at once.
test('each rule asks one that takes any number of requests for as much as before', async () => {
  const report = await examineService({ choices: { ...mixed(22), busy: false } })
  await expect(asked(report)).toMatchFileSnapshot('golden/asked.txt')
})

test('the newest version of the sandbox is judged by each rule but those of what it does not have', async () => {
  const rules = registry.rules.filter(({ id, kind }) => kind === 'scenario' && !id.startsWith('webhooks/'))
  const report = await examineSandbox(
    [],
    rules.map(({ id }) => id),
    { versions: [newestVersion] },
  )
  const unjudged = report.results.filter(({ state }) => state !== 'passed')
  expect(unjudged.map(({ id, state }) => `${id} ${state}`).toSorted()).toEqual([
    'customers/new-terms not-applicable',
    'versioning/listed-changes not-applicable',
    'versioning/quote-shape not-applicable',
    'versioning/response-shapes not-applicable',
    'versioning/routes not-applicable',
  ])
})

const { reasons, never } = tableIn<Readonly<Record<string, readonly string[]>>>(
  import.meta.dirname,
  'unjudged.yaml',
)
const unjudged = (reasons ?? []).map((reason) => new RegExp(reason))

describe.runIf(isWhole)('what cannot be judged is said, with what is missing', () => {
  test.each(names)('%s', async (name) => {
    const { results } = await reportOn(name)
    const told = results.flatMap(({ id, state, reason = '' }) =>
      state === 'skipped' || state === 'not-applicable' || state === 'inconclusive'
        ? [`${id}: ${reason}`]
        : [],
    )
    expect(told.filter((line) => !unjudged.some((known) => known.test(line)))).toEqual([])
  })

  test('and no more than that: each is judged on one of these services, if it can be on any', async () => {
    const reports = await Promise.all(names.map(reportOn))
    const judged = new Set(
      reports.flatMap(({ results }) => results.filter(({ state }) => state === 'passed').map(({ id }) => id)),
    )
    const promised = new Set(
      reports.flatMap(({ results }) =>
        results
          .filter(({ id, state }) => state !== 'not-promised' && !id.startsWith('webhooks/'))
          .filter(({ id }) => !saysLess.has(id))
          .map(({ id }) => id),
      ),
    )
    expect([...promised].filter((id) => !judged.has(id)).toSorted()).toEqual(never)
  })
})
