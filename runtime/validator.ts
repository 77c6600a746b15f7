/** One violation of a schema, as ajv reports it. `instancePath` is a JSON Pointer into the value. */
export interface ValidationError {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
  /** The name that is judged, where a schema judges names of properties. */
  readonly propertyName?: string
}

/** A type guard that keeps the violations of its last call in `errors` (null when there were none). */
export interface Validator<T = unknown> {
  (value: unknown): value is T
  errors?: readonly ValidationError[] | null
}

/** A schema as requests hold it: its own declaration where that differs, and otherwise the one of responses. */
export type RequestOf<
  Components extends { readonly schemas: object; readonly requests: object },
  Name extends keyof Components['schemas'],
> = [Components['requests']] extends [never]
  ? Components['schemas'][Name]
  : Name extends keyof Components['requests']
    ? Components['requests'][Name]
    : Components['schemas'][Name]
