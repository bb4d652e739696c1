import type { Database } from '../../shared/db/database.ts'
import { listKeys, UnknownKeyError } from '../../shared/keys/keys.ts'
import { didYouMean } from '../../shared/platform/text/did-you-mean.ts'
import { typedCommand } from '../../shared/platform/typed-command.ts'

/** More ids than this in one sentence are a list, which another command tells. */
const MOST_NAMED = 3

/** Where an id was typed that no key has, tells which one was most likely meant. Throws in any case. */
export async function nameWhatWasMeant(database: Database, error: unknown): Promise<never> {
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
  const all = `"${typedCommand('keys', 'list')}" shows all of them.`
  if (ofConsumer.length > 0) {
    const theirs = ofConsumer.slice(0, MOST_NAMED).map((key) => key.id)
    throw new UnknownKeyError(id, `That is a consumer, with ${theirs.join(', ')}; ${all}`)
  }
  throw new UnknownKeyError(id, near.length > 0 ? `Did you mean ${near.join(' or ')}? ${all}` : all)
}

/** Ids that were typed in part, or else the one that differs by a typing error. */
function nearIds(typed: string, ids: readonly string[]): string[] {
  const begun = typed.length > 'key_'.length ? ids.filter((id) => id.startsWith(typed)) : []
  const closest = didYouMean(typed, ids, MOST_MISTAKES)
  return begun.length > 0 && begun.length <= MOST_NAMED ? begun : closest === undefined ? [] : [closest]
}

/** Ids are drawn at random: one that differs by more is another one. */
const MOST_MISTAKES = 3
