import { servingDatabase } from '../../shared/db/serving.ts'
import { corpusKind } from '../../shared/docs/corpus-kind.ts'
import { findDocument } from '../../shared/docs/find-document.ts'
import { documentHandler } from '../../shared/handlers/document-handler.ts'

export const handler = documentHandler('docs', (path) =>
  findDocument(path, async () => corpusKind(servingDatabase())),
)
