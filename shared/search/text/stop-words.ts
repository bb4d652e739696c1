/**
 * Words that do not distinguish marks. Each change of the list needs a new RULES_VERSION (index/name-entry.ts), because the
 * index depends on the list. Therefore, the list does not come from a package: an update of the package might change it
 * unnoticed.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a al con da das de del dos do e el en la las lo los o para por sin su tu un una unos unas y
   and at by for from in my of on or our the to with your
   au aux des du et la le les par pour sur der die das und
   asociados chile chilena chileno cia cl co com comercial company compania corp corporation eirl empresa empresas
   gmbh group grupo inc inversiones limitada llc ltd ltda mr online org sa sas service services servicio servicios
   sociedad solucoes soluciones solutions spa sociedade servicos www`.split(/\s+/),
)

/** Returns whether a normalized word is a stop word. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word)

/** The weight of a letter in a stop word. A letter in any other word weighs 1. */
export const STOP_WORD_WEIGHT = 0.25
