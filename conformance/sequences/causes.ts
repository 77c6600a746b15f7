import type { Operation } from '../../runtime/surface.js'
import { nameOf } from './subject.js'

/** Causes by which a kind of thing is known to be unsound: nothing else of it is looked at then. */
export const causes = {
  notReadable: (create: Operation): string => `not readable ${nameOf(create)}`,
  readsOtherwise: (create: Operation): string => `reads otherwise ${nameOf(create)}`,
  readingChanges: (read: Operation): string => `reading changes ${nameOf(read)}`,
} as const
