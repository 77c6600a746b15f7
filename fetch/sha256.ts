import { createHash } from 'node:crypto'

/** SHA-256 as 64 lower-case hexadecimal digits, as the lock file records it. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
