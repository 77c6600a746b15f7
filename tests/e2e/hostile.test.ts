import { afterAll, describe, expect, test } from 'vitest'
import { type Failure, failures, lie } from '../support/dying.js'
import { closeShared, type HostileRun, type Mode, modes, runAgainst } from '../support/hostile-run.js'
import { spellings, traces } from '../support/spellings.js'

afterAll(closeShared)

/** The requests at which a service begins to fail. */
const starts = [1, 30] as const

const named = (name: string): Failure => failures[name] ?? expect.fail(`no failure is named ${name}`)

/** All output of a run, for people and for programs. */
const textOf = ({ outputs }: HostileRun): string => [...outputs.values()].join('\n')

/** Only the document makes a rule not applicable, never a response or its absence. */
const isByDocument = (reason = ''): boolean =>
  /^(no (response|operation) (declares|asks)|the document has no control) /.test(reason)

/** Whether the output states that the contract holds. */
const isPraised = (run: HostileRun): boolean => /\bholds for\b|"state": "holds"/.test(textOf(run))

const reportNames = ['exchanges.har', 'junit.xml', 'report.html', 'report.json', 'results.sarif']

const requireOpen = (run: HostileRun): void => {
  const stderr = run.outputs.get('stderr')
  expect(run.code, stderr).toBe(3)
  expect(isPraised(run)).toBe(false)
  if (!run.report) throw new Error(`no report: ${stderr}`)
  expect([...run.outputs.keys()]).toEqual(expect.arrayContaining(reportNames))
  const { results, verdict } = run.report
  expect(verdict.state).toBe('incomplete')
  expect(results.filter(({ state }) => state === 'failed')).toEqual([])
  const free = results.filter(({ state, reason }) => state === 'not-applicable' && !isByDocument(reason))
  expect(free).toEqual([])
  // A service without anything at its path refuses the first request of each rule.
  if (stderr?.includes('error[NOTHING_JUDGED]') === true) return
  // Without a response to the preflight the run ends with a named error, and nothing is judged.
  const isUnfit = /^error\[SERVICE_\w+\]: ./m.test(stderr ?? '')
  if (isUnfit) expect(verdict.incomplete?.results).toBe(results.length)
  else expect(stderr).toContain('error[RUN_INCOMPLETE]')
  expect(run.outputs.get('stdout')).toMatch(
    /The run is incomplete: \d+ of \d+ (rules|results) are inconclusive; /,
  )
  expect(verdict.incomplete?.results).toBeGreaterThan(0)
  if (!isUnfit) expect(verdict.incomplete?.first.cause?.request.url).toMatch(/^http:\/\/127/)
}

/** An open connection may keep a process from ending. */
const keeps = new Set(['hangs', 'writes garbage without end'])

const ways = modes.flatMap((mode) => starts.map((from) => ({ mode, from })))

/** Each mode from both starts. */
const everyWay = <T>(work: (mode: Mode, from: number) => Promise<T>): Promise<T[]> =>
  Promise.all(ways.map(({ mode, from }) => work(mode, from)))

/** One failure of each kind, the slowest first. */
const names = [
  'limits the rate and does not say for how long',
  'hangs',
  'writes garbage without end',
  'limits the rate for an hour',
  'refuses the key',
  'forbids everything',
  'finds nothing',
  'redirects to a login',
  'answers with a web page',
  'answers 500',
  'answers 503',
  'resets',
]

describe.concurrent('no hostile service is a contract that holds', () => {
  test.each(names)('one that %s', async (name) => {
    const hostile = { failure: named(name), isProcess: keeps.has(name) }
    await everyWay(async (mode, from) => requireOpen(await runAgainst({ mode, from, ...hostile })))
  })

  test('one that is asked at a wrong path', async () => {
    const wrong = { failure: named('hangs'), from: Infinity, basePath: '/api/api' }
    for (const run of await Promise.all(modes.map((mode) => runAgainst({ ...wrong, mode })))) requireOpen(run)
  })

  test('one that answers everything with 200 and an empty object', async () =>
    await everyWay(async (mode, from) => {
      const run = await runAgainst({ mode, from, failure: lie })
      expect([1, 3]).toContain(run.code)
      expect(run.report?.verdict.state).toMatch(/broken|incomplete/)
      expect(isPraised(run)).toBe(false)
    }))
})

/** A text of a few thousand letters with a key in every spelling, and half a key at the point where it is cut. */
const echoOf = (key: string): string => {
  const told = Object.values(spellings).map((spell) => `${spell(key)} `)
  return ['.'.repeat(60), key, ' ', ...told, 'x'.repeat(2_000), key].join('')
}

/** Fails, and repeats the key in every spelling. */
const telling =
  (status: number, type: string): Failure =>
  ({ headers }, response) => {
    const key = String(headers['x-api-key'] ?? headers['x-card'] ?? '')
    const text = echoOf(key)
    response.writeHead(status, { 'content-type': type })
    response.end(type === 'application/json' ? JSON.stringify({ message: text, trace_id: key }) : text)
  }

/** Texts that reveal a key, also eight letters of it, because long texts are cut. */
const cluesTo = (key: string): string[] => {
  const parts = Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8))
  return [...traces(key).map(([, trace]) => trace), ...parts].map((clue) => clue.toLowerCase())
}

describe.concurrent('a key that a failing service repeats is in no output', () => {
  test.each([
    ['Abcdefgh1jklmnop', 500, 'application/json'],
    ['Okapi/9+&"secretZebra', 400, 'text/plain'],
  ] as const)('%s with %d as %s', async (key, status, type) => {
    const clues = cluesTo(key)
    const failure = telling(status, type)
    const runs = await Promise.all(modes.map((mode) => runAgainst({ mode, from: 1, failure, key })))
    for (const { report, outputs } of runs) {
      expect(report?.verdict.state).toBe('incomplete')
      expect(outputs.get('exchanges.har')?.includes('[redacted'), 'that it was repeated is recorded').toBe(
        true,
      )
      const shown = [...outputs].flatMap(([name, text]) => {
        const lower = text.toLowerCase()
        return clues.filter((clue) => lower.includes(clue)).map((clue) => `${name}: ${clue}`)
      })
      expect(shown).toEqual([])
    }
  })
})
