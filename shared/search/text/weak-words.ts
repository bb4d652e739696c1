/**
 * Words that say little of whose mark it is: any name could have them. A list of ours and no package's, because what
 * it holds is written into the index: it changes only together with RULES_VERSION.
 */
const WEAK_WORDS: ReadonlySet<string> = new Set(
  `a al con da das de del dos do e el en la las lo los o para por sin su tu un una unos unas y
   and at by for from in my of on or our the to with your
   au aux des du et la le les par pour sur der die das und
   asociados chile chilena chileno cia cl co com comercial company compania corp corporation eirl empresa empresas
   gmbh group grupo inc inversiones limitada llc ltd ltda mr online org sa sas service services servicio servicios
   sociedad solucoes soluciones solutions spa sociedade servicos www`.split(/\s+/),
)

export const isWeak = (word: string): boolean => WEAK_WORDS.has(word)

/** How much a word counts, next to its letters. */
export const WEIGHT_OF_WEAK = 0.25
