import type { Entity, Repository, Scope, Walk } from './repository.js'

/** The query of a list operation; cursors are record ids. */
export interface PageRequest {
  readonly cursor?: string
  readonly prev_cursor?: string
  readonly page_size?: number
  readonly sort_order?: 'asc' | 'desc'
  readonly search_term?: string
}

/** One page: `cursor` leads to the next one, `prev_cursor` to the previous one; each is absent if there is none. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly cursor?: string
  readonly prev_cursor?: string
}

const defaultSize = 10

const takeMatching = <T>(records: Iterable<T>, count: number, wanted: (record: T) => boolean): T[] => {
  const taken: T[] = []
  for (const record of records) {
    if (taken.length === count) break
    if (wanted(record)) taken.push(record)
  }
  return taken
}

const cursorOf = (
  there: boolean,
  record: Entity | undefined,
  name: 'cursor' | 'prev_cursor',
): Partial<Record<'cursor' | 'prev_cursor', string>> =>
  there && record !== undefined ? { [name]: record.id } : {}

/**
 * Pages through the records of a scope, newest first by default. `cursor` is the id of a page's last record;
 * `prev_cursor` is the id of its first, and requests the page that ends before it.
 */
export function pageOf<T extends Entity>(
  repository: Repository<T>,
  scope: Scope,
  request: PageRequest,
  wanted: (record: T) => boolean = () => true,
): Page<T> {
  const forward: Walk['order'] = request.sort_order === 'asc' ? 'oldest-first' : 'newest-first'
  const backward: Walk['order'] = forward === 'newest-first' ? 'oldest-first' : 'newest-first'
  const size = request.page_size ?? defaultSize
  const back = request.prev_cursor !== undefined && request.cursor === undefined
  const after = back ? request.prev_cursor : request.cursor
  const matching = request.search_term?.toLowerCase() ?? ''
  const from = { order: back ? backward : forward, matching, ...(after === undefined ? {} : { after }) }
  const found = takeMatching(repository.walk(scope, from), size + 1, wanted)
  const ahead = found.length > size
  const items = back ? found.slice(0, size).reverse() : found.slice(0, size)
  return {
    items,
    ...cursorOf(back || ahead, items.at(-1), 'cursor'),
    ...cursorOf(back ? ahead : after !== undefined, items[0], 'prev_cursor'),
  }
}
