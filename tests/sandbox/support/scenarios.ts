import { beforeAll, test, vi } from 'vitest'

import { openData } from '../../../sandbox/index.js'
import { attempted, openDelivering } from '../webhooks/support/delivering.js'
import {
  type Answering,
  cutting,
  hanging,
  isSignedBy,
  openReceiver,
  type Receiver,
  status,
} from '../../support/receiver.js'
import { bodyOf } from '../identification/fixtures.js'
import {
  activeCustomer,
  bankAccount,
  createCustomer,
  given,
  identify,
  offramp,
  onramp,
  signAll,
  wallet,
} from './actors.js'
import { offrampOf, onrampOf } from './autoramps.js'
import { freshPath } from './state.js'
import { NEW, openSandbox, type Reply, type Request, type Sandbox } from './sandbox.js'
import {
  type ActorStep,
  type Expectation,
  readScenarios,
  type RequestStep,
  type Row,
  type Scenario,
  type Step,
} from './scenario-file.js'
import { differences, known, type Names, textToSend, valueToSend } from './scenario-values.js'

type Text = Readonly<Record<string, string>>

/** The reaction of a receiver: a status, a cut connection, or nothing. */
const answerOf = (code: number | 'cut' | 'none'): Answering =>
  typeof code === 'number' ? status(code) : { none: hanging, cut: cutting }[code]

/** The records that a step of a scenario can make, by name, from the members that the step gives. */
const actors: Readonly<Record<string, (sandbox: Sandbox, options: never) => Promise<unknown>>> = {
  customer: (sandbox, { version, key, ...more }: Text) =>
    createCustomer(sandbox, { version, ...(key !== undefined && { key }) }, more),
  customers: async (sandbox, { count }: { count: number }) => {
    const ids: string[] = []
    while (ids.length < count) ids.push(await createCustomer(sandbox))
    return ids
  },
  'active customer': (sandbox, as: Text) => activeCustomer(sandbox, as),
  'ready customer': async (sandbox) => {
    const id = await createCustomer(sandbox, { version: NEW })
    await signAll(sandbox, id)
    return id
  },
  body: async (_sandbox, { name = '', version }: Text) => bodyOf(name, version),
  sign: (sandbox, { customer = '', ...as }: Text) => signAll(sandbox, customer, as),
  identify: (sandbox, { customer, approved, ...as }: { customer: string; approved?: boolean }) =>
    identify(sandbox, customer, as, approved),
  wallet: (sandbox, { customer = '', blockchain, address, ...as }: Text) =>
    wallet(sandbox, customer, blockchain, address, as),
  'bank account': (sandbox, { customer, ...options }: { customer: string }) =>
    bankAccount(sandbox, customer, options),
  onramp: (sandbox, { customer = '', ...change }: Text) => onrampOf(sandbox, customer, change),
  offramp: (sandbox, { customer = '', ...change }: Text) => offrampOf(sandbox, customer, change),
  receiver: (_sandbox, { status: code = 200 }: Partial<Answer>) => openReceiver(answerOf(code)),
  answer: async (_sandbox, { receiver, status: code }: Answer) => receiver.answer(answerOf(code)),
  received: async (_sandbox, { receiver, count }: { receiver: Receiver; count: number }) =>
    (await receiver.received(count)).map(({ method, path, headers, body }) => ({
      method,
      path,
      headers,
      body,
      event: JSON.parse(body),
    })),
  attempted: (sandbox, { count }: { count: number }) => attempted(sandbox, count),
  signer: async (_sandbox, { receiver, secrets }: { receiver: Receiver; secrets: readonly string[] }) =>
    secrets.find((secret) => isSignedBy(receiver.arrivals.at(-1), secret)),
  'onramp query': async (_sandbox, { customer = '', recipient = '', ...change }: Text) =>
    given({ ...onramp(customer, recipient), ...change }),
  'offramp query': async (_sandbox, { customer = '', recipient = '', ...change }: Text) =>
    given({ ...offramp(customer, recipient), ...change }),
}

interface Answer {
  readonly receiver: Receiver
  readonly status: number | 'cut' | 'none'
}

/** The state of a scenario that is run. */
interface Scene {
  sandbox: Sandbox
  names: Names
  /** Opens the sandbox on the state that the one before it left behind. */
  reopen?: () => Promise<Sandbox>
}

const withQuery = (path: string, query: unknown): string => {
  const entries = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])
  return entries.length === 0
    ? path
    : `${path}${path.includes('?') ? '&' : '?'}${String(new URLSearchParams(entries))}`
}

const requestOf = ({ headers: written }: RequestStep, body: unknown, names: Names): Request => {
  const texts = Object.entries(written).map(([name, text]) => [name, textToSend(text, names)])
  const { version, key, ...headers }: Text = Object.fromEntries(texts)
  return {
    version,
    headers,
    body,
    ...(key !== undefined && { key: written['key'] === '$absent' ? null : key }),
  }
}

const problemsOf = (reply: Reply, expected: Expectation, names: Names): readonly string[] => [
  ...differences(reply.status, expected.status, names, 'status'),
  ...differences(reply.headers, expected.headers, names, 'headers'),
  ...(expected.body === undefined ? [] : differences(reply.body, expected.body, names, 'body')),
]

/** Sends a request with the changes of each row. Throws an error with the differences of all rows. */
const sendOnce = async (step: RequestStep, { sandbox, names }: Scene): Promise<unknown> => {
  const { line, method, expected: usual } = step
  const path = textToSend(step.path, names)
  const base = valueToSend(step.body, names)
  const unchanged: Row = { line, changes: [undefined], expected: undefined }
  const rows = step.rows.length === 0 ? [unchanged] : step.rows
  const requests = rows.flatMap((row) => row.changes.map((change) => ({ ...row, change })))
  const problems: string[] = []
  let result: unknown
  for (const { change, expected = usual, line } of requests) {
    const content = change === undefined ? base : valueToSend(change, names, base)
    const [url, body] = method === 'GET' ? [withQuery(path, content), undefined] : [path, content]
    const reply = await sandbox.send(method, url, requestOf(step, body, names))
    const found = problemsOf(reply, expected, names)
    const sent = `line ${line}: ${method} ${url} ${JSON.stringify(body) ?? ''}`
    const received = `response: ${reply.status} ${reply.text.slice(0, 1000)}`
    if (found.length > 0) problems.push([sent, ...found, received].join('\n'))
    result = reply.body
  }
  if (problems.length > 0) throw new Error(problems.join('\n\n'))
  return result
}

const sendAll = async (step: RequestStep, scene: Scene): Promise<unknown> =>
  step.isRepeated
    ? vi.waitFor(() => sendOnce(step, scene), { timeout: 30_000, interval: 0 })
    : sendOnce(step, scene)

const openKept = async (scene: Scene, options: object): Promise<Sandbox> => {
  const path = freshPath()
  scene.reopen = async () => openDelivering({ data: await openData(path), ...options })
  return scene.reopen()
}

/** The sandboxes that a scenario may open. */
const sandboxes: Readonly<Record<string, (scene: Scene, options: object) => Promise<Sandbox | undefined>>> = {
  sandbox: (_scene, options) => openSandbox(options),
  'delivering sandbox': (_scene, options) => openDelivering(options),
  'kept sandbox': openKept,
  restart: async ({ sandbox, reopen }) => {
    await sandbox.app.close()
    return reopen?.()
  },
}

const take = async (step: ActorStep, scene: Scene): Promise<unknown> => {
  const options = valueToSend(step.options, scene.names)
  const sandbox = await sandboxes[step.actor]?.(scene, options ?? {})
  if (sandbox !== undefined) {
    scene.sandbox = sandbox
    return undefined
  }
  const make = actors[step.actor]
  if (make === undefined) throw new ReferenceError(`no actor is named ${step.actor}`)
  const result = await make(scene.sandbox, options as never)
  const problems =
    step.expected === undefined ? [] : differences(result, step.expected, scene.names, 'result')
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return result
}

const run = async (step: Step, scene: Scene): Promise<unknown> => {
  if (step.kind === 'value') return valueToSend(step.value, scene.names)
  return step.kind === 'request' ? sendAll(step, scene) : take(step, scene)
}

/** Runs the steps of a scenario. Throws an error that names the file and the line of the step that fails. */
const play = async (steps: readonly Step[], scene: Scene, file: string): Promise<void> => {
  for (const step of steps) {
    try {
      const result = await run(step, scene)
      if (step.name !== undefined) scene.names = { ...scene.names, [step.name]: result }
    } catch (error) {
      if (error instanceof Error) error.message = `${file}:${step.line}: ${step.text}\n${error.message}`
      throw error
    }
  }
}

const valuesOf = ({ each }: Scenario): readonly unknown[] => {
  if (each === undefined) return [undefined]
  const values = Array.isArray(each.values) ? each.values : valueToSend(each.values, known)
  return Array.isArray(values) ? values : [values]
}

const titleOf = ({ title, each }: Scenario, value: unknown): string =>
  each === undefined ? title : `${title}: ${JSON.stringify(value)}`

/**
 * Declares the scenarios of a file. Each begins with the sandbox and the names that `before all` leaves behind, and with
 * the steps of `before each`.
 */
export const declareScenarios = (file: string, source: string): void => {
  const scenarios = readScenarios(source)
  const stepsOf = (wanted: string): readonly Step[] =>
    scenarios.find(({ title }) => title === wanted)?.steps ?? []
  const common: Scene = { sandbox: undefined as never, names: known }
  beforeAll(async () => {
    common.sandbox = await openSandbox()
    await play(stepsOf('before all'), common, file)
  })
  for (const scenario of scenarios.filter(({ title }) => !['before all', 'before each'].includes(title)))
    for (const value of valuesOf(scenario))
      test(titleOf(scenario, value), async () => {
        const { each, steps } = scenario
        const own = each === undefined ? {} : { [each.name]: valueToSend(value, common.names) }
        const scene = { ...common, names: { ...common.names, ...own } }
        await play([...stepsOf('before each'), ...steps], scene, file)
      })
}
