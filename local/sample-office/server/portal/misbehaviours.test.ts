import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Office } from '../office.ts'
import type { PortalMisbehaviour } from './misbehaviours.ts'
import { SENTENCES } from './sentences.ts'
import { FIRST, NUMBERS, SECOND, startVisitedOffice } from './testing/visited-office.ts'
import type { Answered, Visitor } from './testing/visitor.ts'

let office: Office
let visitor: Visitor
beforeEach(async () => {
  ;({ office, visitor } = await startVisitedOffice())
})
afterEach(() => office.stop())

const numbersIn = ({ content }: Answered): unknown[] =>
  ((content?.Marcas ?? []) as ({ id?: string } | null)[]).map((row) => row?.id)
const marcaIn = ({ content }: Answered) => content?.Marca as Record<string, unknown>

describe('a portal that misbehaves', () => {
  test('does so after as many calls as it is told, as often as it is told, and then no more', async () => {
    office.portal.misbehave('sessionOver', { after: 2, times: 1 })
    await visitor.list('0')
    expect(marcaIn(await visitor.detail(FIRST))).toBeDefined()
    expect((await visitor.detail(SECOND)).content).toEqual({ ErrorMessage: SENTENCES.sessionOver })
    const { cookie } = visitor
    await visitor.load()
    expect(visitor.cookie).not.toBe(cookie)
    expect(marcaIn(await visitor.detail(SECOND))).toBeDefined()
  })

  test('does so for ever where no end is told, until it is told to stop', async () => {
    office.portal.misbehave('hashRefused')
    for (let round = 0; round < 3; round++) {
      expect((await visitor.load()).status).toBe(200)
      expect((await visitor.list('0')).content).toEqual({ ErrorMessage: SENTENCES.hashRefused })
    }
    office.portal.misbehave(undefined)
    expect(numbersIn(await visitor.list('0'))).toHaveLength(20)
  })

  test('may do so with some numbers or one kind of call alone', async () => {
    office.portal.misbehave('otherNumber', { number: [SECOND], times: 1 })
    expect(marcaIn(await visitor.detail(FIRST))).toMatchObject({ NumeroSolicitud: FIRST })
    expect(marcaIn(await visitor.detail(SECOND))).toMatchObject({ NumeroSolicitud: `${SECOND}9` })
    expect(marcaIn(await visitor.detail(SECOND))).toMatchObject({ NumeroSolicitud: SECOND })
    office.portal.misbehave('unavailable', { only: 'page' })
    expect(numbersIn(await visitor.list('0'))).toHaveLength(20)
    expect((await visitor.load()).status).toBe(503)
  })

  test('gives the same page for ever, one that goes backwards, or rows that are none', async () => {
    office.portal.misbehave('samePage')
    expect(numbersIn(await visitor.list('0'))).toEqual(NUMBERS.slice(0, 20))
    expect(numbersIn(await visitor.list(NUMBERS[19] ?? ''))).toEqual(NUMBERS.slice(0, 20))
    office.portal.misbehave('pageBackwards')
    expect(numbersIn(await visitor.list('0'))).toEqual(NUMBERS.slice(0, 20).reverse())
    office.portal.misbehave('strangeRows')
    expect(numbersIn(await visitor.list('0'))).toEqual([undefined, undefined, undefined, 'Total'])
  })

  const answers: readonly (readonly [PortalMisbehaviour, Partial<Answered>])[] = [
    ['limit', { status: 200, content: { ErrorMessage: SENTENCES.limit } }],
    ['limitWithoutAccents', { content: { ErrorMessage: expect.stringMatching(/el limite de/) } }],
    ['captcha', { status: 200, content: { ErrorMessage: SENTENCES.captcha } }],
    ['verificationCode', { content: { ErrorMessage: SENTENCES.verificationCode } }],
    ['captchaPage', { status: 200, text: expect.stringContaining('g-recaptcha') as never }],
    ['unknownSentence', { content: { ErrorMessage: SENTENCES.unknown } }],
    ['noSuchNumber', { content: { ErrorMessage: SENTENCES.noSuchNumber } }],
    ['htmlInstead', { status: 200, type: 'text/html; charset=utf-8' }],
    ['notFound', { status: 404 }],
    ['unauthorized', { status: 401 }],
    ['forbidden', { status: 403 }],
    [
      'serverError',
      { status: 500, text: expect.stringMatching(/^\{"Message":"There was an error/) as never },
    ],
    ['unavailable', { status: 503 }],
    ['tooManyRequests', { status: 429 }],
    ['redirectToLogin', { status: 302 }],
    ['notJson', { status: 200, text: '{"d":"<div>Sin resultados</div>"}' }],
    ['withoutD', { text: expect.stringMatching(/^\{"Hash":/) as never }],
    ['objectInD', { text: expect.stringMatching(/^\{"d":\{"Hash":/) as never }],
    ['withoutHash', { content: { Marca: expect.anything() } }],
    ['cutOffJson', { status: 200, content: undefined }],
  ]

  test.each(answers)('answers with %s', async (how, answered) => {
    office.portal.misbehave(how)
    expect(await visitor.detail(FIRST)).toMatchObject(answered)
  })

  const facts: readonly (readonly [PortalMisbehaviour, unknown])[] = [
    ['noMarca', null],
    ['marcaAsText', 'Sin información'],
    ['emptyDays', { FechaPresentacion: '', FechaVencimiento: '' }],
    ['noDays', { FechaPresentacion: null }],
    ['impossibleDays', { FechaPresentacion: '31/02/2026' }],
    ['dayOfNothing', { FechaPresentacion: '01/01/0001' }],
    ['statusLetter', { EstadoDescripcion: 'C' }],
    ['statusNumber', { EstadoDescripcion: '016' }],
    ['seeInstance', { EstadoDescripcion: 'VER INSTANCIA' }],
    ['unknownStatus', { EstadoDescripcion: 'En estado de gracia' }],
    ['bareValues', { Clases: [expect.any(Number)], Titulares: [expect.any(String)] }],
    ['undatedEvents', { Anotaciones: ['Anotación de prenda sin desplazamiento'] }],
    ['unknownFields', { NumeroSolicitud: FIRST, Logo: { Ancho: 120 } }],
  ]

  test.each(facts)('tells of a mark with %s', async (how, told) => {
    office.portal.misbehave(how)
    const marca = marcaIn(await visitor.detail(FIRST))
    expect(marca).toEqual(typeof told === 'object' && told ? expect.objectContaining(told) : told)
  })

  test('leaves fields out', async () => {
    office.portal.misbehave('withoutFiling')
    expect(marcaIn(await visitor.detail(FIRST))).not.toHaveProperty('FechaPresentacion')
    office.portal.misbehave('withoutStatus')
    expect(marcaIn(await visitor.detail(FIRST))).not.toHaveProperty('EstadoDescripcion')
    office.portal.misbehave('withoutLists')
    expect(marcaIn(await visitor.detail(FIRST))).not.toHaveProperty('Clases')
  })

  test('sends more than anybody can want', async () => {
    office.portal.misbehave('enormous')
    expect((await visitor.list('0')).text.length).toBeGreaterThan(2 * 1024 * 1024)
    office.portal.misbehave('endless')
    const response = await fetch(office.portalUrl)
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > 2 * 1024 * 1024) break
    }
    expect(bytes).toBeGreaterThan(2 * 1024 * 1024)
  })

  test('breaks off, or resets the connection', async () => {
    office.portal.misbehave('cutOff')
    await expect(visitor.detail(FIRST)).rejects.toThrow()
    office.portal.misbehave('reset')
    await expect(visitor.load()).rejects.toThrow()
    office.portal.misbehave(undefined)
    expect((await visitor.load()).status).toBe(200)
  })

  test('does not answer, or a byte now and then', async () => {
    office.portal.misbehave('silence')
    await expect(fetch(office.portalUrl, { signal: AbortSignal.timeout(50) })).rejects.toThrow()
    office.portal.misbehave('slowDrip')
    const response = await fetch(office.portalUrl)
    const { value } = (await response.body?.getReader().read()) ?? {}
    expect(value).toHaveLength(1)
  })

  test('does not spend the hash where it is not the method that fails', async () => {
    const { hash } = visitor
    office.portal.misbehave('unavailable', { times: 1 })
    await visitor.detail(FIRST)
    expect(visitor.hash).toBe(hash)
    expect(marcaIn(await visitor.detail(FIRST))).toBeDefined()
    office.portal.misbehave('notJson', { times: 1 })
    await visitor.detail(FIRST)
    expect((await visitor.detail(FIRST)).content).toEqual({ ErrorMessage: SENTENCES.hashRefused })
  })
})
