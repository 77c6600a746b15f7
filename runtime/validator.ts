/** One violation of a schema, as ajv reports it. `instancePath` is a JSON Pointer into the value. */
export interface ValidationError {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
  /** The property name that was validated, for errors inside `propertyNames`. */
  readonly propertyName?: string
}

/** A type guard that keeps the violations of its last call in `errors` (null if there were none). */
export interface Validator<T = unknown> {
  (value: unknown): value is T
  errors?: readonly ValidationError[] | null
}

/** The type of a schema in requests: its own declaration if it differs from that of responses, otherwise the same. */
export type RequestOf<
  Components extends { readonly schemas: object; readonly requests: object },
  Name extends keyof Components['schemas'],
> = [Components['requests']] extends [never]
  ? Components['schemas'][Name]
  : Name extends keyof Components['requests']
    ? Components['requests'][Name]
    : Components['schemas'][Name]
