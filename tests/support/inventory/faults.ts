import type { ExploreRuleId } from '../../../conformance/model/document-rules.js'

/** Faults of the inventory, with the rule that reports each. */
export const inventoryFaults = {
  'creation is not stored': 'state/readable',
  'creation reads back with another value': 'state/readable',
  'creations side by side get the same id': 'state/readable',
  'creations side by side lose one': 'state/readable',
  'Location leads nowhere': 'state/readable',
  'link leads nowhere': 'state/links',
  'list misses what was created': 'state/listed',
  'list shows old values': 'state/listed',
  'PUT changes nothing': 'state/updated',
  'PATCH changes nothing': 'state/updated',
  'PATCH is answered and not stored': 'state/updated',
  'PATCH resets other members': 'state/updated',
  'PUT changes all': 'state/updated',
  'PUT keeps what is left out': 'state/updated',
  'PATCH sets a default': 'state/updated',
  'an outdated ETag is accepted': 'state/updated',
  'deleted thing is read': 'state/gone',
  'deleted thing is read empty': 'state/gone',
  'deleted thing is listed': 'state/gone',
  'deletion takes all': 'state/gone',
  'deleted thing is changed': 'state/gone',
  'deletion of a parent fails': 'answers/server-error',
  'deletion twice fails': 'answers/server-error',
  'page after the end fails': 'answers/server-error',
  'use after deletion fails': 'answers/server-error',
  'pages repeat a thing': 'state/paging',
  'pages leave out a thing': 'state/paging',
  'cursor pages repeat a thing': 'state/paging',
  'page is ignored': 'state/paging',
  'limit is ignored': 'state/paging',
  'long lists leave out a thing': 'state/paging',
  'enumerated filter is ignored': 'state/filters',
  'filter that may be null is ignored': 'state/filters',
  'filter finds nothing': 'state/filters',
  'boolean filter is ignored': 'state/filters',
  'filter by reference is ignored': 'state/filters',
  'reading changes a member': 'state/safe-methods',
  'reading deletes': 'state/safe-methods',
} as const satisfies Readonly<Record<string, ExploreRuleId>>

export type FaultName = keyof typeof inventoryFaults

/** Permitted behaviour of some services. */
export const oddities = [
  'values are normalized',
  'a member cannot be changed',
  'lists come late',
  'titles are unique',
  'newest come first',
  'creations come later',
  'changes need If-Match',
  'views are counted',
  'lists are cut',
  'only some are listed',
  'nothing is found by others',
  'deletion takes its time',
  'deletions come later',
  'deleted ids answer with null',
  'writes are refused',
  'equal creations are one',
  'one is fragile at most',
] as const

export type Oddity = (typeof oddities)[number]
