import { failureText } from './failure.js'

/** A rule with steps that is under way. */
interface Running {
  readonly folder: string
  readonly violate: (message: string) => void
}

const underWay = new Set<Running>()

/** Takes note that a rule is under way. @returns what ends that */
export function begin(rule: Running): () => void {
  underWay.add(rule)
  return () => void underWay.delete(rule)
}

/**
 * Says of the rules under way that something which they began and did not wait for has failed.
 * @returns false when none was under way
 */
export function blameRunning(error: unknown): boolean {
  for (const { folder, violate } of underWay) {
    violate(`${failureText(error, folder)}, in something that the rule began and did not wait for`)
  }
  return underWay.size > 0
}
