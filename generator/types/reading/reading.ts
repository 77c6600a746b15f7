import type { LoadedDocument } from '../../model/document.js'
import type { SchemaNames, TypeOptions } from '../declarations/model.js'
import { Openness } from './openness.js'
import { References } from './references.js'
import { Sizes } from './sizes.js'
import { Tags } from './tags.js'
import { Views } from './views.js'

/** The members of a document that its types are made of. */
export type TypesSource = Pick<LoadedDocument, 'root' | 'dialect' | 'hasNewer'>

/** Everything that types need to know about the schemas of a document beyond one schema. */
export interface Reading {
  readonly references: References
  readonly views: Views
  readonly tags: Tags
  readonly sizes: Sizes
  readonly openness: Openness
  readonly options: TypeOptions
}

/** @param names identifiers of the component schemas */
export function readingOf(document: TypesSource, names: SchemaNames, options: TypeOptions): Reading {
  const references = new References(document, names)
  const tags = new Tags(references)
  const openness = new Openness(document.root, tags, options)
  return {
    references,
    views: new Views(references, openness),
    tags,
    sizes: new Sizes(references),
    openness,
    options,
  }
}
