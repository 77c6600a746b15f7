import type { Declaration } from '../declarations/model.js'

/** Branded types of the runtime for string formats. */
export const brandNames = ['DateTime', 'Decimal', 'Uuid']

const list: Declaration = {
  name: 'List<Box extends { readonly item: unknown }>',
  text: 'Box["item"][]',
  comment: ['A list of what leads back to itself: the item is looked at only when it has to be.'],
}

/** The generic types that declarations use. */
export function helpersOf(declarations: readonly Declaration[]): readonly Declaration[] {
  return declarations.some(({ text }) => text.includes('List<{ readonly item: ')) ? [list] : []
}
