/** A stretch of a text that gives a secret away, and what is shown in its place. */
export interface Match {
  readonly start: number
  readonly stop: number
  readonly mask: string
}

const lengthOf = ({ start, stop }: Match): number => stop - start

/** Stretches that overlap as one, with the mask of the longest. */
const joined = (found: readonly Match[]): Match[] => {
  const all: Match[] = []
  let longest = 0
  for (const one of found.toSorted((a, b) => a.start - b.start || lengthOf(b) - lengthOf(a))) {
    const last = all.at(-1)
    if (last === undefined || one.start >= last.stop) {
      all.push(one)
      longest = lengthOf(one)
      continue
    }
    const mask = lengthOf(one) > longest ? one.mask : last.mask
    longest = Math.max(longest, lengthOf(one))
    all[all.length - 1] = { start: last.start, stop: Math.max(last.stop, one.stop), mask }
  }
  return all
}

/** A text with everything that was found masked. */
export function masked(text: string, found: readonly Match[]): string {
  let [clean, done] = ['', 0]
  for (const { start, stop, mask } of joined(found)) {
    clean += text.slice(done, start) + mask
    done = stop
  }
  return clean + text.slice(done)
}
