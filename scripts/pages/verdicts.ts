import {
  catalogue,
  type CatalogueEntry,
  type Change,
  clauseFor,
  type Direction,
  mintingPolicy,
} from '../../diff/index.js'

/** An example change of a kind at a location. */
const changeOf = ({ id, direction, effect }: CatalogueEntry, within: string): Change => ({
  id,
  fingerprint: '',
  direction,
  effect,
  uses: [{ operation: '', within }],
  sentence: '',
})

const verdictIn = (entry: CatalogueEntry, within: string): string =>
  clauseFor(changeOf(entry, within), mintingPolicy).verdict

const cell = (entry: CatalogueEntry | undefined): string => {
  if (!entry) return ''
  const plain = verdictIn(entry, 'parameter')
  const inBody = verdictIn(entry, 'request body')
  const more = plain === inBody ? '' : `; ${inBody} in a body`
  const effect = entry.effect === 'documentation' ? 'words' : entry.effect.replace('-', ' ')
  return `${effect}, ${plain}${more}`
}

const row = (kind: string): string => {
  const of = (direction: Direction): CatalogueEntry | undefined =>
    catalogue.find((entry) => entry.kind === kind && entry.direction === direction)
  const neither = of('neither')
  const own = catalogue.find((entry) => entry.kind === kind)
  const cells = neither ? [cell(neither), cell(neither)] : [cell(of('request')), cell(of('response'))]
  return `| \`${neither ? '' : '…-'}${kind}\` | ${cells.join(' | ')} | ${own?.title ?? ''} |`
}

/** docs/reference/verdicts.md from the policy of the specification: every kind of change with its effect and verdict. */
export function verdictsPage(): string {
  const kinds = [...new Set(catalogue.map(({ kind }) => kind))]
  return [
    '# Verdicts of the minting policy',
    '',
    `${kinds.length} kinds. Where a row begins with \`…-\`, the id begins with the direction: \`request-property-added\`, \`response-property-added\`. The other ids have no direction. A cell has the effect on a client and the verdict of the [policy](../diff.md#the-policy). [Changes](changes.md) explains the effects.`,
    '',
    '| Change | In requests | In responses | What it is |',
    '|---|---|---|---|',
    ...kinds.map(row),
    '',
  ].join('\n')
}
