import type { Bilingual } from './bilingual.ts'

/** The meaning of an error code, for integrators. */
interface ErrorMeaning {
  /** When the service responds with this code. */
  readonly when: Bilingual
  /** What the client or its developer should do. */
  readonly whatToDo: Bilingual
}

/**
 * The meaning of each code of `ERRORS` in shared/platform/errors.ts. The OpenAPI document and the documentation pages show
 * these texts.
 */
export const ERROR_MEANINGS = {
  validation_error: {
    when: {
      en: 'A parameter is unknown, repeated, missing or invalid. Or the request is not valid HTTP.',
      es: 'Un parámetro es desconocido, está repetido, falta o no es válido. O la consulta no es HTTP válido.',
    },
    whatToDo: {
      en: 'Read error.details: each entry names the field and the reason, and may suggest a valid value. Correct the request before you send it again.',
      es: 'Lea error.details: cada entrada indica el campo y el motivo, y puede sugerir un valor válido. Corrija la consulta antes de enviarla de nuevo.',
    },
  },
  unauthorized: {
    when: {
      en: 'The key in X-API-Key (or in Authorization: Bearer) is missing, malformed, unknown, revoked or expired. Or the two headers have different keys. The response is the same in all cases.',
      es: 'La clave de X-API-Key (o de Authorization: Bearer) falta, está mal formada, es desconocida, fue revocada o venció. O los dos encabezados llevan claves distintas. La respuesta es la misma en todos los casos.',
    },
    whatToDo: {
      en: 'Check that the request has the header and that the key is complete. If the error persists, ask the operator for a new key.',
      es: 'Compruebe que la consulta lleva el encabezado y que la clave está completa. Si el error persiste, pida una clave nueva al operador.',
    },
  },
  forbidden: {
    when: {
      en: 'The key is valid, but lacks the scope that the message names.',
      es: 'La clave es válida, pero le falta el alcance (scope) que indica el mensaje.',
    },
    whatToDo: {
      en: 'Ask the operator for a key with that scope.',
      es: 'Pida al operador una clave con ese alcance.',
    },
  },
  origin_not_allowed: {
    when: {
      en: 'Only at /mcp, in two cases. The operator has not allowed the origin of the calling page; or the service accepts only local requests, and the Host header is not a local name such as localhost.',
      es: 'Solo en /mcp, en dos casos. El operador no ha admitido el origen de la página que llama; o el servicio solo acepta consultas locales, y el encabezado Host no es un nombre local como localhost.',
    },
    whatToDo: {
      en: 'Call from a server instead of a page, or ask the operator to allow the origin. From the machine of the service, call the service as localhost or 127.0.0.1.',
      es: 'Llame desde un servidor en lugar de una página, o pida al operador que admita el origen. Desde la máquina del servicio, llame al servicio como localhost o 127.0.0.1.',
    },
  },
  not_found: {
    when: {
      en: 'No application has the number, or no route has the path and method. For a known path, the header Allow names its methods.',
      es: 'Ninguna solicitud tiene ese número, o ninguna ruta tiene esa dirección y ese método. Si la dirección es conocida, el encabezado Allow indica sus métodos.',
    },
    whatToDo: {
      en: 'Check the number, or the path letter by letter: paths are case-sensitive, and a trailing slash makes a different path.',
      es: 'Revise el número, o la dirección letra por letra: se distinguen mayúsculas y minúsculas, y una barra al final indica otra dirección.',
    },
  },
  method_not_allowed: {
    when: {
      en: 'Only at /mcp, which accepts only POST.',
      es: 'Solo en /mcp, que admite únicamente POST.',
    },
    whatToDo: {
      en: 'Send the message by POST. The server keeps no sessions and opens no streams.',
      es: 'Envíe el mensaje por POST. El servidor no guarda sesiones ni abre flujos.',
    },
  },
  gone: {
    when: {
      en: 'The changes after this cursor or instant are no longer kept. Or the whole corpus has been replaced since the cursor was issued.',
      es: 'Los cambios posteriores a este cursor o instante ya no se guardan. O todo el corpus fue reemplazado después de emitirse el cursor.',
    },
    whatToDo: {
      en: 'Start again with a later value of the parameter desde, and read all marks again.',
      es: 'Comience de nuevo con un valor posterior del parámetro desde, y vuelva a leer todas las marcas.',
    },
  },
  request_timeout: {
    when: {
      en: 'The request did not arrive completely within its time limit.',
      es: 'La consulta no llegó completa dentro de su plazo.',
    },
    whatToDo: {
      en: 'Send the request again over a new connection.',
      es: 'Envíe la consulta de nuevo, por otra conexión.',
    },
  },
  payload_too_large: {
    when: {
      en: 'The body of the request is larger than the service accepts.',
      es: 'El cuerpo de la consulta es mayor de lo que el servicio admite.',
    },
    whatToDo: {
      en: 'Send a smaller body; the routes of the REST API need no body.',
      es: 'Envíe un cuerpo más pequeño; las rutas de la API REST no necesitan cuerpo.',
    },
  },
  uri_too_long: {
    when: {
      en: 'The address of the request, parameters included, is longer than 8 KiB.',
      es: 'La dirección de la consulta, con sus parámetros, supera los 8 KiB.',
    },
    whatToDo: {
      en: 'Shorten the parameters, such as q, which may have at most 200 characters.',
      es: 'Acorte los parámetros, como q, que puede tener 200 caracteres como máximo.',
    },
  },
  rate_limited: {
    when: {
      en: 'The key has already sent the maximum number of requests that its burst limit allows in 60 seconds.',
      es: 'La clave ya ha enviado el máximo de consultas que su límite por minuto permite en 60 segundos.',
    },
    whatToDo: {
      en: 'Wait as many seconds as Retry-After and error.retryAfter give, then continue. The refused request is not charged to the monthly quota.',
      es: 'Espere los segundos que indican Retry-After y error.retryAfter, y continúe. La consulta rechazada no se descuenta de la cuota mensual.',
    },
  },
  quota_exceeded: {
    when: {
      en: 'The monthly quota of the key is used up. Months begin and end in the time zone America/Santiago.',
      es: 'La cuota mensual de la clave está agotada. Los meses se cuentan en la zona horaria America/Santiago.',
    },
    whatToDo: {
      en: 'Wait for the next month, or ask the operator for a larger quota. Retry-After and error.retryAfter give the seconds until the next month.',
      es: 'Espere al mes siguiente, o pida al operador una cuota mayor. Retry-After y error.retryAfter indican los segundos hasta el mes siguiente.',
    },
  },
  headers_too_large: {
    when: {
      en: 'The headers of the request are larger than the service accepts.',
      es: 'Los encabezados de la consulta son mayores de lo que el servicio admite.',
    },
    whatToDo: {
      en: 'Send fewer or shorter headers; the service reads no cookies.',
      es: 'Envíe menos encabezados, o más cortos; el servicio no lee cookies.',
    },
  },
  internal_error: {
    when: {
      en: 'The service failed, or the database did not answer in time. The response has no details.',
      es: 'Falló el servicio, o la base de datos no respondió a tiempo. La respuesta no da detalles.',
    },
    whatToDo: {
      en: 'Try again later, each time after a longer wait. If the error persists, report the requestId to the operator.',
      es: 'Reintente más tarde, cada vez tras una espera mayor. Si el error persiste, comunique el requestId al operador.',
    },
  },
  overloaded: {
    when: {
      en: 'The call was refused after a wait of 5 s, or of 2 s for a search. The key or the client address has too many calls in progress, or too many searches are in progress. The call is not charged.',
      es: 'La llamada se rechazó después de una espera de 5 s, o de 2 s para una búsqueda. La clave o la dirección del cliente tiene demasiadas llamadas en curso, o hay demasiadas búsquedas en curso. La llamada no se descuenta.',
    },
    whatToDo: {
      en: 'Wait as many seconds as Retry-After gives, and send fewer calls at the same time.',
      es: 'Espere los segundos que indica Retry-After, y envíe menos llamadas a la vez.',
    },
  },
} as const satisfies Record<string, ErrorMeaning>
