import { generateMarks } from '../../../../../bench/corpus/generate-marks.ts'
import { toldMarkOf } from '../../../portal/told-mark.ts'
import { type Office, startOffice } from '../../office.ts'
import { type Visitor, visitorOf } from './visitor.ts'

/** What the portal of a visited office knows. */
export const MARKS = [...generateMarks(50)].map((mark) => toldMarkOf(mark))
export const NUMBERS = MARKS.map(({ nroSolicitud }) => nroSolicitud)
export const [FIRST = '', SECOND = ''] = NUMBERS

/** The made-up office with these marks alone, and a visitor who has loaded the portal's page. */
export async function startVisitedOffice(): Promise<{ office: Office; visitor: Visitor }> {
  const office = await startOffice([])
  office.portal.enter(MARKS)
  const visitor = visitorOf(office)
  await visitor.load()
  return { office, visitor }
}
