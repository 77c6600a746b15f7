import type { Command, CommanderError } from 'commander'
import { RampartError } from '../../diagnostics/index.js'

/** The words that call a command: `rampart webhook send`. */
export function callOf(command: Command): string {
  return command.parent ? `${callOf(command.parent)} ${command.name()}` : command.name()
}

/** The command that a command line is for: the deepest that its first words name. */
export function commandOf(program: Command, [word, ...rest]: readonly string[]): Command {
  if (word === 'help') return commandOf(program, rest)
  const inner = program.commands.find((one) => one.name() === word)
  return inner ? commandOf(inner, rest) : program
}

/** An option or a command of other tools, with rampart's name for it. */
interface Habit {
  readonly commands?: readonly string[]
  /** The flag, or how an argument looks that the command does not take. */
  readonly written: RegExp
  readonly fix: string
}

const habits: readonly Habit[] = [
  {
    written: /^--(?:(?:api-?)?key|token|auth|bearer|header|password)$/i,
    fix: 'Keys do not belong on a command line. Put the key into the variable RAMPART_API_KEY; a run names the variables of other schemes that it lacks.',
  },
  {
    commands: ['listen', 'verify', 'send', 'drill'],
    written: /^--(?:(?:signing-?|webhook-?)?secret|signing-?key)$/i,
    fix: 'Secrets do not belong on a command line. Name the variable with --secret-env NAME, or write it to standard input with --secret-stdin.',
  },
  {
    commands: ['send', 'drill'],
    written: /^--(?:url|target|receiver|endpoint|forward-to)$|^https?:/i,
    fix: 'The receiver goes into --to URL.',
  },
  {
    commands: ['listen'],
    written: /^--(?:to|url|target|forward)$|^https?:/i,
    fix: 'Deliveries are passed on to the receiver in --forward-to URL.',
  },
  {
    commands: ['send'],
    written: /^--(?:event|type|kind)s?$/,
    fix: 'The kind of event is an argument: webhook send customer_status --to URL.',
  },
  {
    written: /^trigger$/,
    fix: 'Send a signed event with "rampart webhook send KIND --to URL"; the console of "rampart sandbox" triggers events, too.',
  },
  { commands: ['fetch'], written: /^--specs$/, fix: 'The folder that fetch writes is --out DIR.' },
  {
    written: /^--(?:exclude|skip|ignore)-rules?$/,
    fix: "Leave rules out with an exclamation mark: --rules '!versioning/*'.",
  },
  {
    commands: ['test'],
    written: /^--(?:url|host|target|server|endpoint)$/,
    fix: 'The API root goes into --base-url URL.',
  },
  {
    commands: ['fetch'],
    written: /^(?:https?:|--(?:url|host|base-url)$)/i,
    fix: 'The host that serves /spec/versions goes into --spec-url URL.',
  },
  {
    commands: ['test'],
    written: /\.(?:json|ya?ml)$/i,
    fix: 'Documents go into --document FILE, the API root into --base-url URL.',
  },
  { commands: ['test'], written: /^https?:/i, fix: 'The API root goes into --base-url URL.' },
  {
    commands: ['generate'],
    written: /\.(?:json|ya?ml)$|^https?:|^--(?:document|file|spec)$/i,
    fix: 'Documents go into --input FILE or URL.',
  },
  {
    commands: ['test'],
    written: /^--(?:format|reporters?|junit|sarif|html|output|out)$/,
    fix: 'A run writes its report in every format into --report-dir DIR; --json prints it.',
  },
  { commands: ['generate'], written: /^--versions?$/, fix: 'Choose versions with --only DATE.' },
  { commands: ['generate'], written: /^--output$/, fix: 'The folder that generate writes is --out DIR.' },
]

/** The text of commander as a sentence: `unknown option '--ot'. Did you mean --out?` */
const sentence = (text: string): string =>
  text
    .replace(/^error: /, '')
    // The value of an option that does not exist may be a secret.
    .replace(/(unknown option '[^=']*)=[^']*'/s, "$1'")
    .replace(/^option '([^']+)' argument missing$/, '$1 lacks its value')
    .replace(/^missing required argument '([^']+)'$/, 'the argument <$1> is missing')
    .replace(/\s*\n\((Did you mean .*)\)$/s, '. $1')

const extraText = (command: Command): string => {
  const taken = command.registeredArguments.length
  const extra = command.args.slice(taken)
  const many = taken === 0 ? 'no arguments' : taken === 1 ? 'one argument' : `${taken} arguments`
  const given = extra.map((one) => `"${one.slice(0, 80)}"`).join(' ')
  return `${callOf(command)} takes ${many}; ${given} ${extra.length === 1 ? 'is' : 'are'} too much`
}

/**
 * The error of commander about a command line, with a code and advice like every other error.
 * @param command the one that was called
 */
export function usageError({ code, message }: CommanderError, command: Command): RampartError {
  if (code === 'commander.help') {
    const names = command.commands.map((one) => one.name()).filter((name) => name !== 'help')
    return new RampartError('USAGE_INVALID', {
      message: `${callOf(command)} needs the name of a command: ${names.join(', ')}`,
    })
  }
  const isExtra = code === 'commander.excessArguments'
  const flag = /unknown (?:option|command) '([^=']+)/.exec(message)?.[1]
  const written = isExtra ? command.args.slice(command.registeredArguments.length) : flag ? [flag] : []
  const habit = habits.find(
    (one) =>
      one.commands?.includes(command.name()) !== false && written.some((word) => one.written.test(word)),
  )
  return new RampartError(code === 'commander.optionMissingArgument' ? 'OPTION_INVALID' : 'USAGE_INVALID', {
    message: isExtra ? extraText(command) : sentence(habit ? message.replace(/\n.*/s, '') : message),
    ...(habit && { fix: habit.fix }),
  })
}
