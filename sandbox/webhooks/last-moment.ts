const lastMoment = 1000

/** Resolves when the work is done, or after a second of real time. */
export async function soon(work: Iterable<Promise<unknown>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, lastMoment)
  })
  await Promise.race([Promise.allSettled(work), passed])
  clearTimeout(timer)
}
