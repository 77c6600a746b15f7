import type { Finding } from './fail.js'
import { problemsOf } from './problems.js'
import { errorsOf } from './validation-errors.js'
import type { ValidationError, Validator } from './validator.js'

/** One reason for which a value was refused: what is wrong, and where in the value. */
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
  /** There for the compiler alone; no value stands behind it. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined
}

/** The interface of Standard Schema, version 1, by which other libraries take a validator as their own. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardProperties<Input, Output>
}

/** A function that keeps what it found in its last call, of which errors are made when somebody asks for them. */
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

// Members that all validators inherit. To give each its own would be most of what importing it costs.
const inherited: object = /* @__PURE__ */ makePrototype()

/** A validator as a generated module exports it: a type guard, which is a Standard Schema as well. */
export interface StandardValidator<T = unknown> extends Validator<T>, StandardSchema<T> {}

/** Makes a validator a Standard Schema, and what it found the errors that it tells: the same function as before. */
export function standard<T>(validate: Validator<T>): StandardValidator<T> {
  return Object.setPrototypeOf(validate, inherited)
}
