import type { DetailRequest } from './fill.ts'
import type { Load, LoadFigures } from './load.ts'
import type { Borne } from './mcp-figures.ts'
import {
  headersOf,
  KINDS,
  type Kind,
  type Question,
  REVISIONS,
  type Revision,
  toolCall,
} from './mcp-requests.ts'
import { MeasuringError, type Run } from './part.ts'
import { startPeer } from './processes.ts'

/** At a time: as many as one service has connections to its database for, and some to spare. */
export const SEVERAL = 8
const WARM_UP_SECONDS = 2

/** Every kind by REST and by both revisions, several at a time, in rounds that take turns. */
export async function bearLoad(
  run: Run,
  url: string,
  keys: readonly string[],
  questions: Record<Kind, readonly Question[]>,
): Promise<Borne[]> {
  const load = startPeer(run, 'load.ts')
  const targets = KINDS.flatMap((kind) =>
    (['REST', ...REVISIONS] as const).map((way) => ({
      kind,
      way,
      requests: questions[kind].map((question, place) =>
        toRequest(way, question, keys[place % keys.length] as string),
      ),
      rounds: [] as LoadFigures[],
    })),
  )
  for (let round = 0; round <= run.rounds; round++) {
    for (const { kind, way, requests, rounds } of targets) {
      run.step(
        `${SEVERAL} at a time: ${round === 0 ? 'warming up' : `round ${round} of ${run.rounds}`}, ${kind}, ${way}`,
      )
      const seconds = round === 0 ? Math.min(WARM_UP_SECONDS, run.seconds) : run.seconds
      const task: Load = { url, seconds, connections: SEVERAL, requests }
      const figures = await load.ask<LoadFigures>(task)
      if (figures.problems.length > 0) {
        throw new MeasuringError(
          `${kind}, ${way}: ${figures.problems.join(' and ')}: figures of errors prove nothing.`,
        )
      }
      if (round > 0) rounds.push(figures)
    }
  }
  await load.stop()
  return targets
}

/** A request as the load generator sends it. */
export interface LoadRequest extends DetailRequest {
  method: 'GET' | 'POST'
  body?: string
}

export function toRequest(way: 'REST' | Revision, question: Question, key: string): LoadRequest {
  if (way === 'REST') {
    return { method: 'GET', path: question.path, headers: { 'x-api-key': key } }
  }
  const message = toolCall(way, question, 1)
  return {
    method: 'POST',
    path: '/mcp',
    headers: { 'x-api-key': key, ...headersOf(way, message) },
    body: JSON.stringify(message),
  }
}
