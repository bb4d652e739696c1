import { type PageNumber, readPageNumber, rejectMissingPages } from './page-numbers.ts'
import { type TextLine, textOfLine } from './text-lines.ts'

// A running line (a running header or footer) is one of the first AT_TOP or the last AT_BOTTOM lines of a page.
const AT_TOP = 5
const AT_BOTTOM = 4
/** A running line occurs on at least this share of the pages. */
const MIN_SHARE = 0.5
const MIN_PAGES = 2
/** The maximum difference between the vertical positions of a running line on its pages, in points. */
const SAME_PLACE = 3

/** A part of an entry, a table header, a section heading, or any other line. */
export type LineKind = 'body' | 'header' | 'heading' | 'any'

/** The maximum distance between two lines of a table cell, as a multiple of the font size. */
const APART = 1.7
/** The maximum distance between the header and the first row of a table, as a multiple of the font size. */
const BELOW_HEADER = 2.5

/**
 * Returns the lines without running lines and page numbers. A running line has the same words at the same height on many pages.
 *
 * @throws SyncError `cut_off` if the printed page numbers show that a page is missing
 */
export function withoutRunningLines(
  pages: readonly (readonly TextLine[])[],
  kindOf: (line: TextLine) => LineKind,
): TextLine[] {
  const fewest = Math.max(MIN_PAGES, Math.ceil(pages.length * MIN_SHARE))
  const same = sameLines(pages, fewest)
  const kind = (line: TextLine): LineKind => (same.has(line) ? 'any' : kindOf(line))
  const edges = pages.map((lines) => edgesOf(lines, kind))
  const close = new Set(pages.flatMap((lines) => closeToRows(lines, kind)))
  const onAll = repeatedLines(edges.flat(), Math.max(MIN_ALL, Math.ceil(pages.length * ALL_SHARE)))
  const repeated = repeatedLines(edges.flat(), fewest).difference(close).union(onAll).union(same)
  keepWrapped(repeated, pages)
  const numbers = withoutOthers(pages.flatMap((lines, page) => numbersOf(edges[page] ?? [], lines, repeated)))
  rejectMissingPages(numbers, pages.length)
  const ofPages = new Set(numbers.flatMap(({ isAlone, line }) => (isAlone ? [line] : [])))
  return pages.flatMap((lines, page) => {
    const running = new Set((edges[page] ?? []).filter((line) => repeated.has(line) || ofPages.has(line)))
    return running.size === 0 ? lines : lines.filter((line) => !running.has(line))
  })
}

function edgesOf(lines: readonly TextLine[], kindOf: (line: TextLine) => LineKind): TextLine[] {
  const kinds = lines.map((line, index) => (isEdge(index, lines.length) ? kindOf(line) : 'any'))
  const first = kinds.findIndex(isOfBody)
  const last = endOfTable(lines, kinds, kinds.findLastIndex(isOfBody))
  return lines.filter((_, index) => {
    const isAtTop = index < AT_TOP && (first < 0 || index < first)
    const isAtBottom = index >= lines.length - AT_BOTTOM && index > last
    return (isAtTop || isAtBottom) && kinds[index] === 'any'
  })
}

/** A running line close to a table row occurs on at least this share of the pages. Other lines may be part of a cell. */
const ALL_SHARE = 0.9
const MIN_ALL = 4

function closeToRows(lines: readonly TextLine[], kindOf: (line: TextLine) => LineKind): TextLine[] {
  const [above, below] = [lines.slice(0, AT_TOP + 1), lines.slice(-AT_BOTTOM - 1)]
  const first = above.findIndex((line) => isOfBody(kindOf(line)))
  const last = below.findLastIndex((line) => isOfBody(kindOf(line)))
  const close: TextLine[] = []
  const isHeader = first >= 0 && kindOf(above[first] as TextLine) === 'header'
  for (
    let index = first < 0 ? AT_TOP : first;
    !isHeader && isNear(above[index - 1], above[index], APART);
    index--
  ) {
    close.push(above[index - 1] as TextLine)
  }
  for (let index = Math.max(0, last); isNear(below[index], below[index + 1], APART); index++) {
    close.push(below[index + 1] as TextLine)
  }
  return close
}

const isOfBody = (kind: LineKind): boolean => kind === 'body' || kind === 'header'

/** Returns the index of the last line of the body. The lines close below a table header belong to the body. */
function endOfTable(lines: readonly TextLine[], kinds: readonly LineKind[], last: number): number {
  let end = last
  for (
    let gap = BELOW_HEADER;
    kinds[last] === 'header' && isNear(lines[end], lines[end + 1], gap);
    gap = APART
  ) {
    end += 1
  }
  return end
}

const isNear = (above: TextLine | undefined, below: TextLine | undefined, gap: number): boolean =>
  above !== undefined && below !== undefined && below.y - above.y <= gap * below.size

const isEdge = (index: number, count: number): boolean => index < AT_TOP || index >= count - AT_BOTTOM

/** Returns the running lines that begin with a constant number, or that consist of the page number. */
function sameLines(pages: readonly (readonly TextLine[])[], fewest: number): Set<TextLine> {
  const lines = pages.flatMap((page) => page.filter((_, index) => isEdge(index, page.length)))
  const keyed = lines.flatMap((line) => {
    const [, number, rest = ''] = FIRST_NUMBER.exec(textOfLine(line)) ?? []
    const place = `${Math.round(line.y)} ${rest.replace(/\d+/g, '#')}`
    const counted = rest === '' ? [{ line, key: `${place} page ${Number(number) - line.page}` }] : []
    return number === undefined ? [] : [{ line, key: `${place} ${number}` }, ...counted]
  })
  const least = Math.max(fewest, MIN_NUMBERED)
  const same = [...Map.groupBy(keyed, ({ key }) => key).values()].filter(({ length }) => length >= least)
  return new Set(same.flat().map(({ line }) => line))
}

/** The minimum number of pages with the same number. On only two pages, the same number may be chance. */
const MIN_NUMBERED = 3
const FIRST_NUMBER = /^(\d[\w.-]*)\s*(.*)$/

/** Returns the lines whose words occur at least `fewest` times at the same height. All numbers count as equal. */
function repeatedLines(lines: readonly TextLine[], fewest: number): Set<TextLine> {
  const worded = lines.filter((line) => /\p{L}/u.test(textOfLine(line)))
  const alike = Map.groupBy(worded, wordingOf)
  const repeated = new Set<TextLine>()
  for (const same of alike.values()) {
    const sorted = same.sort((a, b) => a.y - b.y)
    for (const [index, line] of sorted.entries()) {
      const last = sorted[index + fewest - 1]
      if (last !== undefined && last.y - line.y <= SAME_PLACE) {
        sorted.slice(index, index + fewest).forEach((each) => {
          repeated.add(each)
        })
      }
    }
  }
  return repeated
}

/** Removes a line from `repeated` if its words also occur in the middle of a page: such a line may be part of a table cell. */
function keepWrapped(repeated: Set<TextLine>, pages: readonly (readonly TextLine[])[]): void {
  const wordings = new Set([...repeated].map(wordingOf))
  const within = pages.flatMap((lines) => lines.slice(AT_TOP, -AT_BOTTOM).map(wordingOf))
  const wrapped = new Set(within.filter((wording) => wordings.has(wording)))
  for (const line of repeated) {
    if (wrapped.has(wordingOf(line))) {
      repeated.delete(line)
    }
  }
}

/** Matches `M5 REGISTROS` in `Estado Diario - M5 REGISTROS`. */
const SECTION_AT_END = /(?<=\p{L}.*\s)M\s?\d{1,2}(?!\w).*$/u

const wordingOf = (line: TextLine): string =>
  textOfLine(line).replace(SECTION_AT_END, 'M').replace(/\d+/g, '#')

/**
 * Returns the page numbers in `edges`:
 * - `Página 3` alone in a line
 * - `3` alone in a line that is apart from other lines
 * - `Página 3` in a line with other words, if the line has the total number of pages or is a running line
 */
function numbersOf(
  edges: readonly TextLine[],
  page: readonly TextLine[],
  repeated: ReadonlySet<TextLine>,
): PageNumber[] {
  const isApart = (line: TextLine): boolean => {
    const index = page.indexOf(line)
    const beside = [page[index - 1], page[index + 1]].filter((other) => other !== undefined)
    return beside.every(({ y }) => Math.abs(y - line.y) > APART * line.size)
  }
  return edges.flatMap((line) => {
    const found = readPageNumber(line)
    const isOne =
      found !== undefined &&
      (found.isAlone ? found.hasWord || isApart(line) : found.total !== undefined || repeated.has(line))
    return isOne ? [found] : []
  })
}

/** If all numbers without a word and total are equal (for example a year), removes those that differ from their page. */
function withoutOthers(numbers: readonly PageNumber[]): PageNumber[] {
  const bare = numbers.filter(({ hasWord, total }) => !hasWord && total === undefined)
  const others = new Set(bare.filter(({ number, line }) => number !== line.page))
  return new Set(bare.map(({ number }) => number)).size > 1
    ? [...numbers]
    : numbers.filter((each) => !others.has(each))
}
