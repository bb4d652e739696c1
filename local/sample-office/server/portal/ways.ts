import type { Answer } from '../misbehaviours.ts'
import type { Body, CallKind, PortalAsked } from './page-methods.ts'
import { methodAnswer, refusal } from './sentences.ts'

/** A call that is to go wrong. */
export interface Victim extends PortalAsked {
  /** The right answer, which spends the hash; to another question than was asked, where one is given. */
  right: (instead?: Body) => Answer
  /** Ends the session that the call is of. */
  endSession: () => void
}

/** How calls go wrong. */
export interface Way {
  /** The kinds of calls that go wrong so; the others stay right, and do not count. */
  of: readonly CallKind[]
  answer: (victim: Victim) => Answer
}

export const ofAll = (answer: Way['answer']): Way => ({ of: ['page', 'list', 'detail'], answer })
export const ofMethods = (answer: Way['answer']): Way => ({ of: ['list', 'detail'], answer })
export const ofLists = (answer: Way['answer']): Way => ({ of: ['list'], answer })

/** Tells something else in the place of what the portal knows of a mark. */
export const ofMarca = (change: (marca: Body) => unknown): Way => ({
  of: ['detail'],
  answer: ({ right }) =>
    rewritten(right(), (content) =>
      isObject(content.Marca) ? { ...content, Marca: change(content.Marca) } : content,
    ),
})

export const ofRows = (change: (rows: unknown[]) => unknown[]): Way => ({
  of: ['list'],
  answer: ({ right }) =>
    rewritten(right(), (content) =>
      Array.isArray(content.Marcas) ? { ...content, Marcas: change(content.Marcas) } : content,
    ),
})

export const says = (sentence: string): Way => ofMethods(() => refusal(sentence))

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null

/** The JSON within the JSON of an answer; undefined for another kind of answer. */
export function contentOf({ body }: Answer): Body | undefined {
  const { d } = JSON.parse(String(body)) as { d?: string }
  return d === undefined ? undefined : JSON.parse(d)
}

/** The answer with other content. */
export function rewritten(answer: Answer, change: (content: Body) => unknown): Answer {
  const content = contentOf(answer)
  return content ? methodAnswer(change(content)) : answer
}
