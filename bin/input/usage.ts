import type { Command, CommanderError } from 'commander'
import { didYouMean, meantText, RampartError, wrongUse } from '../../diagnostics/index.js'
import { spelledOut } from '../../reporting/index.js'
import { given } from './given.js'

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

const noKeys =
  'Keys do not belong on a command line. Put the key into the variable RAMPART_API_KEY; a run names the variables of other schemes that it lacks.'
const noSecrets =
  'Secrets do not belong on a command line. Name the variable with --secret-env NAME, or write it to standard input with --secret-stdin.'
const noTrigger =
  'Send a signed event with "rampart webhook send KIND --to URL"; the console of "rampart sandbox" triggers events, too.'
const receiver = 'The receiver goes into --to URL.'
const reports = 'A run writes its report in every format into --report-dir DIR; --json prints it.'
const kinds = 'The kind of event is an argument: webhook send customer_status --to URL.'
const specs = 'The host that serves /spec/versions goes into --spec-url URL.'
const config = 'The config file is found by its name, such as rampart.config.json, here or in a folder above.'
const documents = 'Documents go into --input FILE or URL.'

/** Words of other tools that users try: the commands that they try them with (empty: all), a pattern, and the fix. */
const habits: readonly (readonly [commands: string, written: RegExp, fix: string])[] = [
  ['', /^--((api-?)?key|token|auth|bearer|header|password)$/i, noKeys],
  ['listen verify send drill', /^--((signing-?|webhook-?)?secret|signing-?key)$/i, noSecrets],
  ['send drill', /^--(url|target|receiver|endpoint|forward-to)$|^https?:/i, receiver],
  ['listen', /^--(to|url|target|forward)$|^https?:/i, 'Deliveries are passed on to --forward-to URL.'],
  ['send', /^--(event|type|kind)s?$/, kinds],
  ['', /^trigger$/, noTrigger],
  ['', /^version$/, 'The version is shown by --version.'],
  ['', /^--config$/, config],
  ['sandbox listen', /^\d+$/, 'The port goes into --port PORT.'],
  ['fetch', /^--specs$/, 'The folder that fetch writes is --out DIR.'],
  ['', /^--(exclude|skip|ignore)-rules?$/, "Leave rules out with a mark before: --rules '!versioning/*'."],
  ['test', /\.(json|ya?ml)$/i, 'Documents go into --document FILE, the API root into --base-url URL.'],
  ['test', /^--(url|host|target|server|endpoint)$|^https?:/i, 'The API root goes into --base-url URL.'],
  ['fetch', /^(https?:|--(url|host|base-url)$)/i, specs],
  ['generate', /\.(json|ya?ml)$|^https?:|^--(document|file|spec)$/i, documents],
  ['test', /^--(format|reporters?|junit|sarif|html|output|out)$/, reports],
  ['generate', /^--versions?$/, 'Choose versions with --only DATE.'],
  ['generate', /^--output$/, 'The folder that generate writes is --out DIR.'],
]

/** The text of commander as a sentence: `unknown option '--ot'` */
const sentence = (text: string): string =>
  text
    .replace(/^error: /, '')
    // The value of an option that does not exist may be a secret.
    .replace(/(unknown option '[^=']*)=[^']*'/s, "$1'")
    .replace(/^option '([^']+)' argument missing$/, '$1 lacks its value')
    .replace(/^missing required argument '([^']+)'$/, 'the argument <$1> is missing')

const extraText = (command: Command): string => {
  const taken = command.registeredArguments.length
  const extra = command.args.slice(taken)
  const many = taken === 0 ? 'no arguments' : taken === 1 ? 'one argument' : `${taken} arguments`
  const given = extra.map((one) => `"${one.slice(0, 80)}"`).join(' ')
  return `${callOf(command)} takes ${many}; ${given} ${extra.length === 1 ? 'is' : 'are'} too much`
}

const hasFlag = ({ options }: Command, flag = ''): boolean => options.some(({ long }) => long === flag)

/** The calls of all commands below one that have an option. */
const ownersOf = (command: Command, flag: string): readonly string[] =>
  command.commands.flatMap((one) => [...(hasFlag(one, flag) ? [callOf(one)] : []), ...ownersOf(one, flag)])

const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command)

/** Advice for an option of other commands; undefined where none has it. */
const ownersFix = (command: Command, flag: string): string | undefined => {
  const owners = ownersOf(rootOf(command), flag).map((call) => `"${call}"`)
  const [first] = owners
  if (first === undefined) return undefined
  if (!command.parent) return `Options follow the name of a command, as in ${first.slice(0, -1)} ${flag}".`
  const isCheck = command.name() === 'check'
  const settings = isCheck ? ' The parts of a check take their options from the config file.' : ''
  return `${flag} is an option of ${owners.slice(0, 3).join(', ')}.${settings}`
}

/** A word as the option that it may be meant for: `-out`, `out=x` and one with a long dash. */
const spelled = (word: string): string => `--${word.replace(/^[-–—]*/, '').replace(/=.*/s, '')}`.toLowerCase()

/** The names that begin with a wrong one, or are near to it. */
const suggestion = (command: Command, wrong: string, isOwned: boolean): string => {
  const isOption = wrong.startsWith('-')
  const word = isOption ? spelled(wrong) : wrong.toLowerCase()
  const help = command.createHelp()
  const names = isOption
    ? help.visibleOptions(command).flatMap(({ long }) => long ?? [])
    : help.visibleCommands(command).map((one) => one.name())
  const begun = names.filter((name) => name.startsWith(word))
  if (begun.length > 0) return meantText(begun.slice(0, 3))
  return isOwned ? '' : didYouMean(word, names)
}

/** The error of commander about a command line for a command, with a code and advice like every other error. */
export function usageError({ code, message }: CommanderError, command: Command): RampartError {
  if (code === 'commander.help') {
    const names = command.commands.map((one) => one.name()).filter((name) => name !== 'help')
    const due = `${callOf(command)} needs the name of a command: ${names.join(', ')}`
    return new RampartError('USAGE_INVALID', { message: due })
  }
  const isExtra = code === 'commander.excessArguments'
  const flag = /unknown (?:option|command) '([^=']+)/.exec(message)?.[1]
  const written = isExtra ? command.args.slice(command.registeredArguments.length) : flag ? [flag] : []
  const name = command.name()
  const [, , habit] =
    habits.find(
      ([commands, look]) =>
        (commands === '' || commands.split(' ').includes(name)) && written.some((word) => look.test(word)),
    ) ?? []
  if (flag && hasFlag(command, flag)) {
    const off = flag.replace('--', '--no-')
    return wrongUse(`${flag} takes no value`, hasFlag(command, off) ? `${off} is the opposite.` : undefined)
  }
  const bare = written.map(spelled).find((one) => hasFlag(command, one))
  const fix = habit ?? (bare ? `Options begin with two hyphens: ${bare}.` : flag && ownersFix(command, flag))
  const hint = flag && !habit && !bare ? suggestion(command, flag, fix !== undefined) : ''
  const says = isExtra ? extraText(command) : sentence(message) + hint
  return new RampartError(code === 'commander.optionMissingArgument' ? 'OPTION_INVALID' : 'USAGE_INVALID', {
    message: spelledOut(says, Infinity),
    ...given({ fix: hint === '' ? fix : undefined }),
  })
}
