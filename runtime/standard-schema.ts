import type { Finding, ValidationError, Validator } from './fail.js'
import { problemsOf } from './problems.js'
import { errorsOf } from './validation-errors.js'

/** One issue of an invalid value: a message, and its path in the value. */
export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (string | number)[]
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardProperties<Input, Output> {
  readonly version: 1
  readonly vendor: string
  readonly validate: (value: unknown) => StandardResult<Output>
  /** Only for the compiler; never set at run time. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined
}

/** The interface of Standard Schema, version 1, through which other libraries can use a validator. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardProperties<Input, Output>
}

/** A validator that keeps the findings of its last call and converts them to errors on access. */
interface Judge extends Validator {
  found?: readonly (Finding | ValidationError)[] | null
}

const propertiesOf = (judge: Judge): StandardProperties<unknown, unknown> => ({
  version: 1,
  vendor: 'rampart',
  validate: (value) => {
    if (judge(value)) return { value }
    return { issues: problemsOf(judge.errors, value).map(({ message, path }) => ({ message, path })) }
  },
})

const makePrototype = (): object =>
  Object.create(Function.prototype, {
    errors: {
      get(this: Judge): readonly ValidationError[] | null {
        return (this.found = errorsOf(this.found))
      },
    },
    '~standard': {
      get(this: Judge): StandardProperties<unknown, unknown> {
        const value = propertiesOf(this)
        Object.defineProperty(this, '~standard', { value })
        return value
      },
    },
  })

// Shared by all validators: with members of their own, creating them would be most of the cost of importing a module.
const inherited: object = /* @__PURE__ */ makePrototype()

/** A validator as generated modules export it: a type guard that also implements Standard Schema. */
export interface StandardValidator<T = unknown> extends Validator<T>, StandardSchema<T> {}

/** Adds `errors` and the Standard Schema interface to a validator, and returns the same function. */
export function standard<T>(validate: Validator<T>): StandardValidator<T> {
  return Object.setPrototypeOf(validate, inherited)
}
