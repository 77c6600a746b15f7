import type { GeneratorInput } from '../../../generator/index.js'
import { parseDocumentText } from '../../../generator/load/parse.js'
import { isObject, pointerOf, resolvePointer } from '../../../document/index.js'
import type { Surface } from '../../../runtime/surface.js'
import { altered, randomFrom, Samples } from '../../support/samples.js'
import { plainJudge } from './plain-judge.js'

const rounds = 4

/** The verdicts of two judges on values drawn from the component schemas of one document. */
interface Comparison {
  readonly accepted: number
  readonly refused: number
  readonly schemas: number
  /** Values on which they disagree. */
  readonly differing: readonly {
    readonly document: string
    readonly schema: string
    readonly value: unknown
  }[]
  /** `document: schema, schema` if there are schemas that the plain judge cannot compile. */
  readonly left: readonly string[]
}

/** Compares generated validators with ajv on the document as it stands, on values that are right and broken. */
export async function compareVerdicts(input: GeneratorInput, surface: Surface): Promise<Comparison> {
  const { value: root } = await parseDocumentText(input)
  const judgeOf = plainJudge(isObject(root) ? root : {})
  const random = randomFrom(7)
  const samples = new Samples(root, random)
  const verdicts: boolean[] = []
  const differing: { document: string; schema: string; value: unknown }[] = []
  const left: string[] = []
  for (const [schema, { request, response }] of Object.entries(surface.schemaValidators)) {
    const judge = request === response ? judgeOf(schema) : undefined
    if (!judge) {
      left.push(schema)
      continue
    }
    const validate = await surface.validator(response)
    for (let round = 0; round < rounds; round++) {
      const value = samples.draw(resolvePointer(root, pointerOf('components', 'schemas', schema)))
      for (const one of [value, altered(value, random), altered(value, random)]) {
        const verdict = judge(one)
        verdicts.push(verdict)
        if (validate(one) !== verdict) differing.push({ document: input.name, schema, value: one })
      }
    }
  }
  const accepted = verdicts.filter(Boolean).length
  return {
    accepted,
    refused: verdicts.length - accepted,
    schemas: verdicts.length / rounds / 3,
    differing,
    left: left.length === 0 ? [] : [`${input.name}: ${left.join(', ')}`],
  }
}
