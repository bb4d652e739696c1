import { backUp } from '../../shared/backup/back-up.ts'
import { backupJob } from '../../shared/handlers/backup-job.ts'

export const handler = backupJob(backUp)
