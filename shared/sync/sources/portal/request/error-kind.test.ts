import { describe, expect, test } from 'vitest'
import { errorKindOf } from './error-kind.ts'

describe('an error message', () => {
  test.each([
    ['Ha excedido el límite de consultas diarias.', 'limit'],
    ['ha excedido el limite', 'limit'],
    ['Ha excedido el lÃ­mite', 'limit'],
    ['Se ha excedido el máximo de búsquedas', 'limit'],
    ['Demasiadas solicitudes, intente mañana', 'limit'],
    ['Debe completar el captcha', 'captcha'],
    ['reCAPTCHA inválido', 'captcha'],
    ['Ingrese el código de verificación', 'captcha'],
    ['Confirme que no es un robot', 'captcha'],
    ['Su sesión ha expirado, vuelva a ingresar', 'session_over'],
    ['SESION NO VALIDA', 'session_over'],
    ['La solicitud no es válida, actualice la página', 'hash_refused'],
    ['Por favor recargue la página', 'hash_refused'],
    ['El número de solicitud no existe', 'no_such_number'],
    ['No existe la solicitud 1241347', 'no_such_number'],
    ['No se encontró la marca', 'no_such_number'],
    ['No se encontraron registros', 'no_such_number'],
    ['No se ha encontrado el expediente', 'no_such_number'],
    ['El servicio no existe', undefined],
    ['El número de solicitud no es válido', undefined],
    ['Object reference not set to an instance of an object.', undefined],
    ['', undefined],
  ])('%j means %s', (sentence, wanted) => {
    expect(errorKindOf(sentence)).toBe(wanted)
  })
})
