import { describeMutants } from './cross.js'

/** Rules that wait for what follows on answers and on topics: only the faults in these take the time. */
const waiting = /^webhooks\/(retry.*|slow-answer|topics|ping-always|disabled)$/

describeMutants('webhooks', [], (broken, rule) => waiting.test(broken) || !waiting.test(rule))
