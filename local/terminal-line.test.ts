import { describe, expect, test } from 'vitest'
import { progressText } from './sync-progress.ts'
import { terminalLine } from './terminal-line.ts'

/** Returns a stream, and the texts that are written to it. */
function stream({ isTTY, columns = 40 }: { isTTY: boolean; columns?: number }) {
  const written: string[] = []
  const write = (text: string) => written.push(text) > 0
  return { written, stream: { isTTY, columns, write } as unknown as NodeJS.WriteStream }
}

describe('the progress line', () => {
  test('is not written without a terminal', () => {
    const { written, stream: pipe } = stream({ isTTY: false })
    const line = terminalLine(pipe)
    line.show('Reading')
    line.clear()
    expect(written).toEqual([])
  })

  test('is cut to the width of the terminal, and cleared at the end', () => {
    const { written, stream: terminal } = stream({ isTTY: true, columns: 10 })
    const line = terminalLine(terminal)
    line.show('x'.repeat(50))
    line.clear()
    expect(written).toEqual([`\r\x1b[K${'x'.repeat(8)}…`, '\r\x1b[K'])
  })

  test('is cut by terminal columns, and has no control characters of a name', () => {
    const { written, stream: terminal } = stream({ isTTY: true, columns: 10 })
    terminalLine(terminal).show('株式会社トヨタ')
    terminalLine(terminal).show('a\u001b[2J\nb')
    expect(written).toEqual(['\r\x1b[K株式会社…', '\r\x1b[Ka [2J b'])
  })

  test('is updated at most every 100 ms, and at once after it was cleared', () => {
    const { written, stream: terminal } = stream({ isTTY: true })
    const line = terminalLine(terminal)
    for (let row = 0; row < 1000; row++) {
      line.show(`${row}`)
    }
    expect(written.length).toBeLessThan(1000)
    line.clear()
    line.show('Comparing…')
    expect(written.at(-1)).toContain('Comparing…')
  })
})

describe('progress', () => {
  test('shows rows, rows per second and the remaining time', () => {
    expect(progressText(120_000, 0.25, 2)).toBe('120,000 rows, 60,000 rows/s, 6 s left')
    expect(progressText(120_000, 1, 2)).toBe('120,000 rows, 60,000 rows/s, 0 s left')
  })

  test('shows no estimate at the start', () => {
    expect(progressText(10, 0, 0)).toBe('10 rows')
    expect(progressText(10, 0.005, 1)).toBe('10 rows, 10 rows/s')
  })
})
