import type { Command, Option } from 'commander'

/** Where the cursor stands in a command line. */
export interface Cursor {
  readonly command: Command
  /** The word at it; of `--name=value` what stands behind the sign. */
  readonly current: string
  /** The option whose value may stand here. */
  readonly option?: Option
  /** Whether that option stands in the same word, as `--name=`. */
  readonly isAttached: boolean
  /** Arguments before it. */
  readonly position: number
  /** Options that are there already, by their long names. */
  readonly given: ReadonlySet<string>
  /** Whether `--` ended the options. */
  readonly isEnded: boolean
}

interface State {
  command: Command
  option: Option | undefined
  position: number
  given: Set<string>
  isEnded: boolean
}

const optionIn = (command: Command, word: string): Option | undefined =>
  command.options.find(({ long, short }) => long === word || short === word)

const takesValue = (option: Option | undefined): boolean =>
  option !== undefined && (option.required || option.optional)

const readOption = (state: State, word: string): void => {
  const [name = '', value] = word.split('=', 2)
  const option = optionIn(state.command, name)
  if (option?.long !== undefined) state.given.add(option.long)
  state.option = value === undefined && takesValue(option) ? option : undefined
}

const readWord = (state: State, word: string): void => {
  if (word === '--') Object.assign(state, { isEnded: true, option: undefined })
  else if (word.startsWith('-') && !state.isEnded) readOption(state, word)
  else if (state.option) {
    if (!state.option.variadic) state.option = undefined
  } else {
    const inner = state.command.commands.find((one) => one.name() === word)
    if (inner) Object.assign(state, { command: inner, position: 0, given: new Set<string>() })
    else state.position += 1
  }
}

/** `help webhook se` completes as `webhook se` does. */
const withoutHelp = (words: readonly string[]): readonly string[] =>
  words[0] === 'help' && words.length > 1 ? words.slice(1) : words

/** Follows the words of a command line to the last of them. */
export function cursorAt(program: Command, words: readonly string[]): Cursor {
  const state: State = { command: program, option: undefined, position: 0, given: new Set(), isEnded: false }
  const all = withoutHelp(words)
  for (const word of all.slice(0, -1)) readWord(state, word)
  const current = all.at(-1) ?? ''
  const [name = '', value] = /^--[^=]+=/.test(current) ? current.split(/=(.*)/s, 2) : [current]
  const attached = value !== undefined && !state.isEnded ? optionIn(state.command, name) : undefined
  const { option, ...rest } = state
  if (attached && takesValue(attached))
    return { ...rest, current: value ?? '', option: attached, isAttached: true }
  return { ...rest, current, ...(option && { option }), isAttached: false }
}
