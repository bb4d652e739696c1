import { type Answer, type Asker, openAsker } from './ask.ts'
import {
  headersOf,
  type Message,
  openings,
  type Question,
  REVISIONS,
  type Revision,
  toolCall,
} from './mcp-requests.ts'
import { MeasuringError, type Run } from './part.ts'

/** One way to ask, and what it takes. */
export type Door = (question: Question) => Promise<Answered>

/** The JSON that was found, and how long it took: what is read out of the answer is not in it. */
export interface Answered {
  text: string
  milliseconds: number
}

/** The doors of a service over HTTP. */
export type HttpDoors = Record<'REST' | Revision, Door>

/** Opens REST and MCP, each over a connection of its own. Both end with the run. */
export async function openHttpDoors(run: Run, url: string, key: string): Promise<HttpDoors> {
  const open = (): Asker => {
    const asker = openAsker(url, key, run.signal)
    run.atEnd(async () => asker.close())
    return asker
  }
  const rest = open()
  const mcp = await Promise.all(
    REVISIONS.map(async (revision) => [revision, await openMcpDoor(open(), revision)] as const),
  )
  return {
    REST: async ({ path }) => {
      const { milliseconds, ...answer } = await rest.ask(path)
      return { text: accepted(answer), milliseconds }
    },
    ...(Object.fromEntries(mcp) as Record<Revision, Door>),
  }
}

async function openMcpDoor(asker: Asker, revision: Revision): Promise<Door> {
  const post = (message: Message): Promise<Answer> =>
    asker.ask('/mcp', { headers: headersOf(revision, message), body: JSON.stringify(message) })
  for (const message of openings[revision]) {
    accepted(await post(message))
  }
  let id = 0
  return async (question) => {
    id += 1
    const { milliseconds, ...answer } = await post(toolCall(revision, question, id))
    return { text: resultText(accepted(answer)), milliseconds }
  }
}

/** A notification is accepted with 202. @throws MeasuringError */
function accepted({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  if (status !== 200 && status !== 202) {
    throw new MeasuringError(
      `A request was answered with ${status}: figures of errors prove nothing.\n${body}`,
    )
  }
  return body
}

/** What a tool has found, as text. @throws MeasuringError where it has not */
export function resultText(body: string): string {
  const { result } = JSON.parse(body) as {
    result?: { isError?: boolean; content?: readonly { text?: string }[] }
  }
  const text = result?.content?.[0]?.text
  if (text === undefined || result?.isError) {
    throw new MeasuringError(`The call of a tool failed: figures of errors prove nothing.\n${body}`)
  }
  return text
}
