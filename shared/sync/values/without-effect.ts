import { foldWords } from '../text/fold-words.ts'
import { meaningOf } from './office-events.ts'
import { quote } from './quote.ts'

/** Excludes a verb before `NO_EFFECT`. An event that `deja sin efecto` another event is itself valid. */
const NO_VERB = String.raw`(?<!\p{L}|\b(?:deja|dejan|dejar|dejase|dejando|queda|quedan|declara|declaran|declarase) )`
const NO_EFFECT = String.raw`${NO_VERB}(?:dejad[oa]s? sin efecto|sin (?:efecto|validez|valor)|no (?:considerar|valid[oa]s?|vigente)|(?:anul|elimin|invalid)ad[oa]s?)(?!\p{L})`
const IN_BRACKETS = new RegExp(
  String.raw`[([](?:[^()[\]]* )?(?:quedan? sin efecto|${NO_EFFECT})[^()[\]]*[)\]]`,
  'iu',
)
const IN_FRONT = new RegExp(String.raw`^[^\p{L}\d]*${NO_EFFECT}\s*[-–—:.*/]`, 'iu')
const AT_END = new RegExp(String.raw`(?<note>${NO_EFFECT})[^\p{L}\d]*$`, 'iu')

/**
 * Returns whether the words of an event contain a note that the event has no effect. The note is:
 *
 * - the whole text, except `Anulada`, which is a status;
 * - in brackets;
 * - at the beginning, before a punctuation character;
 * - at the end, after a punctuation character or a known event;
 * - at the end, in capitals, if the words to its left have small letters.
 */
export function isWithoutEffect(text: string): boolean {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/\s+/g, ' ')
  if (IN_BRACKETS.test(plain) || IN_FRONT.test(plain)) {
    return true
  }
  const found = AT_END.exec(plain)
  const note = found?.groups?.note ?? ''
  const before = plain.slice(0, found?.index).trim()
  if (note === '' || before === '') {
    return note !== '' && !/^anulad/i.test(note)
  }
  return (
    /[^\p{L}\d]$/u.test(before) ||
    (note === note.toUpperCase() && /\p{Ll}/u.test(before)) ||
    meaningOf({ code: '', words: before }, null).tipo !== 'OTRA'
  )
}

/** Matches the folded words of a remark that revokes or corrects an entry. */
const TAKES_BACK =
  /\b(?:sin efecto|sin validez|no considerar|no corresponde|error(?:es)?|erronea?mente|erroneo|anul\w+|elimin\w+|revoc\w+|rectific\w+|correg\w+|corrig\w+|reemplaz\w+|sustitu\w+|duplicad[oa]s?|retirad[oa]s?|debe decir|donde dice)\b/

/** Returns a reason to reject an entry if its remark revokes or corrects the entry; null for another remark. */
export const remarkAgainst = (remark: string): string | null =>
  isWithoutEffect(remark) || TAKES_BACK.test(foldWords(remark))
    ? `Its remark ${quote(remark)} says that the entry is revoked or wrong.`
    : null
