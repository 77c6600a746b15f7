import type { Leak, LeakWatch } from '../leaks/leak-watch.js'
import type { AnswerRule } from '../rules/rule.js'
import { type Outcome, outcomeFrom, type Violation } from './outcome.js'

const names = { secret: 'the secret', digest: 'the digest that was expected and not sent' } as const

const kinds: Readonly<Record<string, Leak['kind']>> = {
  'receiver/secret-in-answer': 'secret',
  'receiver/digest-in-answer': 'digest',
  'receiver/trace-in-answer': 'trace',
}

const violationOf = ({ kind, where, encoding, exchange }: Leak): Violation => {
  if (kind === 'trace') {
    const what = encoding === 'path' ? 'the path of a source file and a line' : `a stack trace of ${encoding}`
    return { key: kind, message: `${where} of an answer shows ${what}`, exchange }
  }
  const how = encoding === undefined ? '' : `, as ${encoding}`
  return { key: kind, message: `${where} of an answer shows ${names[kind]}${how}`, exchange }
}

/** True for rules about leaks in responses, which are judged even if no valid event was acknowledged. */
export function isAboutLeaks({ id }: { readonly id: string }): boolean {
  return id in kinds
}

/** Judges the leaks in all responses of a run. */
export function judgeLeaks({ id }: Pick<AnswerRule, 'id'>, watch: LeakWatch): Outcome {
  const kind = kinds[id]
  if (kind === 'secret' && !watch.looksForSecret) {
    return { state: 'not-applicable', reason: 'a secret of fewer than 8 letters stands in texts by chance' }
  }
  return outcomeFrom(watch.leaks.filter((leak) => leak.kind === kind).map(violationOf))
}
