import { backUp } from '../../shared/backup/back-up.ts'
import { backupJob } from '../../shared/jobs/backup-job.ts'

export const handler = backupJob(backUp)
