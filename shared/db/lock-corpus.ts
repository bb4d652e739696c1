import { sqlFile } from './sql-file.ts'

/** The statement that makes writers of the corpus wait for each other; the lock lasts until the end of the transaction. */
export const LOCK_CORPUS = sqlFile(import.meta.url, 'lock-corpus.sql', 'planned')
