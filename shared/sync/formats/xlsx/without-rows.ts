/** The element around the rows as it opens, when it has any; its name may carry a prefix. */
const OPENING = /<(?<name>(?:[\w.-]+:)?sheetData)(?:\s[^<>]*)?(?<!\/)>/

/** A tag that opens at the end of a chunk is put before the next one, unless it is absurdly long. */
const LONGEST_CARRIED = 4_096

/**
 * What is done with bytes where one is in the sheet: some are kept, the rest comes again with more behind it.
 */
type Step = (bytes: Buffer) => { kept: Buffer; rest: Buffer; next: Step }

/**
 * The XML of a sheet as it is but for its rows, which are some hundred times the rest: they are skipped by
 * the bytes of the tag that closes them. What is left is as valid as the whole, so whatever does not look as
 * expected may be left in.
 */
export async function* withoutRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let step = beforeRows
  let bytes: Buffer = NOTHING
  for await (const chunk of chunks) {
    bytes = Buffer.concat([bytes, chunk])
    for (let isSettled = false; !isSettled; ) {
      const { kept, rest, next } = step(bytes)
      yield kept
      isSettled = next === step
      step = next
      bytes = rest
    }
  }
  yield bytes
}

const NOTHING = Buffer.alloc(0)

const beforeRows: Step = (bytes) => {
  const opening = OPENING.exec(bytes.toString('latin1'))
  if (opening === null) {
    return { ...splitAt(bytes, openTagAtEnd(bytes)), next: beforeRows }
  }
  const end = opening.index + opening[0].length
  return { ...splitAt(bytes, end), next: inRows(`</${opening.groups?.name}`) }
}

const inRows = (closing: string): Step => {
  const step: Step = (bytes) => {
    const end = bytes.indexOf(closing)
    return end < 0
      ? { kept: NOTHING, rest: bytes.subarray(Math.max(0, bytes.length - closing.length + 1)), next: step }
      : { kept: NOTHING, rest: bytes.subarray(end), next: behindRows }
  }
  return step
}

const behindRows: Step = (bytes) => ({ kept: bytes, rest: NOTHING, next: behindRows })

const splitAt = (bytes: Buffer, place: number) => ({
  kept: bytes.subarray(0, place),
  rest: bytes.subarray(place),
})

/** Where a tag begins that has not ended, or the end. */
function openTagAtEnd(bytes: Buffer): number {
  const start = bytes.lastIndexOf('<')
  return start < 0 || bytes.length - start > LONGEST_CARRIED ? bytes.length : start
}
