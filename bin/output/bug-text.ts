import { makeRedactor } from '../../redaction/index.js'
import { packageInfo } from '../process/package-info.js'

type Environment = Readonly<Record<string, string | undefined>>

const isTelling = /key|secret|token|password/i

/** Values of variables that are named as secrets are, or that the command line names as the home of one. */
const secretsIn = (env: Environment, args: readonly string[]): string[] =>
  Object.entries(env).flatMap(([name, value = '']) =>
    isTelling.test(name) || args.some((arg) => arg === name || arg.endsWith(`=${name}`)) ? [value] : [],
  )

/** The report of an error that nobody foresaw. Its account may hold anything: secrets are taken out. */
export function bugText(error: unknown, args: readonly string[], env: Environment): string {
  const account = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const redact = makeRedactor(secretsIn(env, args).map((value) => ({ value, mask: '[redacted]' })))
  const { version, bugs } = packageInfo()
  const where = bugs === undefined ? "rampart's issue tracker" : bugs
  return `This is a bug in rampart ${version}. Please report it to ${where}, with the command and this text:\n${redact(account)}\n`
}
