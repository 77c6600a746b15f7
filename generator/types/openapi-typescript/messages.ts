import type { TypesSource } from '../reading/reading.js'
import type { SchemaNames, TypeDeclarations, TypeOptions } from '../declarations/model.js'

/** A document for the thread to print. */
export interface Question {
  readonly number: number
  readonly document: TypesSource
  readonly options: TypeOptions
  readonly names: SchemaNames
}

/** The result for it. */
export type Answer =
  | { readonly number: number; readonly declarations: TypeDeclarations }
  | { readonly number: number; readonly failure: string }
