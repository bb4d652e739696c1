import { backUp } from '../../shared/backup/back-up.ts'
import { backupJob } from '../../shared/jobs/backup-job.ts'

/** Makes a scheduled backup. This handler is not deployed on AWS Lambda, where the managed database has its own backups. */
export const handler = backupJob(backUp)
