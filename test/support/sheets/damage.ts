/** The offsets and sizes, in bytes, of fields in the central directory record of an entry. */
const FIELDS = {
  flags: [8, 2],
  method: [10, 2],
  checksum: [16, 4],
  packedSize: [20, 4],
  size: [24, 4],
} as const

const SIGNATURE = 'PK\u0001\u0002'
const NAME = 46

/** Returns a copy of a zip archive whose directory has another value in a field of one entry. */
export function restate(bytes: Buffer, name: string, field: keyof typeof FIELDS, value: number): Buffer {
  const changed = Buffer.from(bytes)
  const [offset, length] = FIELDS[field]
  changed.writeUIntLE(value, recordOf(bytes, name) + offset, length)
  return changed
}

function recordOf(bytes: Buffer, name: string): number {
  for (
    let at = bytes.indexOf(SIGNATURE, 0, 'latin1');
    at >= 0;
    at = bytes.indexOf(SIGNATURE, at + 1, 'latin1')
  ) {
    const length = bytes.readUInt16LE(at + 28)
    if (bytes.toString('utf8', at + NAME, at + NAME + length) === name) {
      return at
    }
  }
  throw new Error(`the archive has no ${name}`)
}

/** Returns a copy of a zip archive that states another number of entries at its end. */
export function restateCount(bytes: Buffer, count: number): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt16LE(count, changed.lastIndexOf('PK\u0005\u0006', undefined, 'latin1') + 10)
  return changed
}
