/** What is counted of a big corpus in one pass, as nothing of it is held. */

import { type Stage, WORDS } from '../careers.ts'
import type { SheetMark } from '../sheet-mark.ts'

const STAGES = new Map<string, Stage>(
  Object.entries(WORDS).flatMap(([stage, words]) => words.map(([text]) => [text, stage as Stage] as const)),
)

/** What an office's text stands for. */
export function stageOf(text: string): Stage {
  const stage = STAGES.get(text)
  if (stage === undefined) throw new Error(`No stage has the words ${text}`)
  return stage
}

const TRAITS = {
  de: /(?<!\S)de(?!\S)/i,
  del: /(?<!\S)del(?!\S)/i,
  accent: /[áéíóú]/i,
  ñ: /ñ/i,
  digit: /\d/,
  ampersand: /&/,
  apostrophe: /['’]/,
  '.cl': /\.cl\b/i,
  capitals: /^[^\p{Ll}]+$/u,
}

function counter<Key>() {
  const counts = new Map<Key, number>()
  const of = (key: Key): number => counts.get(key) ?? 0
  return { counts, of, add: (key: Key): void => void counts.set(key, of(key) + 1) }
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const nothingYet = () => ({
  marks: 0,
  inOrder: true,
  classes: 0,
  registered: 0,
  names: 0,
  letters: 0,
  words: 0,
  kinds: counter<string>(),
  stages: counter<Stage>(),
  years: counter<string>(),
  byClass: counter<number>(),
  traits: counter<string>(),
  registrations: new Set<string>(),
  distinctWords: new Set<string>(),
  distinctNames: new Set<string>(),
})

export function tally(marks: Iterable<SheetMark>) {
  const seen = nothingYet()
  let last = 0
  for (const mark of marks) {
    seen.inOrder &&= Number(mark.nroSolicitud) > last
    last = Number(mark.nroSolicitud)
    addFacts(seen, mark)
    if (mark.denominacion !== '') addName(seen, mark.denominacion)
  }
  return seen
}

type Tally = ReturnType<typeof nothingYet>

function addFacts(seen: Tally, mark: SheetMark): void {
  seen.marks++
  seen.classes += mark.clases.length
  for (const { clase } of mark.clases) seen.byClass.add(clase)
  seen.kinds.add(mark.tipoSigno)
  seen.stages.add(stageOf(mark.estadoOficina))
  seen.years.add(mark.fechaPresentacion.slice(0, 4))
  if (mark.nroRegistro !== null) {
    seen.registered++
    seen.registrations.add(mark.nroRegistro)
  }
}

function addName(seen: Tally, name: string): void {
  seen.names++
  seen.letters += name.length
  seen.words += name.split(/\s+/).length
  seen.distinctNames.add(folded(name))
  for (const word of folded(name).match(/[\p{L}\p{N}]+/gu) ?? []) seen.distinctWords.add(word)
  for (const [trait, pattern] of Object.entries(TRAITS)) if (pattern.test(name)) seen.traits.add(trait)
}
