import { escapeKey, isObject } from '../../document/index.js'
import { type CoveragePoint, peculiaritiesOf, reachedPoints } from '../../document/values/index.js'
import type { Api, Call, Case, CaseSource, Deviation, Expectation, Peculiarity } from '../model/case.js'
import { canAddress, filledPath, hasRounded } from '../requests/index.js'
import { type Choice, type Draft, parameterLocations, valuesOf, withBody, withMember } from './choice.js'
import type { OperationFacts } from './facts.js'
import { type Input, isValid } from './inputs.js'
import { bodyPoint, parameterPoint } from './points.js'
import { isShadowed } from './routes.js'
import { distinctIn } from './start.js'

export interface Planned {
  readonly draft: Draft
  readonly aim: string
  /** The default is the promise of its plan. */
  readonly promise?: Expectation
  readonly source?: CaseSource
  readonly deviation?: Deviation
  readonly call?: Partial<Pick<Call, 'credentials' | 'method' | 'body'>>
  /** The case is about its body, so texts that may have to be unique are not changed. */
  readonly isAsMade?: boolean
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

/** Names of members that services often require to be unique. */
const unique =
  /name|mail|title|slug|code|key|login|user|sku|label|handle|reference|subject|number|serial|isbn|^id$/i

/** A host name: the first label is changed, `pets.example.` becomes `pets1.example.` */
const isDotted = /^[\w-]+(\.[\w-]+)+\.?$/

const anotherText = (text: string, distinct: string): string => {
  const at = isDotted.test(text) ? text.indexOf('.') : text.lastIndexOf('@')
  return at < 0 ? `${text}${distinct}` : `${text.slice(0, at)}${distinct}${text.slice(at)}`
}

/** Replaces texts that may have to be unique, where the schema allows it: nothing can be created twice. */
export function withFreshBody(api: Api, { operation, bodies }: OperationFacts, draft: Draft): Draft {
  const { body } = draft
  const declared = bodies.find(({ mediaType }) => mediaType === body?.mediaType)
  if (operation.method !== 'post' || !body || !declared || !isObject(body.value)) return draft
  let { value } = body
  for (const [name, member] of Object.entries(body.value)) {
    if (typeof member !== 'string' || !unique.test(name) || !isObject(value)) continue
    const changed = withMember(value, name, anotherText(member, distinctIn(api)()))
    if (isValid(declared, changed)) value = changed
  }
  return value === body.value ? draft : withBody(draft, { ...body, value })
}

/** Cached by choice, because a draft shares most of its choices with others. */
const peculiarities = new WeakMap<Choice, readonly Omit<Peculiarity, 'in'>[]>()
const reached = new WeakMap<Choice, readonly CoveragePoint[]>()

const remembered = <Found>(known: WeakMap<Choice, Found>, choice: Choice, find: () => Found): Found => {
  const found = known.get(choice) ?? find()
  known.set(choice, found)
  return found
}

const peculiarIn = (choice: Choice, location: Peculiarity['in'], at: string): Peculiarity[] =>
  remembered(peculiarities, choice, () => peculiaritiesOf(choice.value)).map((one) => ({
    kind: one.kind,
    in: location,
    at: at + one.at,
  }))

const peculiaritiesIn = (draft: Draft): Peculiarity[] => [
  ...parameterLocations.flatMap((location) =>
    Object.entries(draft[location]).flatMap(([name, choice]) =>
      peculiarIn(choice, location, `/${escapeKey(name)}`),
    ),
  ),
  ...(draft.body ? peculiarIn(draft.body, 'body', '') : []),
]

const pointsOf = (choice: Choice, { schema, pointer }: Input, { surface }: Api): readonly CoveragePoint[] =>
  remembered(reached, choice, () =>
    reachedPoints(choice.value, schema, { schemas: surface.schemas, pointer, direction: 'request' }),
  )

const pointsReached = (
  api: Api,
  { parameters, bodies, isBodyRequired }: OperationFacts,
  draft: Draft,
): CoveragePoint[] => {
  const points = parameters.flatMap((input) => {
    const { name, in: location } = input.parameter
    const choice = Object.hasOwn(draft[location], name) ? draft[location][name] : undefined
    const own = choice === undefined ? [] : pointsOf(choice, input, api)
    return [parameterPoint(input.parameter, choice !== undefined), ...own]
  })
  const { body } = draft
  if (!body) return bodies.length === 0 || isBodyRequired ? points : [...points, bodyPoint()]
  const declared = bodies.find(({ mediaType }) => mediaType === body.mediaType)
  return declared ? [...points, bodyPoint(body.mediaType), ...pointsOf(body, declared, api)] : points
}

const valuesIn = ({ path, query, header, cookie, body }: Call): readonly unknown[] => [
  path,
  query,
  header,
  cookie,
  body?.value,
]

/** The case of a planned call; undefined where its path would match another operation. */
export function makeCase(
  api: Api,
  facts: OperationFacts,
  { draft, aim, promise = 'valid', source = 'coverage', deviation, call: own }: Planned,
): Case | undefined {
  const call = { ...callOf(facts, draft), ...own }
  const path = filledPath(call, api)
  if (!canAddress(path) || isShadowed(api, facts.operation, path)) return undefined
  const peculiarities = peculiaritiesIn(draft)
  return {
    call,
    // A limit beyond 2^53 is read rounded, so whether a value exceeds it is unknown.
    expectation: promise === 'valid' && hasRounded(valuesIn(call)) ? 'open' : promise,
    source,
    aim,
    ...(deviation && { deviation }),
    ...(peculiarities.length > 0 && { peculiarities }),
    reaches: pointsReached(api, facts, draft),
  }
}
