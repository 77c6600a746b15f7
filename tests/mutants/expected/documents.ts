import type { AlsoBroken } from './also-broken.js'

/** What faults of documents break besides their own rule. */
export const documentsAlsoBroken: AlsoBroken = {
  'documents/shown:flow': { 'answers/body': 'answers still have the flow' },
}
