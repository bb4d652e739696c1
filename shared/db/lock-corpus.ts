import { sqlFile } from './sql-file.ts'

/** Makes writers of the corpus wait for each other, until the end of the transaction. */
export const LOCK_CORPUS = sqlFile(import.meta.url, 'lock-corpus.sql', 'planned')
