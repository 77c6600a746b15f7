import { type Problem, RampartError } from '../diagnostics/index.js'

/**
 * Runs one task per item, at most `width` in parallel, and returns the results in the order of the items. After an
 * error for which `isFatal` is true no further task is started; other errors do not stop the rest.
 */
export async function settleAll<Item, Result>(
  items: readonly Item[],
  width: number,
  task: (item: Item) => Promise<Result>,
  isFatal: (error: unknown) => boolean,
): Promise<{ readonly results: readonly Result[]; readonly errors: readonly unknown[] }> {
  const outcomes = new Map<number, { result: Result } | { error: unknown }>()
  const queue = items.entries()
  let stopped = false
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (stopped) return
      try {
        outcomes.set(index, { result: await task(item) })
      } catch (error) {
        outcomes.set(index, { error })
        stopped ||= isFatal(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, width) }, worker))
  const inOrder = items.flatMap((_, index) => outcomes.get(index) ?? [])
  return {
    results: inOrder.flatMap((outcome) => ('result' in outcome ? [outcome.result] : [])),
    errors: inOrder.flatMap((outcome) => ('error' in outcome ? [outcome.error] : [])),
  }
}

const toProblem = (error: RampartError): Problem => ({
  code: error.code,
  severity: 'error',
  message: error.message,
  fix: error.fix,
  ...(error.where ? { where: error.where } : {}),
})

/** Combines several errors: the first one, with the others as its problems. */
export function combineErrors(errors: readonly unknown[]): unknown {
  const [first] = errors
  const expected = errors.filter((error) => error instanceof RampartError)
  if (errors.length === 1 || expected.length < errors.length || !(first instanceof RampartError)) {
    return errors.find((error) => !(error instanceof RampartError)) ?? first
  }
  const message = `${errors.length} documents could not be fetched. The first: ${first.message}`
  const where = first.where ? { where: first.where } : {}
  return new RampartError(first.code, {
    message,
    fix: first.fix,
    problems: expected.map(toProblem),
    ...where,
  })
}
