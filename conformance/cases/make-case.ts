import { escapeKey } from '../../document/index.js'
import type { Api } from '../model/api.js'
import type { Call } from '../model/call.js'
import type { CoveragePoint } from '../../document/values/index.js'
import type { Case, CaseSource, Deviation, Expectation, Peculiarity } from '../model/case.js'
import { canAddress, filledPath } from '../requests/index.js'
import { peculiaritiesOf, reachedPoints } from '../../document/values/index.js'
import { type Choice, type Draft, parameterLocations, valuesOf } from './choice.js'
import type { BodyFacts, OperationFacts, ParameterFacts } from './facts.js'
import { bodyPoint, parameterPoint } from './points.js'
import { isShadowed } from './routes.js'

/** What a case says besides its values. */
export interface CaseRemarks {
  readonly aim: string
  readonly source: CaseSource
  readonly expectation?: Expectation
  readonly deviation?: Deviation
  /** What the call has besides parameters and a body. */
  readonly call?: Partial<Pick<Call, 'credentials' | 'method' | 'body'>>
}

/** The call of a draft. */
export function callOf({ operation }: OperationFacts, draft: Draft): Call {
  return {
    operation,
    path: valuesOf(draft.path),
    query: valuesOf(draft.query),
    header: valuesOf(draft.header),
    cookie: valuesOf(draft.cookie),
    ...(draft.body && { body: { mediaType: draft.body.mediaType, value: draft.body.value } }),
  }
}

const peculiar = new WeakMap<Choice, Choice['peculiarities']>()

const peculiaritiesOfChoice = (choice: Choice): NonNullable<Choice['peculiarities']> => {
  const found = choice.peculiarities ?? peculiar.get(choice) ?? peculiaritiesOf(choice.value)
  peculiar.set(choice, found)
  return found
}

const peculiaritiesIn = (draft: Draft): Peculiarity[] => {
  const ofParameters = parameterLocations.flatMap((location) =>
    Object.entries(draft[location]).flatMap(([name, choice]) =>
      peculiaritiesOfChoice(choice).map(({ kind, at }) => ({
        kind,
        in: location,
        at: `/${escapeKey(name)}${at}`,
      })),
    ),
  )
  const ofBody = draft.body ? peculiaritiesOfChoice(draft.body) : []
  return [...ofParameters, ...ofBody.map((one): Peculiarity => ({ ...one, in: 'body' }))]
}

const reached = new WeakMap<Choice, readonly CoveragePoint[]>()

const pointsOfChoice = (
  choice: Choice,
  { schema, pointer }: Pick<ParameterFacts | BodyFacts, 'schema' | 'pointer'>,
  { surface: { schemas } }: Api,
): readonly CoveragePoint[] => {
  const source = { schemas, pointer, direction: 'request' } as const
  const found = choice.reaches ?? reached.get(choice) ?? reachedPoints(choice.value, schema, source)
  reached.set(choice, found)
  return found
}

const pointsReached = (api: Api, facts: OperationFacts, draft: Draft): CoveragePoint[] => {
  const points = facts.parameters.flatMap((one) => {
    const { name, in: location } = one.parameter
    const choice = Object.hasOwn(draft[location], name) ? draft[location][name] : undefined
    const own = choice === undefined ? [] : pointsOfChoice(choice, one, api)
    return [parameterPoint(one.parameter, choice !== undefined), ...own]
  })
  const { body } = draft
  if (!body) return facts.bodies.length === 0 || facts.isBodyRequired ? points : [...points, bodyPoint()]
  const declared = facts.bodies.find(({ mediaType }) => mediaType === body.mediaType)
  return declared ? [...points, bodyPoint(body.mediaType), ...pointsOfChoice(body, declared, api)] : points
}

/** A case of a draft; undefined where its path would be that of something else. */
export function makeCase(
  api: Api,
  facts: OperationFacts,
  draft: Draft,
  { aim, source, expectation = 'valid', deviation, call: own }: CaseRemarks,
): Case | undefined {
  const call = { ...callOf(facts, draft), ...own }
  const path = filledPath(call, api)
  if (!canAddress(path) || isShadowed(api, facts.operation, path)) return undefined
  const peculiarities = peculiaritiesIn(draft)
  return {
    call,
    expectation,
    source,
    aim,
    ...(deviation && { deviation }),
    ...(peculiarities.length > 0 && { peculiarities }),
    reaches: pointsReached(api, facts, draft),
  }
}
