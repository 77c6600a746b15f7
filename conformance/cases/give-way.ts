const longestTurnMs = 20
let began = 0

/** Yields to the event loop during long synchronous work, so that timers, signals and responses are served. */
export async function giveWay(): Promise<void> {
  if (performance.now() - began < longestTurnMs) return
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  began = performance.now()
}
