import { problemsOf } from './problems.js'
import type { StandardValidator, Validator } from './validator.js'

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

/** Makes a validator a Standard Schema: the same function, to which one property is added. */
export function standard<T>(validate: Validator<T>): StandardValidator<T> {
  const properties: StandardProperties<T, T> = {
    version: 1,
    vendor: 'rampart',
    validate: (value) => {
      if (validate(value)) return { value }
      return { issues: problemsOf(validate.errors, value).map(({ message, path }) => ({ message, path })) }
    },
  }
  return Object.assign(validate, { '~standard': properties })
}
