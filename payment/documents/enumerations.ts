import { placeJudge, quoteJudge } from './stated.js'
import { type Judge, distinct } from './view.js'

/** Compares the specification's enumerations wherever a document has them. */
export const enumerationJudge: Judge = (view) => {
  const found = [quoteJudge('values')(view), placeJudge('enumerations')(view)]
  if (found.every((one) => one === undefined)) return undefined
  return distinct(found.flatMap((one) => Array.from(one ?? [])))
}
