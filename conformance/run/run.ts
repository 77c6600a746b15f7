import { setTimeout as delay } from 'node:timers/promises'
import { cached } from '../../document/index.js'
import { withDeletions } from '../coverage/coverage.js'
import { isSuccess } from '../exchange/reading.js'
import type { Plan } from '../model/plan.js'
import type { CreatedEntry, RuleResult } from '../model/report.js'
import { scopeOf } from '../pool/scopes.js'
import { publish } from '../recording/publish.js'
import type { Seen, StepResult } from '../model/step-result.js'
import { nameOf } from '../model/case.js'
import { ifPossible } from '../model/outcome.js'
import type { ThingsBefore } from '../model/warnings.js'
import { eachAtOnce, together, whenAborted } from '../model/workers.js'
import { ScenarioContext } from '../rules/context.js'
import type { JudgedRule, Registry } from '../rules/registry.js'
import { readCall } from '../requests/write-request.js'
import { largestPage } from '../sequences/lists.js'
import { type Documents, explore, type Explored } from './explore.js'
import { runStep } from './run-rule.js'
import { looksOn, schedule, type Step } from './schedule.js'
import { type Keys, Session } from '../session/session.js'
import { observerResults } from './assemble-report.js'
import { cleanUp } from './clean-up.js'
import { withoutSlash } from '../resources/paths.js'
import { type AtEnd, lookAtThingsBefore } from './things-before.js'

/** Deletions are not judged. */
const noRules = { rules: [] }

/**
 * The time limit of the deletion. After an interrupt it is the shorter one, and where the service was given up the time
 * that the run has left, because it may come back.
 */
const longestMs = 30_000
const hurryMs = 5_000
/** For so long refused deletions are tried again, also where the time of a run is up. */
const leastRetryMs = 2_000
/** Shorter limits than for rules, because the service may be down. */
const longestResponseMs = 5_000
const leastPatienceMs = 1_000

/** The time in which it is looked for what was there before: what the run has left, but within these bounds. */
const [leastLookingMs, mostLookingMs] = [1_000, 10_000]
/** The least time for reading what may name things, and its largest share of the time that is left. */
const [leastNamingMs, mostNaming] = [1_000, 0.25]

/** The most lists that are read once more before the deletion. */
const mostLists = 20

/** The number of requests at once after a run, which learned how many the service takes. */
const concurrencyAfter = ({ client, plan: { mostAtOnce, concurrency } }: Session): number =>
  Math.min(mostAtOnce ?? concurrency ?? 1, client.mostAtOnce)

/** The context for calls of one version of the document, which is the newest where that version is not tested. */
const contextFor = (session: Session, scope: string, version: string): ScenarioContext =>
  new ScenarioContext(session, scope, session.versions.get(version) ?? session.newest)

/** Reads what may show things that no response has named so far, as after an upload or a PUT that failed. */
const nameUnnamed = async (ran: Session, session: Session, until: number): Promise<void> => {
  const isOver = (): boolean => Date.now() >= until
  for (const [version, learned] of ran.learned) {
    const { api, pool } = learned
    const calls = [
      ...pool.unnamed.lists.slice(0, mostLists),
      ...pool.nested.lists.slice(0, mostLists),
      ...pool.failedPuts.reads(pool.kinds).slice(-mostLists),
    ]
    const read = async ([operation, values]: (typeof calls)[number]): Promise<void> => {
      const context = contextFor(session, version, version)
      const size = Object.entries(largestPage(operation, api.surface.schemas))
      const query = Object.fromEntries(size.map(([name, count]) => [name, String(count)]))
      const options = { path: values.map(String), query, mayBeMissing: true }
      const exchange = await ifPossible(context.call(operation, options))
      const call = exchange && readCall(operation, exchange)
      const made = call && ({ call, expectation: 'unknown', origin: 'rule' } as const)
      if (made) learned.look({ api, case: made, exchange, durationMs: 0 })
    }
    await eachAtOnce(calls, concurrencyAfter(ran), read, isOver)
  }
}

/** The traces of a run on the service. */
interface Left {
  /** Everything that it created, in order, with its fate. */
  readonly created: readonly CreatedEntry[]
  /** Its effects on the things of others. */
  readonly before: ThingsBefore
  /** The operations that deleted something at its end, by version. */
  readonly deleting: ReadonlyMap<string, ReadonlySet<string>>
}

const unharmed: ThingsBefore = { missing: [], changed: [], written: [], unexplained: [] }

/** How a run ends. */
interface Ending {
  /** The time limit of the deletion; things that take longer are kept. */
  readonly forMs: number
  /** Unix time in milliseconds at which the run is to be over. */
  readonly deadline?: number
  /** Whether lists are read once more, to find what the run left behind. */
  readonly looks?: boolean
  /** The run may only delete what it created, so it reports what else is gone. */
  readonly isCareful?: boolean
}

/** Reads the lists at the end of a run, by version. */
const lookAfter = async (
  ran: Session,
  session: Session,
  until: number,
): Promise<ReadonlyMap<string, AtEnd>> => {
  const concurrency = concurrencyAfter(ran)
  const forMs = Math.min(mostLookingMs, Math.max(leastLookingMs, Math.ceil(until - Date.now())))
  const all = [...ran.learned].map(async ([version, learned]) => {
    const context = contextFor(session, version, version)
    const send: Parameters<typeof lookAtThingsBefore>[1] = (operation, options) =>
      ifPossible(context.call(operation, { ...options, version: [version] }))
    return [version, await lookAtThingsBefore(learned, send, { concurrency, forMs })] as const
  })
  return new Map(await together(all))
}

/**
 * Deletes what a run created, in a session of its own, because that of the run may be over and its service given up.
 */
const deleteCreated = async (
  ran: Session,
  keys: Keys,
  { forMs, deadline = Infinity, looks = false, isCareful = false }: Ending,
): Promise<Left> => {
  const { plan, learned } = ran
  const isNamed = [...learned.values()].every(
    ({ pool }) =>
      pool.unnamed.lists.length === 0 && pool.nested.lists.length === 0 && pool.failedPuts.isEmpty,
  )
  const isLooked = looks && [...learned.values()].some(({ pool }) => pool.firstLists.isWritten)
  if (ran.created.length === 0 && isNamed && !isLooked)
    return { created: [], before: unharmed, deleting: new Map() }
  const timeoutMs = Math.min(plan.timeoutMs, longestResponseMs)
  const { webhooks: _unused, ...sending } = plan
  const patienceMs = Math.max(leastPatienceMs, Math.min(plan.patienceMs ?? 0, forMs - timeoutMs))
  const session = await Session.open(noRules, { ...sending, timeoutMs, patienceMs }, keys)
  const began = Date.now()
  try {
    const leftMs = Math.min(forMs, deadline - began)
    await nameUnnamed(ran, session, began + Math.max(leastNamingMs, leftMs * mostNaming))
    let seen: ReadonlyMap<string, AtEnd> = new Map()
    const look = async (): Promise<ReadonlyMap<string, AtEnd>> => {
      if (isLooked) seen = await lookAfter(ran, session, deadline)
      return seen
    }
    const deleting = new Map<string, Set<string>>()
    const created = await cleanUp(
      ran.created,
      async (operation, { api: { version }, by, pathValues }, credentials = 'own', headers = [], body) => {
        const path = Object.values(pathValues).map(String)
        const scope = Object.entries(scopeOf(operation, by)).map(([name, value]) => [name, String(value)])
        const query = Object.fromEntries(scope)
        const options = {
          path,
          query,
          version: [version],
          credentials,
          headers,
          ...(body !== undefined && { body }),
        }
        const exchange = await contextFor(session, '*', version).call(operation, options)
        const isDeleted = operation.method === 'delete' && isSuccess(exchange)
        if (isDeleted) cached(deleting, version, () => new Set()).add(nameOf(operation))
        return exchange
      },
      {
        deadline: began + forMs,
        retryUntil: Math.max(began + leastRetryMs, deadline),
        readUntil: deadline,
        concurrency: concurrencyAfter(ran),
        look,
      },
    )
    const all = [...seen.values()].map((one) => one.before)
    const before = isCareful ? all : []
    // The rules and the cases of each document know only what they created themselves.
    const named = new Set(ran.created.map(({ path = '' }) => withoutSlash(path)))
    return {
      created,
      deleting,
      before: {
        missing: before.flatMap(({ missing }) => missing),
        changed: before.flatMap(({ changed }) => changed),
        written: all.flatMap(({ written }) => written),
        unexplained: [...new Set(all.flatMap(({ unexplained }) => unexplained))].filter(
          (target) => !named.has(withoutSlash(target)),
        ),
      },
    }
  } finally {
    await session.close()
  }
}

/** Closes the session of a run and deletes what it created, even where closing fails. */
const end = async (session: Session, keys: Keys, ending: Ending): Promise<Left> => {
  const [closed] = await Promise.allSettled([session.close()])
  const left = await deleteCreated(session, keys, ending)
  if (closed.status === 'rejected') throw closed.reason
  return left
}

/** A run whose steps a user's own test runner judges one by one. */
export interface OpenRun {
  readonly scenarios: readonly Step<JudgedRule>[]
  /** Steps whose result depends on the whole run. */
  readonly observers: readonly Step<JudgedRule>[]
  /** Judges one step; an observer's result covers the exchanges so far. */
  readonly judge: (step: Step<JudgedRule>) => Promise<RuleResult>
  readonly close: () => Promise<readonly CreatedEntry[]>
}

/** Opens a run of a plan. */
export async function openRun(registry: Registry, plan: Plan, keys: Keys): Promise<OpenRun> {
  const session = await Session.open(registry, plan, keys)
  const steps = schedule(registry, plan)
  const judge = async (step: Step<JudgedRule>): Promise<RuleResult> => {
    const own = await runStep(step, session)
    await session.settle()
    const result = own.result ?? observerResults(registry, [step], session.seen.observed)[0]
    if (!result) throw new RangeError(`rule ${step.rule.id} has no result`)
    return publish(result, session.redact)
  }
  return {
    scenarios: steps.filter(({ rule }) => !looksOn(rule)),
    observers: steps.filter(({ rule }) => rule.kind === 'observer'),
    judge,
    close: async () => (await end(session, keys, { forMs: longestMs })).created,
  }
}

export type OnStep = (step: { readonly id: string; readonly version: string }) => void

export interface RunOptions {
  readonly onStep?: OnStep
  /** Ends the run early; created things are still deleted. */
  readonly signal?: AbortSignal
  /** Time limit of rules and cases together, in milliseconds; none when it is absent. */
  readonly budgetMs?: number
  /** Cases are generated from these after the last step; none when it is absent. */
  readonly documents?: Documents
}

/** The time for which an interrupted run waits for rules that wait themselves. */
const graceMs = 1_000

/** Resolves when work is done, or some time after the signal, because a rule may wait long. */
const doneOrStopped = async (work: Promise<unknown>, signal: AbortSignal): Promise<void> => {
  const ended = new AbortController()
  const until = { signal: ended.signal }
  const stopped = whenAborted(signal, ended.signal).then(() => delay(graceMs, undefined, until))
  await Promise.race([work, stopped]).finally(() => ended.abort())
}

export interface Run extends Seen, Omit<Left, 'deleting'> {
  /** The results of the cases of each document; empty where none were made. */
  readonly explored: readonly Explored[]
  /** Removes the secrets of the run from a text. */
  readonly redact: (text: string) => string
  /** Rules were dropped because the time was up. */
  readonly isTimeUp: boolean
}

/** The ends of a run: an interrupt, or its deadline. */
interface Ends {
  readonly signal: AbortSignal
  readonly timeUp: AbortSignal | undefined
  readonly deadline: number
}

/** The time limit of the deletion at the end of a run. */
const deletingMs = ({ client }: Session, { signal, deadline }: Ends): number => {
  if (signal.aborted) return hurryMs
  const leftMs = deadline < Infinity ? deadline - Date.now() : 0
  return client.gone.aborted ? Math.min(longestMs, Math.max(hurryMs, leftMs)) : longestMs
}

const endsOf = ({ signal = new AbortController().signal, budgetMs }: RunOptions): Ends => ({
  signal,
  timeUp: budgetMs === undefined ? undefined : AbortSignal.timeout(Math.ceil(budgetMs)),
  deadline: Date.now() + (budgetMs ?? Infinity),
})

/** A rule that the deadline cut off counts as not judged. */
const unlessCut = (judged: StepResult, { timeUp }: Ends): StepResult =>
  timeUp?.aborted === true && judged.result?.state === 'inconclusive' ? { ...judged, result: null } : judged

/** A slower service is far away: rules judged one after the other would mostly wait for the network. */
const remoteMs = 50

const judgeSteps = async (
  session: Session,
  registry: Registry,
  plan: Plan,
  { onStep, documents }: RunOptions,
  ends: Ends,
): Promise<readonly StepResult[]> => {
  const steps = schedule(registry, plan).filter(({ rule }) =>
    documents ? !looksOn(rule) : rule.kind !== 'cases',
  )
  const isWaiting = ([, { rule }]: [number, Step]): boolean => rule.needs.includes('receiver')
  const [waiting, others] = [
    [...steps.entries()].filter(isWaiting).values(),
    [...steps.entries()].filter((one) => !isWaiting(one)).values(),
  ]
  const over = AbortSignal.any([ends.signal, ...(ends.timeUp ? [ends.timeUp] : [])])
  const judged: StepResult[] = []
  // Workers share the iterator of a queue, so that each step runs once.
  const work = async (queue: Iterable<[number, Step]>): Promise<void> => {
    for (const [index, step] of queue) {
      if (over.aborted) return
      judged[index] = unlessCut(await runStep(step, session), ends)
      onStep?.({ id: step.rule.id, version: step.version })
    }
  }
  const stop = (): void => session.stop()
  over.addEventListener('abort', stop, { once: true })
  const judgeOthers = async (): Promise<void> => {
    for (const step of others) {
      await work([step])
      if (session.quickestMs < Infinity) break
    }
    const usual = session.quickestMs < remoteMs ? 1 : plan.mostAtOnce
    await Promise.all(Array.from({ length: plan.concurrency ?? usual ?? 1 }, () => work(others)))
  }
  // Rules that wait for deliveries send little, so they run beside the others.
  await doneOrStopped(Promise.all([work(waiting), judgeOthers()]), over)
  // The session stays open for cases, which end by themselves.
  over.removeEventListener('abort', stop)
  return judged.filter((one) => one !== undefined)
}

/** Makes the calls that cases start from. They are judged like all others. */
const prepare = async (
  session: Session,
  { prepare: make }: Registry,
  { apis }: Documents,
  { deadline }: Ends,
): Promise<readonly StepResult[]> => {
  const judged: StepResult[] = []
  for (const { api } of make ? apis : []) {
    const { version } = api
    const under = session.versions.get(version)
    if (!make || !under || session.client.ended !== undefined || Date.now() >= deadline) continue
    const began = performance.now()
    const context = new ScenarioContext(session, version, under)
    await ifPossible(make(context))
    const [requests, durationMs] = [context.requests.count, performance.now() - began]
    judged.push({ version, requests, result: null, durationMs })
  }
  return judged
}

const judgeAll = async (
  session: Session,
  registry: Registry,
  options: RunOptions,
  ends: Ends,
): Promise<Omit<Run, keyof Left>> => {
  const { documents } = options
  const judged = await judgeSteps(session, registry, session.plan, options, ends)
  const prepared = documents ? await prepare(session, registry, documents, ends) : []
  const explored = documents ? await explore(session, documents, ends.signal, ends.deadline) : []
  await session.settle()
  const probed = { version: '*', requests: session.client.probes.count, result: null, durationMs: 0 }
  return {
    ...session.seen,
    judged: [...judged, ...prepared, probed],
    explored,
    redact: session.redact,
    isTimeUp: ends.timeUp?.aborted === true,
  }
}

/**
 * Judges every step of a plan, with the concurrency of the plan, then sends the cases of the documents, and deletes
 * created things where the documents allow it. Results are in the order of the schedule. After the signal nothing more
 * is sent, and the results so far are returned.
 */
export async function run(rules: Registry, plan: Plan, keys: Keys, options: RunOptions = {}): Promise<Run> {
  const session = await Session.open(rules, plan, keys, options.documents?.settings.known)
  const ends = endsOf(options)
  const [judged] = await Promise.allSettled([judgeAll(session, rules, options, ends)])
  const isCareful = options.documents?.settings.allowDestructive === false
  const left = end(session, keys, {
    forMs: deletingMs(session, ends),
    deadline: ends.deadline,
    looks: options.documents !== undefined,
    isCareful,
  })
  if (judged.status === 'fulfilled') {
    const { deleting, ...rest } = await left
    const explored = judged.value.explored.map((one) => {
      const names = deleting.get(one.api.version) ?? new Set()
      return Object.assign({}, one, { coverage: withDeletions(one.coverage, names) })
    })
    return { ...judged.value, ...rest, explored }
  }
  // The error that ended the judging, such as a bug in a rule, takes precedence over an error of closing.
  await left.catch(() => undefined)
  throw judged.reason
}
