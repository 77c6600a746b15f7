import type { Result } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import { type Controls, type ControlCall, membersOf } from './control.js'

const earliest = new Date('2000-01-01T00:00:00.000Z')
const latest = new Date('2100-01-01T00:00:00.000Z')
const secondMs = 1000

const clockState = ({ service }: ControlCall): Result => ({
  status: 200,
  body: { now: service.clock().toISOString() },
})

/** The time that a body requests. Throws `Refusal` 400. */
const requestedTime = ({ service, body }: ControlCall): Date => {
  const members = membersOf(body)
  const [now, seconds] = [members.get('now'), members.get('advance_seconds')]
  if ((now === undefined) === (seconds === undefined))
    throw badRequest("request body must hold 'now', 'advance_seconds' or 'reset', and one of them only")
  if (typeof now === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(now)) return new Date(now)
  if (typeof seconds === 'number') return new Date(service.clock().getTime() + seconds * secondMs)
  throw badRequest('request body must hold an ISO date and time, or a number of seconds')
}

const setTime = (call: ControlCall): Result => {
  const { time } = call.service
  if (membersOf(call.body).get('reset') === true) {
    time.reset()
    return clockState(call)
  }
  const date = requestedTime(call)
  if (!(date >= earliest && date <= latest))
    throw badRequest('the time must lie between the years 2000 and 2100')
  time.set(date)
  return clockState(call)
}

/** Reads and changes the time of the whole sandbox. */
export const clockControls: Controls = {
  'GET /clock': ['returns the time of the sandbox', clockState],
  'POST /clock': [
    'sets the time with {"now": "ISO date and time"}, moves it with {"advance_seconds": 60}, or resets it with {"reset": true}; for all partners',
    setTime,
  ],
}
