import { servingDatabase } from '../../shared/db/serving.ts'
import { corpusKind } from '../../shared/docs/corpus-kind.ts'
import { findDocument } from '../../shared/docs/find-document.ts'
import { notFoundMessage } from '../../shared/docs/pages.ts'
import { documentEndpoint } from '../../shared/http/document-endpoint.ts'

export const handler = documentEndpoint(
  'docs',
  (path) => findDocument(path, async () => corpusKind(servingDatabase())),
  notFoundMessage,
)
