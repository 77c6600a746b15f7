import type { ServerResponse } from 'node:http'
import type { Choices } from './choices.js'

/** A response as it is transferred. */
interface Sent {
  readonly status: number
  /** Names and values of the headers in turn. */
  readonly lines: readonly string[]
  readonly bytes: Buffer
}

const pairs = (lines: readonly string[]): string =>
  lines.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')

/** Writes an answer of HTTP/1.0, which ends where the connection does. */
const sendOld = ({ socket }: ServerResponse, { status, lines, bytes }: Sent): void => {
  socket?.write(`HTTP/1.0 ${status} \r\n${pairs(lines)}\r\n`, 'latin1')
  socket?.end(bytes)
}

/** Sends a response in one of the forms that HTTP allows. */
export const send = (response: ServerResponse, wire: Choices['wire'], sent: Sent): void => {
  const { status, lines, bytes } = sent
  if (wire === 'HTTP/1.0') {
    sendOld(response, sent)
    return
  }
  if (wire === 'closing') response.shouldKeepAlive = false
  response.writeHead(status, [...lines])
  if (wire === 'in pieces' && bytes.length > 1) {
    response.write(bytes.subarray(0, 1))
    response.end(bytes.subarray(1))
  } else response.end(bytes)
}
