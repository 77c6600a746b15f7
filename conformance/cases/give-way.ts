const longestTurnMs = 20
let began = 0

/** Lets timers, signals and responses be attended to where work without waiting takes long. */
export async function giveWay(): Promise<void> {
  if (performance.now() - began < longestTurnMs) return
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  began = performance.now()
}
