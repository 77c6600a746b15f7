import { expect, test } from 'vitest'
import { Answers } from '../../../webhook/drill/judging/answers.js'

const url = 'http://127.0.0.1/hooks'

/** A delivery with this signature, and the answer to it. */
const sent = (status: number, signature: string) => ({
  reply: { status, headers: [], body: Buffer.alloc(0), connected: true, durationMs: 1 },
  exchange: {
    request: { method: 'POST', url, headers: [['webhook-signature', signature] as const] },
    response: { status, headers: [], body: '' },
    target: 'webhook' as const,
    sentAt: 0,
    isReplay: false,
  },
})

test.each([
  ['a refusal', 401, 'v1=ab', true],
  ['an acknowledgement', 200, 'v1=ab', true],
  ['a refusal of an odd digest', 401, 'v1=0b', false],
  ['a server error', 500, 'v1=ab', false],
  ['a limit', 429, 'v1=ab', false],
  ['a conflict', 409, 'v1=ab', false],
])('%s that does not repeat, of three cases, shows that answers depend on chance or not', (_, ...row) => {
  const [status, signature, isWavering] = row
  const answers = new Answers()
  for (const key of ['a', 'b', 'c'])
    answers.noteWavering({ key, message: 'it is wrong' }, [sent(status, signature)])
  expect(answers.isWavering).toBe(isWavering)
})
