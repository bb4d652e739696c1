import type { Database } from '../../shared/db/database.ts'
import { listKeys, UnknownKeyError } from '../../shared/keys/keys.ts'
import { didYouMean } from '../../shared/platform/text/did-you-mean.ts'
import { typedCommand } from '../../shared/platform/typed-command.ts'

/** The maximum number of ids in one message; `keys list` shows all ids. */
const MAX_NAMED = 3

/** Throws `error`. Replaces an `UnknownKeyError` by an error that also suggests existing ids. */
export async function suggestKeyId(database: Database, error: unknown): Promise<never> {
  if (!(error instanceof UnknownKeyError)) {
    throw error
  }
  const { id } = error
  const keys = await listKeys(database)
  const ofConsumer = keys.filter(({ consumer, state }) => consumer === id && state === 'active')
  const near = nearIds(
    id,
    keys.map((key) => key.id),
  )
  const all = `"${typedCommand('keys', 'list')}" shows the ids of all keys.`
  if (ofConsumer.length > 0) {
    const theirs = ofConsumer.slice(0, MAX_NAMED).map((key) => key.id)
    throw new UnknownKeyError(id, `That is the name of a consumer with the keys ${theirs.join(', ')}; ${all}`)
  }
  throw new UnknownKeyError(id, near.length > 0 ? `Did you mean ${near.join(' or ')}? ${all}` : all)
}

/** Returns the ids that begin with the typed text. If no id or too many ids begin with it, returns the most similar id. */
function nearIds(typed: string, ids: readonly string[]): string[] {
  const begun = typed.length > 'key_'.length ? ids.filter((id) => id.startsWith(typed)) : []
  const closest = didYouMean(typed, ids, MAX_MISTAKES)
  return begun.length > 0 && begun.length <= MAX_NAMED ? begun : closest === undefined ? [] : [closest]
}

/** The maximum number of typing errors in a suggested id. */
const MAX_MISTAKES = 3
