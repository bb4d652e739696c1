import { type SheetsOrder, sheetsOrder } from '../../schemas/sync.ts'
import { job } from '../../shared/handlers/job.ts'
import { syncSheets } from '../../shared/sync/sheets/sync-sheets.ts'

export const handler = job('sheets', sheetsOrder, (database, order: SheetsOrder) =>
  syncSheets(database, { ...order, trigger: 'schedule' }),
)
