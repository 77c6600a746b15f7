import { provocationNames } from '../../payment/index.js'
import { didYouMean, type InputProblem } from '../../diagnostics/index.js'
import { appendKey, isObject } from '../../document/index.js'
import { checkInput, type InputKind, readInput } from '../input/read-input.js'
import type { Provocations } from './options.js'

const known = new Set(['$schema', ...provocationNames])

/** Patches under a name that no rule looks up: they would never be sent. */
const strangeNames = (value: unknown): readonly InputProblem[] =>
  Object.keys(isObject(value) ? value : {})
    .filter((name) => !known.has(name))
    .map((name) => ({
      pointer: appendKey('', name),
      message: `"${name}" is no structured code and no kind of submission${didYouMean(name, provocationNames)}`,
      isName: true,
    }))

const provocations: InputKind = {
  code: 'PROVOCATIONS_INVALID',
  schema: 'bin/test/provocations.schema.json',
  more: strangeNames,
}

/**
 * How structured codes are provoked on this service: the content of a config file's `provocations`, or of the file that
 * the option names. Undefined when nothing was given.
 * @throws RampartError PROVOCATIONS_INVALID.
 */
export async function readProvocations(cwd: string, given: unknown): Promise<Provocations | undefined> {
  if (given === undefined) return undefined
  return typeof given === 'string'
    ? readInput(cwd, given, provocations)
    : checkInput({ name: 'provocations', value: given }, provocations)
}
