import type { Answer } from '../misbehaviours.ts'

/** What the portal says, with status 200, in the place of an answer. */
export const SENTENCES = {
  sessionOver: 'Su sesión ha expirado, vuelva a ingresar a la página',
  hashRefused: 'La solicitud no es válida, actualice la página',
  limit: 'Ha excedido el límite de consultas permitidas, inténtelo más tarde',
  limitWithoutAccents: 'Ha excedido el limite de consultas permitidas, intentelo mas tarde',
  captcha: 'Debe completar el captcha para continuar',
  verificationCode: 'Código de verificación no válido',
  noSuchNumber: 'El número de solicitud no existe',
  unknown: 'Ha ocurrido un error, contacte al administrador',
} as const

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, max-age=0',
}

export const json = (value: unknown, status = 200): Answer => {
  const body = Buffer.from(JSON.stringify(value))
  return { status, headers: { ...JSON_HEADERS, 'content-length': String(body.length) }, body }
}

/** As a page method answers: JSON in which there is JSON, as a text. */
export const methodAnswer = (content: unknown): Answer => json({ d: JSON.stringify(content) })

/** The sentence alone: the session has no next hash. */
export const refusal = (ErrorMessage: string): Answer => methodAnswer({ ErrorMessage })

/** As ASP.NET fails, without saying where. */
export const aspNetError = (Message = 'There was an error processing the request.'): Answer =>
  json({ Message, StackTrace: null, ExceptionType: '' }, 500)
