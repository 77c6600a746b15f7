import type { VersionChanges } from './behaviours.js'

export const fedNowArrives: VersionChanges = {
  version: '2026-07-01',
  changes: { fedNowRail: true },
}
