import { isObject, pointerOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import { notesOf, pointerNote } from './comments.js'

/** Comments of a component or an operation at its declaration. */
export function notesAt(node: unknown, ...path: readonly string[]): readonly string[] {
  return [...notesOf(node), pointerNote(pointerOf(...path))]
}

/** Comments of a path or webhook; its operations have their own. */
export function itemNotes(item: unknown): readonly string[] {
  const { summary, description }: RawObject = isObject(item) ? item : {}
  return notesOf({ summary, description })
}

/** Comments in a path item for an operation that is declared elsewhere. */
export function shortNotes({ summary, deprecated }: RawObject): readonly string[] {
  return notesOf({ summary, deprecated })
}
