import { operations } from '../../schemas/operations.ts'
import { listChanges } from '../../shared/brands/changes/list-changes.ts'
import { endpoint } from '../../shared/http/endpoint.ts'

export const handler = endpoint(operations.listChanges, listChanges)
