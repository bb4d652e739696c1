import type { Archive, Part } from './archive.ts'
import { LIMITS } from './limits.ts'
import { readRelationships } from './relationships.ts'
import { notASheet, tooLarge } from './workbook-error.ts'
import { readSmallPart } from './xml-reader.ts'

/** What a workbook says of itself, and the parts that it names. */
export interface SheetList {
  readonly epoch: 1900 | 1904
  /** Its worksheets that are not hidden, each once, in the order of their tabs; charts are none. */
  readonly sheets: readonly Part[]
  readonly styles: Part | undefined
  readonly sharedTexts: Part | undefined
}

interface Listed {
  root: string
  epoch: 1900 | 1904
  visibleIds: string[]
}

/** Finds the main part of the archive and follows what it refers to: no path in a workbook is fixed. */
export async function readSheetList(archive: Archive): Promise<SheetList> {
  const main = await mainPart(archive)
  const { epoch, visibleIds } = await readListed(main)
  const related = await readRelationships(archive, main.name)
  const ofKind = (kind: string): Part | undefined => {
    const path = related.find((one) => one.kind === kind)?.path
    return path === undefined ? undefined : archive.part(path)
  }
  const worksheets = new Map(
    related.filter(({ kind }) => kind === 'worksheet').map(({ id, path }) => [id, path]),
  )
  const paths = visibleIds.flatMap((id) => worksheets.get(id) ?? [])
  return {
    epoch,
    sheets: [...new Set(paths.map((path) => sheetPart(archive, path)))],
    styles: ofKind('styles'),
    sharedTexts: ofKind('sharedStrings'),
  }
}

function sheetPart(archive: Archive, path: string): Part {
  const part = archive.part(path) ?? missing(path)
  if (part.size > LIMITS.sheetBytes) {
    throw tooLarge(`a sheet of it has more than ${LIMITS.sheetBytes} bytes`)
  }
  return part
}

async function mainPart(archive: Archive): Promise<Part> {
  const main = (await readRelationships(archive, '')).find(({ kind }) => kind === 'officeDocument')
  if (main === undefined) {
    throw notASheet('its relationships do not name a workbook')
  }
  if (main.path.endsWith('.bin')) {
    throw notASheet('it is a binary workbook (.xlsb): save it as .xlsx')
  }
  return archive.part(main.path) ?? missing(main.path)
}

async function readListed(main: Part): Promise<Listed> {
  const found: Listed = { root: '', epoch: 1900, visibleIds: [] }
  await readSmallPart(main, 'its sheets', {
    open(name, attributes) {
      found.root ||= name
      if (name === 'workbookPr') {
        found.epoch = isTrue(attributes.date1904) ? 1904 : 1900
      }
      if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible') {
        found.visibleIds.push(relationshipId(attributes))
      }
    },
  })
  if (found.root !== 'workbook') {
    throw notASheet(`its main part is a ${found.root}, not a workbook`)
  }
  return found
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** The attribute is `r:id`, and its prefix is whatever the file declares. */
const relationshipId = (attributes: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''

function missing(path: string): never {
  throw notASheet(`it lacks its part ${path}`)
}
