import { counted, markdownCode, markdownSentence, markdownText } from '../../reporting/index.js'
import type { UpgradeLine, UpgradeChange, UpgradeReport } from './model.js'

/** Limit on the listed lines of one kind; beyond it only their number is printed. */
export const mostListed = 200
/** The limit for one location, since a call can have hundreds. */
const mostOfPlace = 12
const longestCode = 160

/** Groups locations by file, in their order. */
const byFile = <One extends { readonly file: string }>(all: readonly One[]): [string, One[]][] => {
  const files = new Map<string, One[]>()
  for (const one of all) files.set(one.file, [...(files.get(one.file) ?? []), one])
  return [...files]
}

/** The first lines of a list, and the number of others. */
export function withinLimit(lines: readonly string[], what: string, most = mostListed): string[] {
  if (lines.length <= most) return [...lines]
  const indent = lines[0]?.startsWith(' ') === true ? '  ' : ''
  const rest = counted(
    lines.length - most,
    `more ${what}`,
    what === 'thing to do' ? 'more things to do' : undefined,
  )
  return [...lines.slice(0, most), `${indent}- and ${rest}`]
}

const code = (text: string): string => markdownCode(text.trim(), longestCode)

/** A location with its source line, in Markdown. */
export function located({ file, line, code: text }: Pick<UpgradeLine, 'file' | 'line' | 'code'>): string {
  return `${markdownCode(`${file}:${line}`)} ${code(text)}`
}

const placeLines = (place: UpgradeLine, changes: ReadonlyMap<string, UpgradeChange>): string[] => [
  `- [ ] ${located(place)}`,
  ...withinLimit(
    place.advice.map((advice) => `  - **${markdownSentence(advice)}**`),
    'thing to do',
    mostOfPlace,
  ),
  ...withinLimit(
    place.changes.flatMap((change) => {
      const known = changes.get(change)
      return known ? [`  - ${markdownSentence(known.sentence)}`] : []
    }),
    'change',
    mostOfPlace,
  ),
  ...(place.message === undefined ? [] : [`  - The compiler: ${markdownText(place.message)}`]),
]

/** Locations by file, each as an item of a checklist with its advice. */
export function placesByFile(
  places: readonly UpgradeLine[],
  { changes }: Pick<UpgradeReport, 'changes'>,
): string[] {
  const known = new Map(changes.map((change) => [change.fingerprint, change]))
  const rest = places.length - mostListed
  const lines = byFile(places.slice(0, mostListed)).flatMap(([file, own]) =>
    [`### ${markdownCode(file)}`, ''].concat(
      own.flatMap((place) => placeLines(place, known)),
      '',
    ),
  )
  return rest > 0 ? [...lines, `and ${counted(rest, 'more place')}; --json has all of them`, ''] : lines
}
