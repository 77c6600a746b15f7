import type { Setting } from '../../support/command.js'
import { type Ended, rampart } from '../../support/rampart.js'

/** A document with these members; by default with one operation, which reads. */
export const documentOf = (more: object = {}): object => ({
  openapi: '3.0.3',
  info: { title: 'It', version: '1.0' },
  paths: { '/things': { get: { responses: { 200: { description: 'All.' } } } } },
  ...more,
})

/** Runs `rampart test` in this process, for a second. */
export function explore(args: readonly string[], setting: Setting): Promise<Ended> {
  return rampart(['test', '--report-dir', 'report', '--for', '1s', ...args], setting)
}
