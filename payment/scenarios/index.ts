import { isDescribed } from '../../versions/index.js'
import { catalogue } from '../statements/index.js'
import type { Scenario } from '../../conformance/rules/context.js'
import { NotApplicable } from '../../conformance/model/outcome.js'
import { abilitiesScenarios } from './abilities/index.js'
import { authenticationScenarios } from './authentication/index.js'
import { autorampScenarios } from './autoramp/index.js'
import { customerScenarios } from './customers/index.js'
import { documentScenarios } from './documents/index.js'
import { errorScenarios } from './errors/index.js'
import { idempotencyScenarios } from './idempotency/index.js'
import { controlScenarios } from './sandbox-controls.js'
import { identificationScenarios } from './identification/index.js'
import { quoteScenarios } from './quote/index.js'
import { requiredSigningsScenarios } from './required-signings/index.js'
import { specDocumentScenarios } from './spec-documents/index.js'
import { termsScenarios } from './terms/index.js'
import { versioningScenarios } from './versioning/index.js'
import { webhookScenarios } from './webhooks/index.js'

/** The steps of each area. No rule stands in two of them. */
export const scenarioSets: readonly Readonly<Record<string, Scenario>>[] = [
  versioningScenarios,
  specDocumentScenarios,
  authenticationScenarios,
  errorScenarios,
  idempotencyScenarios,
  quoteScenarios,
  documentScenarios,
  termsScenarios,
  requiredSigningsScenarios,
  customerScenarios,
  abilitiesScenarios,
  autorampScenarios,
  controlScenarios,
  identificationScenarios,
  webhookScenarios,
]

const areaIn = (id: string): string => id.slice(0, id.indexOf('/'))

/** Areas whose promises are about every version, whatever it is called and whatever it changed. */
const general = new Set([
  'authentication',
  'customers',
  'idempotency',
  'operations',
  'spec-documents',
  'versioning',
  'webhooks',
])

/** Rules that the specification states of a version "or later", but for lists of values, which a later one extends. */
const lasting = new Set(
  catalogue
    .filter(
      ({ id, versions }) =>
        typeof versions === 'object' && 'from' in versions && areaIn(id) !== 'enumerations',
    )
    .map(({ id }) => id),
)

// A version that is minted later may remove and rename what the specification describes (Versioning 6).
const ofDescribed =
  (id: string, steps: Scenario): Scenario =>
  async (context) => {
    const { version } = context
    const isStated = version === '*' || isDescribed(version) || general.has(areaIn(id)) || lasting.has(id)
    if (!isStated) throw new NotApplicable(`the specification does not describe version ${version}`)
    return steps(context)
  }

const all: Readonly<Record<string, Scenario>> = Object.assign({}, ...scenarioSets)

/** The steps of each rule of kind `scenario`, by rule id. */
export const scenarios: Readonly<Record<string, Scenario>> = Object.fromEntries(
  Object.entries(all).map(([id, steps]) => [id, ofDescribed(id, steps)]),
)
