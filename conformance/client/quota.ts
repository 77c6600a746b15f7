import { counted } from '../../reporting/index.js'
import { hopelessMs, longestWaitMs } from './failure.js'

/** The longest time that one run waits for quotas, in milliseconds: beyond it, a lower rate is the user's choice. */
const mostMs = 300_000

/** The advised share of the rate, because the quota may have begun before the first request. */
const safety = 0.9

/** The quota of a service that answers 429: how long it was waited for, and how many requests it allows. */
export class Quota {
  #waitedMs = 0
  #waits = 0
  /** Unix time in milliseconds of the first request since the last wait, and the number of those that were taken. */
  #began = 0
  #taken = 0
  #perSecond = Infinity

  /** The longest next wait, in milliseconds. */
  get longestMs(): number {
    return Math.min(hopelessMs, Math.max(longestWaitMs, mostMs - this.#waitedMs))
  }

  /** Records a request that was not refused for the quota. */
  took(sentAt: number): void {
    if (this.#taken++ === 0) this.#began = sentAt
  }

  /** Records a wait. @param addedMs the part of it that no other request waits for already */
  waits(ms: number, addedMs: number): void {
    this.#waitedMs += addedMs
    if (this.#taken === 0) return
    this.#waits++
    // The last wait may be shorter than the service asks for.
    this.#perSecond = Math.min(this.#perSecond, (1_000 * this.#taken) / (Date.now() - this.#began + ms))
    this.#taken = 0
  }

  /** The waits in words, with the rate at which the service would not require any; empty where there was no wait. */
  get inWords(): readonly string[] {
    if (this.#waits === 0) return []
    const seconds = Math.round(this.#waitedMs / 1_000)
    const rate = Math.max(0.01, Math.floor(100 * safety * this.#perSecond) / 100)
    return [
      `429 was answered, and rampart waited ${counted(this.#waits, 'time')}, ${seconds} s in all, as Retry-After says; --rate ${rate} stays below what the service takes`,
    ]
  }
}
