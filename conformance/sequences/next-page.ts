import { headerValue, jsonBody } from '../exchange/exchange.js'
import { isObject, member, memberAt } from '../../document/index.js'
import type { Observed } from '../model/observed.js'
import { targetOfReference } from '../resources/shapes.js'

const holders = [
  [],
  ['links'],
  ['_links'],
  ['pagination'],
  ['meta'],
  ['paging'],
  ['meta', 'pagination'],
  ['page'],
]

const linkNames = ['next', 'next_url', 'nextUrl', 'next_page_url', 'nextLink', '@odata.nextLink', 'nextPage']

const tokenNames = (
  'next_cursor nextCursor next_page_token nextPageToken next_token nextToken continuation continuationToken ' +
  'end_cursor endCursor cursor next after marker next_page'
).split(' ')

const isLink = (value: unknown): value is string =>
  typeof value === 'string' && /^(https?:|\/|\?)/.test(value)

const inHeader = ({ exchange: { response } }: Observed): string | undefined => {
  const links = headerValue(response.headers, 'link') ?? ''
  return /<([^>]+)>[^,]*;\s*rel="?next"?/i.exec(links)?.[1]
}

/** The members of an answer that may say where its next page is. */
const membersOf = (observed: Observed): Readonly<Record<string, unknown>>[] => {
  const body = jsonBody(observed.exchange.response)
  return holders.map((path) => memberAt(body, ...path)).filter(isObject)
}

/** The target of the next page, as a link in the answer says; undefined where none does. */
export function nextTarget(observed: Observed): string | undefined {
  const links = membersOf(observed).flatMap((holder) =>
    linkNames.map((name) => (isObject(holder[name]) ? member(holder[name], 'href') : holder[name])),
  )
  const link = inHeader(observed) ?? links.find(isLink)
  return link === undefined
    ? undefined
    : targetOfReference(link, observed.exchange.request.url, observed.api.baseUrl)
}

/** Where the next page begins, as an answer says; null where it says that there is none, undefined where it is silent. */
export function nextToken(observed: Observed): string | number | null | undefined {
  for (const holder of membersOf(observed))
    for (const name of tokenNames) {
      const value = holder[name]
      if (value === null || value === '') return null
      if (typeof value === 'string' || typeof value === 'number') return value
    }
  const says = membersOf(observed).flatMap((holder) => [
    holder['has_more'],
    holder['hasMore'],
    holder['has_next'],
  ])
  return says.includes(false) ? null : undefined
}

/** The number of things that a whole list has, as an answer says. */
export function totalOf(observed: Observed): number | undefined {
  const names = [
    'total',
    'total_count',
    'totalCount',
    'totalElements',
    'total_items',
    'totalItems',
    'count',
    'total_results',
  ]
  const found = membersOf(observed).flatMap((holder) => names.map((name) => holder[name]))
  return found.find((value) => typeof value === 'number')
}
