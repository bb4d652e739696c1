import { quote } from '../../values/quote.ts'
import type { Archive, Part } from './archive.ts'
import { LIMITS } from './limits.ts'
import { readRelationships } from './relationships.ts'
import { notASheet, tooLarge } from './workbook-error.ts'
import { readSmallPart } from './xml-reader.ts'

/** A worksheet, by the name on its tab: that is the file's own word, of any length. */
export interface ListedSheet {
  readonly name: string
  readonly part: Part
}

/** What a workbook says of itself, and the parts that it names. */
export interface SheetList {
  readonly epoch: 1900 | 1904
  /** Its worksheets that are not hidden, each once, in the order of their tabs; charts are none. */
  readonly sheets: readonly ListedSheet[]
  readonly styles: Part | undefined
  readonly sharedTexts: Part | undefined
}

interface Listed {
  root: string
  epoch: 1900 | 1904
  visible: { id: string; name: string }[]
}

/** Finds the main part of the archive and follows what it refers to: no path in a workbook is fixed. */
export async function readSheetList(archive: Archive): Promise<SheetList> {
  const main = await mainPart(archive)
  const { epoch, visible } = await readListed(main)
  const related = await readRelationships(archive, main.name)
  const ofKind = (kind: string): Part | undefined => {
    const path = related.find((one) => one.kind === kind)?.path
    return path === undefined ? undefined : archive.part(path)
  }
  const worksheets = new Map(
    related.filter(({ kind }) => kind === 'worksheet').map(({ id, path }) => [id, path]),
  )
  return {
    epoch,
    sheets: listedSheets(archive, visible, worksheets),
    styles: ofKind('styles'),
    sharedTexts: ofKind('sharedStrings'),
  }
}

function listedSheets(
  archive: Archive,
  visible: Listed['visible'],
  paths: ReadonlyMap<string, string>,
): ListedSheet[] {
  const names = new Map<Part, string>()
  for (const { id, name } of visible) {
    const path = paths.get(id)
    if (path !== undefined) {
      const part = sheetPart(archive, path)
      names.set(part, names.get(part) ?? name)
    }
  }
  return [...names].map(([part, name]) => ({ name, part }))
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
  const found: Listed = { root: '', epoch: 1900, visible: [] }
  await readSmallPart(main, 'its sheets', {
    open(name, attributes) {
      found.root ||= name
      if (name === 'workbookPr') {
        found.epoch = isTrue(attributes.date1904) ? 1904 : 1900
      }
      if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible') {
        found.visible.push({ id: relationshipId(attributes), name: attributes.name ?? '' })
      }
    },
  })
  if (found.root !== 'workbook') {
    throw notASheet(`its main part is a ${quote(found.root)}, not a workbook`)
  }
  return found
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** The attribute is `r:id`, and its prefix is whatever the file declares. */
const relationshipId = (attributes: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''

function missing(path: string): never {
  throw notASheet(`it lacks its part ${quote(path)}`)
}
