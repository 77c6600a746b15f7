import { createInterface } from 'node:readline'
import type { CommandContext } from '../process/context.js'
import { type CiSystem, ciSystems, type InitOptions, urlObjection } from './command.js'

/** Answers of the command line. */
type Given = Pick<InitOptions, 'specUrl' | 'baseUrl' | 'ci'>

/** Answers for a project. An absent URL stays unchanged, or comes from the environment. */
export interface Answers {
  readonly specUrl?: string
  readonly baseUrl?: string
  readonly ci: CiSystem
}

/** The values of empty answers: those of the project. */
export interface Usual {
  readonly specUrl?: string
  readonly baseUrl?: string
  readonly ci: CiSystem
}

interface Question {
  readonly text: string
  /** The objection to an answer, if there is one. */
  readonly objection: (answer: string) => string | undefined
}

const questionsFor = ({ specUrl, baseUrl, ci }: Usual): Readonly<Record<keyof Given, Question>> => ({
  specUrl: {
    text: `Host that serves /spec/versions (empty: ${specUrl ?? 'RAMPART_SPEC_URL of the environment'})`,
    objection: urlObjection,
  },
  baseUrl: {
    text: `API root of the service to test (empty: ${baseUrl ?? 'RAMPART_BASE_URL of the environment'})`,
    objection: urlObjection,
  },
  ci: {
    text: `CI system: github, gitlab or none (empty: ${ci})`,
    objection: (answer) =>
      answer === '' || isCi(answer) ? undefined : 'Please answer github, gitlab or none.',
  },
})

const isCi = (text: string): text is CiSystem => (ciSystems as readonly string[]).includes(text)

/** Lines of an input, one at a time; nothing once it has ended. */
const linesOf = (input: NodeJS.ReadableStream, signal: AbortSignal) => {
  const reader = createInterface({ input })
  signal.addEventListener('abort', () => reader.close(), { once: true })
  const lines = reader[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    signal.throwIfAborted()
    return done === true ? '' : value.trim()
  }
  return { next, close: () => reader.close() }
}

const askQuestion = async (
  { text, objection }: Question,
  next: () => Promise<string>,
  say: (text: string) => void,
): Promise<string> => {
  for (;;) {
    say(`${text}: `)
    const answer = await next()
    const wrong = objection(answer)
    if (wrong === undefined) return answer
    say(`${wrong}\n`)
  }
}

/**
 * Asks for missing answers, with three questions at most. The end of the input is an empty answer.
 * @param input what is typed; nothing is asked without it
 */
export async function answersTo(
  given: Given,
  usual: Usual,
  input: NodeJS.ReadableStream | undefined,
  { stderr, signal }: CommandContext,
): Promise<Answers> {
  const lines = input && linesOf(input, signal)
  const questions = questionsFor(usual)
  const answer = async (name: keyof Given): Promise<string> =>
    given[name] ?? (lines ? askQuestion(questions[name], lines.next, stderr) : '')
  try {
    const specUrl = await answer('specUrl')
    const baseUrl = await answer('baseUrl')
    const ci = await answer('ci')
    return {
      ...(specUrl === '' ? {} : { specUrl }),
      ...(baseUrl === '' ? {} : { baseUrl }),
      ci: isCi(ci) ? ci : usual.ci,
    }
  } finally {
    lines?.close()
  }
}
