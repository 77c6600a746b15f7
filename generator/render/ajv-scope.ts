import type { Code, Name } from 'ajv'
import { _Code } from 'ajv/dist/compile/codegen/code.js'
import {
  type ScopeValueSets,
  type UsedScopeValues,
  ValueScope,
  type ValueScopeName,
} from 'ajv/dist/compile/codegen/scope.js'

type Values = NonNullable<Parameters<ValueScope['scopeRefs']>[1]>

const few = 50

function* batches(values: Values): Generator<ScopeValueSets, void, undefined> {
  for (const [prefix, named] of Object.entries(values)) {
    const names: ValueScopeName[] = [...named.values()]
    for (let at = 0; at < names.length; at += few) yield { [prefix]: new Set(names.slice(at, at + few)) }
  }
}

const joined = (codes: Iterable<Code>): Code => new _Code(Array.from(codes, String).join(''))

/**
 * Where ajv keeps what code refers to from outside. It copies all lines so far to add one to them, which takes the
 * square of their number: here a few at a time are put together.
 */
export class BatchedScope extends ValueScope {
  override scopeRefs(scope: Name, values: Values = this._values): Code {
    return joined([...batches(values)].map((batch) => super.scopeRefs(scope, batch)))
  }

  override scopeCode(
    values: Values = this._values,
    used?: UsedScopeValues,
    getCode?: (name: ValueScopeName) => Code | undefined,
  ): Code {
    return joined([...batches(values)].map((batch) => super.scopeCode(batch, used, getCode)))
  }
}
