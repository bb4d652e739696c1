import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { startServer } from '../../local/server.ts'
import { readCertificate } from '../../local/tls.ts'
import { openDatabase } from '../../shared/db/database.ts'
import { setDatabases } from '../../shared/db/serving.ts'
import { generateKey } from '../../shared/keys/key-format.ts'
import { type InstalledBundle, installBundle } from '../support/bundle.ts'
import { makeCertificate, OPENSSL } from '../support/certificate.ts'
import { type Door, type Knock, openDoor } from '../support/door.ts'
import { freePort } from '../support/free-port.ts'
import { type SampleMark, sampleMarks } from '../support/marks.ts'
import { startTestService, type TestService } from '../support/service.ts'
import {
  ENVELOPE,
  endStdioProcesses,
  errorOf,
  hello,
  rpc,
  StdioProcess,
  sendEveryKindOfLine,
} from '../support/stdio-process.ts'
import { until } from '../support/until.ts'

/** The Node of the machine, used if its version differs from the Node of the tests: clients include older versions. */
const OTHER_NODE = '/usr/bin/node'
const hasOtherNode =
  existsSync(OTHER_NODE) &&
  !spawnSync(OTHER_NODE, ['--version']).stdout.equals(Buffer.from(`${process.version}\n`))

const marks = sampleMarks().slice(0, 30) as [SampleMark, ...SampleMark[]]
const [mark] = marks

let service: TestService
let key: string
let bundle: InstalledBundle
beforeAll(async () => {
  service = await startTestService({ marks })
  key = await service.key()
  const response = await fetch(`${service.address}/docs/trademarks.mcpb`)
  bundle = await installBundle(Buffer.from(await response.arrayBuffer()))
})
afterAll(async () => {
  bundle.remove()
  await service.stop()
})

const doors: Door[] = []
afterEach(async () => {
  endStdioProcesses()
  await Promise.all(doors.splice(0).map((door) => door.close()))
})

interface Typed {
  api_key?: string
  address?: string
}

/** Starts the program of the bundle as its client does, with the settings that its user typed. */
const start = (typed: Typed = {}, { node = process.execPath, env = {} } = {}): StdioProcess => {
  const server = bundle.server({ api_key: key, address: service.address, ...typed }, node)
  return new StdioProcess({ ...server, env: { ...server.env, ...env } })
}

async function open(answer: (response: ServerResponse, knock: Knock) => void, port?: number): Promise<Door> {
  const door = await openDoor(answer, port)
  doors.push(door)
  return door
}

const call = (id: number | string, name: string, args?: object) =>
  rpc(id, 'tools/call', { name, ...(args && { arguments: args }) })
const detail = (id: number | string, nroSolicitud: string = mark.nroSolicitud) =>
  call(id, 'get_brand_detail', { nroSolicitud })

/** Returns the message of a response that is a protocol error. */
async function sentence(bridge: StdioProcess, id: number | string): Promise<string> {
  const { error } = await bridge.answer(id)
  expect(error.code).toBe(-32_603)
  return error.message
}

/** Returns the response over HTTP to the same line. */
async function overHttp(line: object, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${service.address}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
    body: JSON.stringify(line),
  })
  return response.text()
}

/** Removes the request ids, which differ each time. */
const withoutRequestId = (text: string): string => text.replaceAll(/\\"requestId\\":\\"[^"\\]+/g, '')

describe('the response over HTTP and through the bundle is the same, byte for byte,', () => {
  const nodes = [process.execPath, ...(hasOtherNode ? [OTHER_NODE] : [])]
  const lines = [
    hello('hello'),
    rpc('ping', 'ping'),
    rpc('list', 'tools/list'),
    call('page', 'search_brands', { limit: 5 }),
    call('search', 'search_brands', { q: 'fiordo' }),
    detail('found'),
    detail('none', '999999999999'),
    call('mistake', 'search_brands', { clas: 5 }),
    call('unknown', 'unknown'),
    call('ñandú', 'ñandú'),
    rpc('method', 'resources/list'),
  ]
  const modern = lines.slice(1).map((line) => ({ ...line, params: { ...line.params, _meta: ENVELOPE } }))

  test.each(nodes)('on %s', async (node) => {
    const bridge = start({}, { node })
    for (const line of lines) {
      bridge.send(line)
      await bridge.answer(line.id)
    }
    expect(await bridge.end()).toBe(0)
    const revision = { 'mcp-protocol-version': '2025-06-18' }
    const [opened, ...others] = lines
    const expected = [await overHttp(opened as object)]
    for (const line of others) {
      expected.push(await overHttp(line, revision))
    }
    expect(withoutRequestId(bridge.output)).toBe(withoutRequestId(`${expected.join('\n')}\n`))
  })

  test('in the revision without a handshake', async () => {
    const bridge = start()
    for (const line of modern) {
      bridge.send(line)
      await bridge.answer(line.id)
    }
    expect(bridge.answers().filter(({ result }) => result?.resultType === 'complete').length).toBeGreaterThan(
      4,
    )
    expect(errorOf(await bridge.answer('mistake')).code).toBe('validation_error')
    expect((await bridge.answer('ñandú')).error.code).toBe(-32_602)
    expect(await bridge.end()).toBe(0)
  })
})

describe('lines', () => {
  test('without a valid message get an error, and the requests around them are answered', async () => {
    const { asked, served } = await sendEveryKindOfLine(start())
    expect(served.toSorted()).toEqual(asked.toSorted())
  })

  test('with notifications or responses and empty lines are not answered', async () => {
    const bridge = start()
    bridge.send(
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, result: {} },
    )
    bridge.send({ jsonrpc: '2.0', method: 'notifications/unknown' }, '', ' \r')
    expect(await bridge.end()).toBe(0)
    expect(bridge.output).toBe('')
  })

  test('from a file are all answered before the process ends, each request once', async () => {
    const bridge = start()
    const numbers = Array.from({ length: 300 }, (_, place) => marks[place % marks.length]?.nroSolicitud)
    bridge.send(...numbers.map((number, id) => detail(id, number)))
    expect(await bridge.end()).toBe(0)
    const answers = bridge.answers()
    expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...numbers.keys()])
    for (const { id, result } of answers) {
      expect(result.structuredContent.nroSolicitud).toBe(numbers[id])
    }
  })

  test('wait in the pipe while eight requests are in progress', async () => {
    const held: (() => void)[] = []
    const door = await open((response, knock) => held.push(() => answerPing(response, knock)))
    const bridge = start({ address: door.address })
    bridge.send(...Array.from({ length: 20 }, (_, id) => rpc(id, 'ping')))
    for (let answered = 0; answered < 20; answered++) {
      await until(() => held.length === Math.min(8, 20 - answered))
      expect(bridge.answers().length).toBeLessThanOrEqual(answered)
      held.shift()?.()
    }
    expect(await bridge.end()).toBe(0)
    expect(bridge.answers()).toHaveLength(20)
  })

  test('end the process if standard output is closed', async () => {
    const bridge = start()
    bridge.send(rpc(1, 'ping'))
    await bridge.answer(1)
    bridge.child.stdout?.destroy()
    bridge.send(rpc(2, 'ping'), rpc(3, 'ping'))
    expect(await bridge.exitCode()).toBe(0)
    expect(bridge.errors).toBe('')
  })
})

/** Responds like a server that supports only `ping`. */
function answerPing(response: ServerResponse, { body }: Knock): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ result: {}, jsonrpc: '2.0', id: JSON.parse(body).id }))
}

describe('a request that is cancelled', () => {
  test('is aborted and never answered; other requests continue', async () => {
    const door = await open((response, knock) => {
      if (!knock.body.includes('tools/call')) {
        answerPing(response, knock)
      }
    })
    const bridge = start({ address: door.address })
    bridge.send(detail('slow'))
    await until(() => door.knocks.length === 1)
    bridge.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'unknown' } })
    bridge.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'slow' } })
    bridge.send(rpc('after', 'ping'))
    await until(() => door.knocks[0]?.gone ?? false)
    expect(await bridge.end()).toBe(0)
    expect(bridge.answers().map(({ id }) => id)).toEqual(['after'])
  })

  test('may have the id of another cancelled request: both are aborted', async () => {
    const door = await open(() => {})
    const bridge = start({ address: door.address })
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    bridge.send(detail(1), detail(1))
    await until(() => door.knocks.length === 2)
    bridge.send([cancel, cancel].map((line) => JSON.stringify(line)).join('\n'))
    await until(() => door.knocks.every(({ gone }) => gone))
    expect(await bridge.end()).toBe(0)
    expect(bridge.output).toBe('')
  })
})

describe('a key', () => {
  test('that is unknown is refused with the message of the service, and never shown', async () => {
    const unknown = generateKey()
    const bridge = start({ api_key: unknown })
    bridge.send(hello(1), rpc(2, 'tools/list'), detail(3))
    expect(errorOf(await bridge.answer(3))).toMatchObject({
      code: 'unauthorized',
      message: 'Missing or invalid API key',
    })
    expect((await bridge.answer(2)).result.tools).toHaveLength(2)
    expect(await bridge.end()).toBe(0)
    expect(bridge.output + bridge.errors).not.toContain(unknown)
  })

  test('without the scope of the tools is refused with the name of the scope', async () => {
    const bridge = start({ api_key: await service.key({ scopes: ['insights:read'] }) })
    bridge.send(detail(1))
    expect(errorOf(await bridge.answer(1))).toMatchObject({
      code: 'forbidden',
      message: 'API key lacks required scope: brands:read',
    })
    expect(await bridge.end()).toBe(0)
  })

  test.each([{}, { _meta: ENVELOPE }])(
    'at its limit gets the same error as over stdio, with the seconds to wait %j',
    async (meta) => {
      const bridge = start({ api_key: await service.key({ burstPerMinute: 1 }) })
      const again = (id: number) => ({ ...detail(id), params: { ...detail(id).params, ...meta } })
      bridge.send(again(1))
      await bridge.answer(1)
      bridge.send(again(2))
      const answer = await bridge.answer(2)
      expect(errorOf(answer)).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) })
      expect(answer.result.resultType).toBe('_meta' in meta ? 'complete' : undefined)
      expect(await bridge.end()).toBe(0)
    },
  )

  test('that was pasted with a line break and spaces around it is accepted', async () => {
    const bridge = start({ api_key: `  ${key}\r\n` })
    bridge.send(detail(1))
    expect((await bridge.answer(1)).result.structuredContent.nroSolicitud).toBe(mark.nroSolicitud)
    expect(await bridge.end()).toBe(0)
  })

  test.each(['\n', '\r\nX-Other: 1', ' ', '\u2028', 'ñ'])(
    'that contains %j is refused in one sentence when it is used, and never sent',
    async (within) => {
      const door = await open(answerPing)
      const wrong = `${key}${within}${key}`
      const bridge = start({ api_key: wrong, address: door.address })
      bridge.send(rpc(1, 'ping'), detail(2))
      expect(await sentence(bridge, 2)).toBe(
        'The key contains a character that is not allowed in a key, such as a line break or a space: correct the key in the settings of this extension, ' +
          'or ask the operator of the service',
      )
      expect((await bridge.answer(1)).result).toEqual({})
      expect(door.knocks.map(({ headers }) => headers['x-api-key'])).toEqual([undefined])
      expect(await bridge.end()).toBe(0)
      expect(bridge.output + bridge.errors).not.toContain(key)
    },
  )

  test('that was not typed causes the error of a missing key', async () => {
    const server = bundle.server({ address: service.address })
    expect(JSON.stringify(server.env)).toContain('user_config.api_key')
    const bridge = new StdioProcess(server)
    bridge.send(detail(1))
    expect(errorOf(await bridge.answer(1)).code).toBe('unauthorized')
    expect(await bridge.end()).toBe(0)
  })

  test('that was not typed is not sent, and neither is its placeholder', async () => {
    const door = await open(answerPing)
    const bridge = new StdioProcess(bundle.server({ address: door.address }))
    bridge.send(rpc(1, 'ping'))
    await bridge.answer(1)
    expect(door.knocks[0]?.headers).not.toHaveProperty('x-api-key')
    expect(await bridge.end()).toBe(0)
  })

  test('is sent in one header to one address, and is masked in responses that repeat it', async () => {
    const door = await open((response, { headers }) => {
      response.writeHead(503, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: `no ${headers['x-api-key']}`, requestId: key } }))
    })
    const bridge = start({ address: door.address })
    bridge.send(detail(1))
    expect(await sentence(bridge, 1)).toContain('(HTTP 503, no [hidden], request [hidden])')
    expect(await bridge.end()).toBe(0)
    expect(bridge.output + bridge.errors).not.toContain(key)
    const [knock] = door.knocks
    expect(knock?.headers['x-api-key']).toBe(key)
    expect(JSON.stringify([knock?.url, knock?.body, { ...knock?.headers, 'x-api-key': '' }])).not.toContain(
      key,
    )
  })

  test.each<[string, number, (message: string) => object]>([
    ['a limit', 429, (text) => ({ error: { code: 'rate_limited', message: text.padEnd(5_000, '!') } })],
    [
      'an error of a request',
      200,
      (message) => ({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message } }),
    ],
    [
      'an error without an id',
      400,
      (message) => ({ jsonrpc: '2.0', id: null, error: { code: -32_600, message } }),
    ],
    ['a result', 200, (text) => ({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text }] } })],
  ])('is hidden in %s', async (_, status, body) => {
    const door = await open((response, { headers }) =>
      response.writeHead(status).end(JSON.stringify(body(`no ${headers['x-api-key']}`))),
    )
    const bridge = start({ address: door.address })
    bridge.send(detail(1))
    expect(JSON.stringify(await bridge.answer(1))).toContain('no [hidden]')
    expect(bridge.output.length).toBeLessThan(1_000)
    expect(await bridge.end()).toBe(0)
    expect(bridge.output + bridge.errors).not.toContain(key)
  })

  test('that is a word of the protocol does not change the messages', async () => {
    const bridge = start({ api_key: 'result' })
    bridge.send(hello('hello'), detail(1))
    expect((await bridge.answer('hello')).result.serverInfo).toBeDefined()
    expect(errorOf(await bridge.answer(1)).code).toBe('unauthorized')
    expect(await bridge.end()).toBe(0)
  })
})

describe('an address', () => {
  test.each(['/', '/mcp', '/docs/en/desktop?x#y'])('with %s at its end is the same service', async (path) => {
    const bridge = start({ address: ` ${service.address}${path}\n` })
    bridge.send(detail(1))
    expect((await bridge.answer(1)).result.structuredContent.nroSolicitud).toBe(mark.nroSolicitud)
    expect(await bridge.end()).toBe(0)
  })

  test.each(['', 'ftp://127.0.0.1', 'http://', 'not an address', 'file:///etc/passwd'])(
    '%j is refused in one sentence',
    async (address) => {
      const bridge = start({ address })
      bridge.send(rpc(1, 'ping'))
      expect(await sentence(bridge, 1)).toMatch(
        /^The address of the service is missing or invalid: correct the address/,
      )
      expect(await bridge.end()).toBe(0)
    },
  )

  test.each(['http://marks.invalid', 'http://127.marks.invalid', 'http://localhost.invalid'])(
    'of another machine without encryption causes a warning on standard error, which clients keep: %s',
    async (address) => {
      const bridge = start({ address })
      expect(await bridge.end()).toBe(0)
      expect(bridge.errors).toBe(
        `${address} is reached without encryption: others on the network can read the key\n`,
      )
    },
  )

  test('that causes a warning works also if standard error is closed', async () => {
    const bridge = start({ address: 'http://192.0.2.1' })
    bridge.child.stderr?.destroy()
    bridge.send('5')
    await until(() => bridge.answers().length === 1)
    expect(await bridge.end()).toBe(0)
  })

  test('that redirects is not followed, so that the key is not sent elsewhere', async () => {
    const elsewhere = await open(answerPing)
    const door = await open((response, { url }) => {
      response.writeHead(307, { location: `${elsewhere.address}${url}` }).end()
    })
    const bridge = start({ address: door.address })
    bridge.send(detail(1))
    expect(await sentence(bridge, 1)).toContain(`redirects to ${elsewhere.address} (HTTP 307)`)
    expect(await bridge.end()).toBe(0)
    expect(elsewhere.knocks).toEqual([])
  })

  const testOfTls = OPENSSL ? test : test.skip
  testOfTls(
    'whose certificate is not trusted is reported in one sentence, and does not receive the key',
    async () => {
      const { certFile, keyFile } = makeCertificate(bundle.folder, 'marks.example')
      const handler = jest.fn(async () => ({ statusCode: 200, body: '{}' }))
      const server = await startServer({
        host: '127.0.0.1',
        port: 0,
        certificate: readCertificate({ certFile, keyFile }, () => {}),
        handler,
      })
      const bridge = start({ address: server.address })
      bridge.send(detail(1))
      expect(await sentence(bridge, 1)).toMatch(
        /has no valid certificate \([A-Z_]*CERT[A-Z_]*\), and the key was not sent: ask/,
      )
      expect(await bridge.end()).toBe(0)
      await server.stop()
      expect(handler).not.toHaveBeenCalled()
    },
  )

  test('without a listening server is reported in one sentence, and tried again by the next call', async () => {
    const port = await freePort()
    const bridge = start({ address: `http://127.0.0.1:${port}` })
    bridge.send(rpc(1, 'ping'))
    expect(await sentence(bridge, 1)).toMatch(/cannot be reached \(ECONNREFUSED\): check the network/)
    const door = await open(answerPing, port)
    bridge.send(rpc(2, 'ping'))
    expect((await bridge.answer(2)).result).toEqual({})
    await door.close()
    bridge.send(rpc(3, 'ping'))
    expect(await sentence(bridge, 3)).toContain('cannot be reached')
    doors.pop()
    await open(answerPing, port)
    bridge.send(rpc(4, 'ping'))
    expect((await bridge.answer(4)).result).toEqual({})
    expect(await bridge.end()).toBe(0)
    expect(bridge.errors).toBe('')
  })
})

test('an unreachable database causes the same error as over HTTP, and the next call succeeds once it is back', async () => {
  const nowhere = openDatabase(
    { connectionString: 'postgres://reader@127.0.0.1:1/none' },
    'trademark_serve',
    'test',
  )
  const bridge = start()
  setDatabases({ serving: nowhere })
  try {
    bridge.send(detail(1))
    expect(errorOf(await bridge.answer(1)).code).toBe('internal_error')
  } finally {
    setDatabases({ serving: service.database.open('trademark_serve') })
    await nowhere.close()
  }
  bridge.send(detail(2))
  expect((await bridge.answer(2)).result.structuredContent.nroSolicitud).toBe(mark.nroSolicitud)
  expect(await bridge.end()).toBe(0)
})

/** Responses of gateways and of other servers. */
describe('a response that is not from the service is reported in one sentence, by its status', () => {
  const envelope = (code: string) => JSON.stringify({ error: { code, message: 'Why not', requestId: 'r-1' } })

  test.each<[number, string, Record<string, string>, RegExp]>([
    [401, '', {}, /^The key was refused \(HTTP 401\): correct the key in the settings/],
    [
      403,
      envelope('origin_not_allowed'),
      {},
      /allow this key or this computer \(HTTP 403, Why not, request r-1\): ask/,
    ],
    [
      404,
      envelope('not_found'),
      {},
      /is not the trademark service \(HTTP 404, Why not, request r-1\): correct the address/,
    ],
    [413, '', {}, /^The request is too large for the service \(HTTP 413\): ask for less/],
    [429, 'slow down', { 'retry-after': '7' }, /^Too many requests \(HTTP 429\): try again in 7 seconds$/],
    [429, 'slow down', { 'retry-after': 'soon' }, /: try again in a few minutes$/],
    [
      500,
      envelope('internal_error'),
      {},
      /^The service cannot answer .*\(HTTP 500, Why not, request r-1\): try/,
    ],
    [
      502,
      '<html>Bad gateway</html>',
      {},
      /^The service cannot answer .*\(HTTP 502\): try again in a few minutes$/,
    ],
    [503, '', { 'retry-after': '60' }, /\(HTTP 503\): try again in 60 seconds$/],
    [
      200,
      '<html>Sign in to the network</html>',
      {},
      /^The server at http.* is not the trademark service \(HTTP 200\)/,
    ],
    [200, '', {}, /is not the trademark service/],
    [200, 'null', {}, /is not the trademark service/],
    [200, '[]', {}, /is not the trademark service/],
    [200, '{"jsonrpc":"2.0","id":"another","result":{}}', {}, /is not the trademark service/],
    [200, '{"error":5}', {}, /is not the trademark service/],
    [202, '', {}, /is not the trademark service \(HTTP 202\)/],
  ])('%d %j %j', async (status, body, headers, expected) => {
    const door = await open((response) => response.writeHead(status, headers).end(body))
    const bridge = start({ address: door.address })
    bridge.send(detail('call'), rpc('list', 'tools/list'))
    expect(await sentence(bridge, 'call')).toMatch(expected)
    expect(await sentence(bridge, 'list')).toMatch(expected)
    expect(await bridge.end()).toBe(0)
  })

  test('an error response without an id gets the id of its request', async () => {
    const bridge = start()
    bridge.send(
      rpc('odd', 'ping', { _meta: { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': '1999-01-01' } }),
    )
    expect((await bridge.answer('odd')).error.code).toEqual(expect.any(Number))
    expect(await bridge.end()).toBe(0)
  })

  test('a response of several lines becomes one line', async () => {
    const door = await open((response) =>
      response.end('{\r\n  "jsonrpc": "2.0",\n  "id": 1,\n  "result": {"a": "\\n"}\n}\n'),
    )
    const bridge = start({ address: door.address })
    bridge.send(rpc(1, 'ping'))
    expect((await bridge.answer(1)).result).toEqual({ a: '\n' })
    expect(await bridge.end()).toBe(0)
  })

  test('an incomplete response is reported as a connection error', async () => {
    const door = await open((response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"jsonrpc":"2.0",', () => response.destroy())
    })
    const bridge = start({ address: door.address })
    bridge.send(rpc(1, 'ping'))
    expect(await sentence(bridge, 1)).toMatch(/cannot be reached \(.+\): check the network/)
    expect(await bridge.end()).toBe(0)
  })

  test('an endless response is aborted', async () => {
    const door = await open((response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(65_536))) {
          // until the buffer is full
        }
        response.once('drain', more)
      }
      more()
    })
    const bridge = start({ address: door.address })
    bridge.send(rpc(1, 'ping'))
    expect(await sentence(bridge, 1)).toMatch(/is not the trademark service/)
    await until(() => door.knocks[0]?.gone ?? false)
    expect(await bridge.end()).toBe(0)
  })

  test('a request that is never answered ends with a timeout, also after the client has closed its input', async () => {
    const door = await open(() => {})
    const hurried = `const wait = setTimeout; globalThis.setTimeout = (run, ms, ...rest) => wait(run, ms / 200, ...rest)`
    const bridge = start(
      { address: door.address },
      { env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hurried)}` } },
    )
    bridge.send(detail(1))
    expect(await bridge.end()).toBe(0)
    expect(await sentence(bridge, 1)).toMatch(
      /has not answered within 30 seconds: try again in a few minutes$/,
    )
  })
})
