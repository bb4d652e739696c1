import { connect, type Socket } from 'node:net'

/** A request as it is sent; texts are latin1, so that they can contain any byte. */
export interface WireRequest {
  method: string
  target: string
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
}

/** A response as it was received; names of headers in lower case. */
export interface WireAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** Keep-alive connections to a server, one for each concurrent request. */
export interface Wires {
  /** @throws if the connection ends without a response, or more than one response arrives */
  send(request: WireRequest): Promise<WireAnswer>
  close(): void
}

export function openWires(address: string): Wires {
  const { hostname, port } = new URL(address)
  const idle: Socket[] = []
  const open = (): Socket =>
    connect({ host: hostname, port: Number(port), noDelay: true }).on('error', () => {}) // the close event is handled
  return {
    send: async (request) => {
      const socket = idle.pop() ?? open()
      const answer = await exchange(socket, request)
      if (answer.headers.connection === 'close' || socket.destroyed) {
        socket.destroy()
      } else {
        idle.push(socket)
      }
      return answer
    },
    close: () => {
      for (const socket of idle) {
        socket.destroy()
      }
    },
  }
}

/** Returns the bytes of a request, with Content-Length if it has a body or its method is POST. */
export function bytesOf({ method, target, headers, body }: WireRequest): Buffer {
  const length =
    body.length > 0 || method === 'POST' ? [['Content-Length', String(body.length)] as const] : []
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), body])
}

function exchange(socket: Socket, request: WireRequest): Promise<WireAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>()
  let came = Buffer.alloc(0)
  const onData = (chunk: Buffer): void => {
    came = Buffer.concat([came, chunk])
    const answer = readAnswer(came, request.method === 'HEAD')
    if (answer !== undefined) {
      // The response to an unparsable request has a body even for HEAD, because the server does not know the method.
      const isMore = came.length > answer.length && answer.answer.headers.connection !== 'close'
      isMore
        ? reject(new Error(`more than one answer: ${came.subarray(answer.length)}`))
        : resolve(answer.answer)
    }
  }
  // A server that refuses a body may close the connection while the body is being sent; the response may have arrived.
  const onEnd = (): void =>
    reject(new Error(`the connection ended without an answer, after ${came.length} bytes`))
  socket.on('data', onData).on('close', onEnd)
  socket.write(bytesOf(request))
  return promise.finally(() => socket.off('data', onData).off('close', onEnd))
}

/** Returns the response at the beginning of the received bytes, and its length; undefined while it is incomplete. */
export function readAnswer(
  came: Buffer,
  isToHead: boolean,
): { answer: WireAnswer; length: number } | undefined {
  const end = came.indexOf('\r\n\r\n')
  if (end === -1) {
    return undefined
  }
  const [first = '', ...lines] = came.toString('latin1', 0, end).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(': ')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 2)
  }
  const length = end + 4 + (isToHead ? 0 : Number(headers['content-length'] ?? 0))
  return came.length < length
    ? undefined
    : {
        answer: {
          status: Number(first.split(' ')[1]),
          headers,
          body: came.toString('utf8', end + 4, length),
        },
        length,
      }
}

/** Returns a shell command that repeats the request, without NUL, which a command line cannot contain. */
export function asCurl(address: string, { method, target, headers, body }: WireRequest): string {
  const named = headers.flatMap(([name, value]) => [
    '-H',
    quoted(value === '' ? `${name};` : `${name}: ${value}`),
  ])
  const data = body.length > 0 ? ['--data-binary', quoted(body.toString('latin1'))] : []
  const url = `${address}${target.startsWith('/') ? target : ` --request-target ${quoted(target)}`}`
  const way = method === 'HEAD' ? ['-I'] : ['-X', quoted(method)]
  return ['curl', '-ig', '--path-as-is', ...way, ...named, ...data, quoted(url)].join(' ')
}

/** Quotes a text for a shell; a long run of one character is written as its length. */
const quoted = (latin1: string): string =>
  latin1
    .split(/((.)\2{200,})/s)
    .flatMap((part, at) => {
      if (at % 3 === 2 || part === '') {
        return []
      }
      const repeated = `"$(printf '%${part.length}s' | tr ' ' ${asWord(part.charAt(0))})"`
      return [at % 3 === 1 ? repeated : asWord(part)]
    })
    .join('') || "''"

function asWord(latin1: string): string {
  if (/^[\w ./:@,;=?&+*~{}[\]"<>()$!^|-]*$/.test(latin1)) {
    return `'${latin1}'`
  }
  const escaped = latin1.replaceAll(
    /[^ -&(-[\]-~]/g,
    (each) => `\\x${each.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `$'${escaped}'`
}
