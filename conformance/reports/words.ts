import type { Report } from '../model/report.js'

/** How a report speaks of what it judged. */
export interface Words {
  /** Goes before the URL. */
  readonly heading: string
  readonly holds: string
  readonly broken: string
  readonly unknown: string
}

const ofService: Words = {
  heading: 'Contract of',
  holds: 'The contract holds',
  broken: 'The contract is broken',
  unknown: 'Nothing is known of the contract',
}

const ofReceiver: Words = {
  heading: 'Receiver at',
  holds: 'The receiver does what it should',
  broken: 'The receiver makes mistakes',
  unknown: 'Nothing is known of the receiver',
}

/** The words for the subject of a report. */
export const wordsOf = ({ subject }: Pick<Report, 'subject'>): Words =>
  subject === 'receiver' ? ofReceiver : ofService
