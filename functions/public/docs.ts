import { servingDatabase } from '../../shared/db/serving.ts'
import { corpusKind } from '../../shared/docs/corpus-kind.ts'
import { findDocument, notFoundMessage } from '../../shared/docs/find-document.ts'
import { documentEndpoint } from '../../shared/http/document-endpoint.ts'

export const handler = documentEndpoint(
  'docs',
  (request) => findDocument(request, async () => corpusKind(servingDatabase())),
  notFoundMessage,
)
