import { type Answer, type Call, refuse, withHeaders } from './call.js'
import type { Choices } from './choices.js'

const replayed = ({ status, body, headers }: Answer, { replayHeaders, vary }: Choices): Answer => ({
  status,
  body,
  headers: {
    ...(replayHeaders !== 'none' && headers['content-type'] !== undefined
      ? { 'content-type': headers['content-type'] }
      : {}),
    ...(replayHeaders === 'type and vary' ? { vary } : {}),
  },
})

/** The identity that a replay shares with its first request. */
export const identity = ({ method, path, headers }: Call): string | undefined => {
  const key = headers['idempotency-key']
  return method === 'POST' && key !== undefined ? `${method} ${path} ${key}` : undefined
}

/** The answer to a request with a used key; undefined for a new key. */
export const replay = (call: Call, key: string): Answer | undefined => {
  const stored = call.state.replays.get(key)
  if (!stored) return undefined
  const isSame = call.state.sent.get(key) === JSON.stringify(call.body)
  return isSame || call.choices.keyReuse === 'stored'
    ? replayed(stored, call.choices)
    : withHeaders(refuse(call.choices, 422, 'this key is taken'), {
        vary: call.choices.vary,
        'x-api-version': call.version,
        'x-count': '1',
      })
}
