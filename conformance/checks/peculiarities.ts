import { escapeKey, once } from '../../document/index.js'
import { type PeculiarityKind, peculiaritiesOf } from '../../document/values/index.js'
import type { Call, Case, Deviation } from '../model/case.js'

/** An odd value in a call; its kind identifies one defect across many operations. */
export interface Peculiarity {
  readonly kind: PeculiarityKind
  readonly in: Deviation['in']
  /** JSON Pointer to the value, as in a deviation. */
  readonly at: string
}

const oddIn = (location: Deviation['in'], value: unknown, start = ''): Peculiarity[] =>
  peculiaritiesOf(value).map(({ kind, at }) => ({ kind, in: location, at: start + at }))

const inCall = once(({ body, ...call }: Call): readonly Peculiarity[] => [
  ...(['path', 'query', 'header', 'cookie'] as const).flatMap((location) =>
    Object.entries(call[location]).flatMap(([name, value]) => oddIn(location, value, `/${escapeKey(name)}`)),
  ),
  ...(body && body.raw === undefined ? oddIn('body', body.value) : []),
])

/** The odd values of a request that was made from a document; none of another one, whose values may be meant. */
export function peculiaritiesIn({ call, expectation }: Case): readonly Peculiarity[] {
  return expectation === 'unknown' ? [] : inCall(call)
}
