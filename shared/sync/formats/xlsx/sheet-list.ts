import { quote } from '../../values/quote.ts'
import type { Archive, ArchivePart } from './archive.ts'
import { LIMITS } from './limits.ts'
import { type Relationship, readRelationships, relationshipsPath } from './relationships.ts'
import { notASheet, tooLarge } from './workbook-error.ts'
import { readSmallPart } from './xml-reader.ts'

/** A worksheet and the name on its tab. The length of the name is not checked. */
export interface ListedSheet {
  readonly name: string
  readonly part: ArchivePart
}

/** The main part of a workbook, and the parts that it refers to. */
interface SheetList {
  readonly epoch: 1900 | 1904
  /** True if the workbook requests the calculation of its formulas when it is opened. */
  readonly isCalculatedOnLoad: boolean
  /** The visible worksheets in the order of their tabs, without duplicates and without chart sheets. */
  readonly sheets: readonly ListedSheet[]
  /** The names of the hidden worksheets. */
  readonly hidden: readonly string[]
  readonly styles: ArchivePart | undefined
  readonly sharedTexts: ArchivePart | undefined
}

interface Listed {
  root: string
  epoch: 1900 | 1904
  isCalculatedOnLoad: boolean
  visible: { id: string; name: string }[]
  hidden: { id: string; name: string }[]
}

/** Reads the main part of a workbook. Finds the other parts by relationships, because paths in a workbook are not fixed. */
export async function readSheetList(archive: Archive): Promise<SheetList> {
  const main = await mainPart(archive)
  const { epoch, isCalculatedOnLoad, visible, hidden } = await readListed(main)
  const related = await relationshipsOf(archive, main.name)
  const ofKind = (kind: string): ArchivePart | undefined => {
    const path = related.find((one) => one.kind === kind)?.path
    return path === undefined ? undefined : archive.part(path)
  }
  const worksheets = new Map(
    related.filter(({ kind }) => kind === 'worksheet').map(({ id, path }) => [id, path]),
  )
  return {
    epoch,
    isCalculatedOnLoad,
    sheets: listedSheets(archive, visible, worksheets),
    hidden: hidden.filter(({ id }) => worksheets.has(id)).map(({ name }) => name),
    styles: ofKind('styles'),
    sharedTexts: ofKind('sharedStrings'),
  }
}

function listedSheets(
  archive: Archive,
  visible: Listed['visible'],
  paths: ReadonlyMap<string, string>,
): ListedSheet[] {
  const names = new Map<ArchivePart, string>()
  for (const { id, name } of visible) {
    const path = paths.get(id)
    if (path !== undefined) {
      const part = sheetPart(archive, path)
      names.set(part, names.get(part) ?? name)
    }
  }
  return [...names].map(([part, name]) => ({ name, part }))
}

function sheetPart(archive: Archive, path: string): ArchivePart {
  const part = archive.part(path) ?? missing(path)
  if (part.size > LIMITS.sheetBytes) {
    throw tooLarge(`a sheet has more than ${LIMITS.sheetBytes} bytes`)
  }
  return part
}

/** @throws SyncError `not_a_sheet` if the archive has no relationships of the part at `source` */
async function relationshipsOf(archive: Archive, source: string): Promise<readonly Relationship[]> {
  const found = await readRelationships(archive, source)
  if (found === undefined) {
    throw notASheet(
      `it is a zip archive without ${quote(relationshipsPath(source))}, which every workbook has`,
    )
  }
  return found
}

async function mainPart(archive: Archive): Promise<ArchivePart> {
  const main = (await relationshipsOf(archive, '')).find(({ kind }) => kind === 'officeDocument')
  if (main === undefined) {
    throw notASheet('its relationships do not name a workbook')
  }
  if (main.path.endsWith('.bin')) {
    throw notASheet('it is a binary workbook (.xlsb): save it as .xlsx')
  }
  return archive.part(main.path) ?? missing(main.path)
}

async function readListed(main: ArchivePart): Promise<Listed> {
  const found: Listed = { root: '', epoch: 1900, isCalculatedOnLoad: false, visible: [], hidden: [] }
  await readSmallPart(main, 'its sheets', {
    open(name, attributes) {
      found.root ||= name
      if (name === 'workbookPr') {
        found.epoch = isTrue(attributes.date1904) ? 1904 : 1900
      }
      if (name === 'calcPr') {
        found.isCalculatedOnLoad = isTrue(attributes.fullCalcOnLoad)
      }
      if (name === 'sheet') {
        const isVisible = (attributes.state ?? 'visible') === 'visible'
        found[isVisible ? 'visible' : 'hidden'].push({
          id: relationshipId(attributes),
          name: attributes.name ?? '',
        })
      }
    },
  })
  if (found.root !== 'workbook') {
    throw notASheet(`its main part is a ${quote(found.root)}, not a workbook`)
  }
  return found
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'

/** Returns the id of a relationship: the attribute `id` with any prefix, usually `r:id`. */
const relationshipId = (attributes: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''

function missing(path: string): never {
  throw notASheet(`it lacks its part ${quote(path)}`)
}
