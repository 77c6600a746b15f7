import { deflateSync } from 'node:zlib'

const crc32 = (bytes: Buffer): number => {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([word(data.length), named, word(crc32(named))])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const draw = (number: number): string => {
  const header = Buffer.concat([word(1), word(1), Buffer.from([8, 2, 0, 0, 0])])
  const point = Buffer.concat([Buffer.from([0]), word(number).subarray(1)])
  const parts = [
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(point)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat(parts).toString('base64')
}

const drawn = new Map<number, string>()

/**
 * A picture of one point, in base64: the smallest file that every service can open.
 * @param number pictures of different numbers differ, up to 16 million
 */
export function image(number: number): string {
  const picture = drawn.get(number) ?? draw(number)
  drawn.set(number, picture)
  return picture
}
