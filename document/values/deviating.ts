import { jsonPointer } from '../pointers/pointer.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import { Deviator } from './deviate/deviator.js'
import type { Deviation } from './deviate/deviation.js'
import { Maker } from './make/maker.js'
import { spotOf } from './make/making.js'
import { nodeOf } from './schema/node.js'
import type { DeviatingValue, ValueSource } from './model/source.js'

const subjectOf = ({ at }: Deviation, { name }: ValueSource): string => {
  const names = [...(name === undefined ? [] : [name]), ...at.filter((key) => typeof key === 'string')]
  const items = typeof at.at(-1) === 'number' ? 'an item of ' : ''
  return names.length === 0 ? `${items}the body` : `${items}"${names.join('.')}"`
}

/**
 * Values that break a schema in one matter each, at every depth, from values that satisfy it: what is required is
 * missing, a type or a bound or a format or a list of values is not kept. Finite, always the same, made when they are
 * asked for.
 * @yields each, when it is asked for
 */
export function* deviatingValues(
  schema: JsonSchema | undefined,
  source: ValueSource,
): Iterable<DeviatingValue> {
  const maker = new Maker(source)
  const node = nodeOf(schema, source.pointer)
  const seen = new Set<string>()
  for (const deviation of new Deviator(maker).of(node, spotOf(source))) {
    maker.rest()
    const { value, keyword, at, pointer, says, isCoercible } = deviation
    const text = JSON.stringify(value)
    if (seen.has(text) || maker.holds(value, node) || source.accepts?.(value) === true) continue
    seen.add(text)
    yield {
      value,
      keyword,
      at: jsonPointer(at),
      pointer,
      says: `${subjectOf(deviation, source)} ${says}`,
      ...(isCoercible && { isCoercible }),
    }
  }
}
