import type { Tree } from '../reading/references.js'
import type { SchemaNames, TypeDeclarations } from '../declarations/model.js'

/** A document for the thread to print. */
export interface Question {
  readonly number: number
  readonly document: Tree
  readonly names: SchemaNames
}

/** The result for it. */
export type Answer =
  | { readonly number: number; readonly declarations: TypeDeclarations }
  | { readonly number: number; readonly failure: string }
