/** A schema with values that it must accept and values that it must refuse. */
export interface SchemaCase {
  readonly what: string
  readonly schema: object | boolean
  /** Other component schemas that `schema`, the component `It`, refers to. */
  readonly others?: object
  readonly accepts: readonly unknown[]
  readonly refuses: readonly unknown[]
}

/** A reference to a component schema. */
export const ref = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` })
