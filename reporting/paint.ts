/** Terminal colours, or functions that change nothing; the caller chooses. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly green: (text: string) => string
  readonly red: (text: string) => string
  readonly yellow: (text: string) => string
}

const unchanged = (text: string): string => text

/** No colours, for files, pipes and logs. */
export const noPaint: Paint = {
  bold: unchanged,
  dim: unchanged,
  green: unchanged,
  red: unchanged,
  yellow: unchanged,
}
