/** Colours of a terminal, or functions that change nothing: who prints decides which. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly green: (text: string) => string
  readonly red: (text: string) => string
  readonly yellow: (text: string) => string
}

const unchanged = (text: string): string => text

/** For files, pipes and logs: no colours at all. */
export const noPaint: Paint = {
  bold: unchanged,
  dim: unchanged,
  green: unchanged,
  red: unchanged,
  yellow: unchanged,
}
