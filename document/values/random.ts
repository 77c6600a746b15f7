import type { JsonSchema } from '../../runtime/json-schema.js'
import { Maker } from './make/maker.js'
import { spotOf } from './make/making.js'
import { Drawer } from './make/random.js'
import { peculiaritiesOf } from './peculiarities.js'
import { reachedPoints } from './points.js'
import { nodeOf } from './schema/node.js'
import type { GeneratedValue, ValueSource } from './model/source.js'

const tries = 10

/**
 * A value of a schema, drawn: any of its branches, members and values, in any combination. The same numbers give the
 * same value. Its value is undefined where none is found that satisfies the schema.
 * @param random gives numbers from 0 up to 1
 */
export function randomValue(
  schema: JsonSchema | undefined,
  source: ValueSource,
  random: () => number,
): GeneratedValue {
  const maker = new Maker(source)
  const node = nodeOf(schema, source.pointer)
  // What cannot be made on purpose is not looked for by chance.
  const most = maker.base(node, spotOf(source)) === undefined ? 0 : tries
  for (let count = 0; count < most; count++) {
    maker.rest()
    const value = new Drawer(maker, random).draw(node, spotOf(source))
    if (value === undefined || source.accepts?.(value) === false) continue
    const reaches = reachedPoints(value, schema, source)
    return { value, aim: 'drawn', reaches, peculiarities: peculiaritiesOf(value) }
  }
  return { value: undefined, aim: 'drawn', reaches: [], peculiarities: [] }
}
