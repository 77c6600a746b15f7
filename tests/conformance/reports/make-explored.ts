import {
  assembleReport,
  documentPack,
  registryOf,
  type Report,
  requestCount,
  type Rule,
  type RuleResult,
} from '../../../conformance/index.js'
import type { Finding } from '../../../conformance/model/finding.js'
import { locatePointers } from '../../../document/text/index.js'
import { seenBy } from '../../../conformance/model/step-result.js'
import { Coverage, Judgements } from '../../../conformance/coverage/coverage.js'
import { documentResults, type ExploredDocument } from '../../../conformance/run/document-results.js'
import type { ExploreRuleId } from '../../../conformance/model/document-rules.js'
import { createPet, deletePet, documentText, getPet, listPets, observedOf, pets } from './pets.js'

const created = observedOf(
  createPet,
  {
    status: 201,
    asked: [
      ['content-type', 'application/json'],
      ['authorization', 'Bearer very-secret'],
    ],
    sent: '{"kind":"cat"}',
    body: '{"id":7,"kind":"cat"}',
  },
  { body: { mediaType: 'application/json', value: { kind: 'cat' } } },
)
const failed = observedOf(createPet, {
  status: 500,
  sent: '{"kind":"dog"}',
  body: 'Traceback: "Bearer very-secret"',
})
const gone = observedOf(getPet, { status: 404, body: '{"error":"not found"}' })

/** Findings of two errors and a warning, of which one is a sequence. */
export const petFindings = {
  'answers/server-error': {
    message: 'POST /pets is answered 500 for kind "dog"',
    pointer: '#/paths/~1pets/post',
    expected: 'A status that the operation declares: 201 or 4XX.',
    operations: ['POST /pets', 'GET /pets'],
    occurrences: 12,
    evidence: [failed.exchange],
  },
  'answers/body': {
    message: 'the body lacks "owner", which is required',
    pointer: '#/components/schemas/Pet/required',
    expected: 'An object with the member "owner".',
    operations: ['POST /pets'],
    occurrences: 1,
    evidence: [created.exchange],
  },
  'state/readable': {
    message: 'what was created cannot be read',
    pointer: '#/paths/~1pets~1{petId}/get',
    expected: '200 with the values that it was created with.',
    operations: ['GET /pets/{petId}'],
    occurrences: 1,
    evidence: [created.exchange, gone.exchange],
    isSequence: true,
  },
} as const satisfies Partial<Record<ExploreRuleId, Finding>>

/** Findings by rule, one of each. */
export const findingsOf = (each: Partial<Record<ExploreRuleId, Finding>>): ExploredDocument['findings'] =>
  new Map(Object.entries(each).map(([rule, one]) => [rule as ExploreRuleId, [one]]))

const judgementsOf = (): Judgements => {
  const judgements = new Judgements()
  const judged: readonly ExploreRuleId[] = ['answers/server-error', 'answers/status', 'answers/body']
  for (const rule of judged) {
    for (const observed of [created, failed, gone]) judgements.add(rule, observed)
  }
  judgements.add('state/readable', gone)
  return judgements
}

const coverageOf = (): Coverage => {
  const coverage = new Coverage(pets)
  for (const observed of [created, failed, gone, observedOf(listPets, { status: 401 })])
    coverage.reach(observed)
  coverage.hinder(deletePet, 'not allowed without --allow-destructive: it deletes')
  return coverage
}

/** The exploration of the service of pets. */
export const exploredOf = (changes: Partial<ExploredDocument> = {}): ExploredDocument => {
  const coverage = coverageOf()
  return {
    api: pets,
    source: {
      name: 'api/openapi.yaml',
      isUnversioned: true,
      linesOf: (pointers) => locatePointers(documentText, pointers),
    },
    settings: { allowWrites: true, allowDestructive: false },
    findings: findingsOf(petFindings),
    judgements: judgementsOf(),
    doubts: [],
    coverage: coverage.summary(),
    traffic: coverage.traffic(),
    validTraffic: coverage.validTraffic(),
    requests: requestCount(640),
    durationMs: 5_200,
    isTimeUp: true,
    isSequenced: false,
    turnedAway: 0,
    left: 3,
    ...changes,
  }
}

/** Facts about a run. */
export const runFacts = {
  toolVersion: '0.0.0',
  baseUrl: 'http://127.0.0.1:8080',
  startedAt: new Date('2026-11-21T12:00:00Z'),
  durationMs: 5_400,
  redact: (text: string) => text.replaceAll('very-secret', '[redacted]'),
}

const registry = registryOf([documentPack])

/** Rules about versions are about several documents. */
const rulesFor = (count: number): readonly Rule[] =>
  documentPack.rules.filter(({ id }) => count > 1 || !id.startsWith('versions/'))

/** The report of a run of cases alone. */
export const exploreReport = (explored: readonly ExploredDocument[], facts: typeof runFacts): Report => {
  const versions = explored.map(({ api }) => api.version)
  const rules = rulesFor(explored.length).map(({ id }) => id)
  const plan = { baseUrl: facts.baseUrl, specUrl: facts.baseUrl, apis: [], versions, supported: versions,
    defaultVersion: null, rules, allowWrites: true, apiKeyEnv: '', timeoutMs: 1_000, seed: 0, subjects: {}, service: {},
  } // prettier-ignore
  return assembleReport(registry, plan, seenBy([]), { ...facts, explored })
}

/** Every result of one document. */
export const exploreResults = (explored: ExploredDocument): readonly RuleResult[] =>
  documentResults(explored, rulesFor(explored.source.isUnversioned ? 1 : 2))
