import { sqlFile } from './sql-file.ts'

/** Makes one writer of the corpus wait for the other, until the end of its transaction. */
export const LOCK_CORPUS = sqlFile(import.meta.url, 'lock-corpus.sql', 'planned')
