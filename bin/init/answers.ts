import { createInterface } from 'node:readline'
import type { CommandContext } from '../process/context.js'

/** Where checks run by themselves. */
export const ciSystems = ['github', 'gitlab', 'none'] as const

export type CiSystem = (typeof ciSystems)[number]

/** Answers that set a project up. A URL that is absent comes from the environment of the CI. */
export interface Answers {
  readonly specUrl?: string
  readonly baseUrl?: string
  readonly ci: CiSystem
}

/** Answers of the command line, and whether nothing may be asked. */
export interface Given {
  readonly specUrl?: string
  readonly baseUrl?: string
  readonly ci?: CiSystem
  readonly yes?: boolean
}

interface Question {
  readonly text: string
  /** The objection to an answer, if there is one. */
  readonly objection: (answer: string) => string | undefined
}

const isUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** The objection to a URL in a file that everybody reads, if there is one. */
export function urlObjection(answer: string): string | undefined {
  if (answer === '') return undefined
  if (!isUrl(answer)) return 'That is no http or https URL.'
  const { username, password } = new URL(answer)
  return username === '' && password === ''
    ? undefined
    : 'That URL holds credentials, and it would stand in a file.'
}

const questions = {
  specUrl: {
    text: 'Host that serves /spec/versions (empty: RAMPART_SPEC_URL of the CI)',
    objection: urlObjection,
  },
  baseUrl: {
    text: 'API root of the service to test (empty: RAMPART_BASE_URL of the CI)',
    objection: urlObjection,
  },
  ci: {
    text: 'CI system: github, gitlab or none (empty: github)',
    objection: (answer) =>
      answer === '' || isCi(answer) ? undefined : 'Please answer github, gitlab or none.',
  },
} as const satisfies Record<string, Question>

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

const ask = async (
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
 * Asks for what the command line leaves open: three questions at most, none with `--yes`. An input that ends has
 * answered with nothing.
 */
export async function answersTo(
  given: Given,
  input: NodeJS.ReadableStream,
  { stderr, signal }: CommandContext,
): Promise<Answers> {
  const lines = given.yes === true ? undefined : linesOf(input, signal)
  const answer = async (known: string | undefined, question: Question): Promise<string> =>
    known ?? (lines ? ask(question, lines.next, stderr) : '')
  try {
    const specUrl = await answer(given.specUrl, questions.specUrl)
    const baseUrl = await answer(given.baseUrl, questions.baseUrl)
    const ci = await answer(given.ci, questions.ci)
    return {
      ...(specUrl === '' ? {} : { specUrl }),
      ...(baseUrl === '' ? {} : { baseUrl }),
      ci: isCi(ci) ? ci : 'github',
    }
  } finally {
    lines?.close()
  }
}
