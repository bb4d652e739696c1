import type { Bilingual } from './bilingual.ts'

/** What an integrator has to know of an error code. */
interface ErrorMeaning {
  /** When this is the answer. */
  readonly when: Bilingual
  /** What a client, or whoever writes one, does about it. */
  readonly whatToDo: Bilingual
}

/**
 * What each code of `ERRORS` in shared/platform/errors.ts means, which has the statuses and the messages. The OpenAPI document
 * and the pages of the documentation tell them from here; a test holds the two lists to the same codes.
 */
export const ERROR_MEANINGS = {
  validation_error: {
    when: {
      en: 'A parameter is unknown, repeated, missing or has a value that is not allowed, or the request is not valid HTTP.',
      es: 'Un parámetro es desconocido, está repetido, falta o tiene un valor que no se admite, o la consulta no es HTTP válido.',
    },
    whatToDo: {
      en: 'Read error.details: each entry names the field and the reason, and where one is close, what was probably meant. Correct the request; the same one fails again.',
      es: 'Se lee error.details: cada entrada indica el campo y el motivo y, si hay un valor parecido, lo que probablemente se quiso escribir. La consulta debe corregirse; la misma volverá a fallar.',
    },
  },
  unauthorized: {
    when: {
      en: 'The key in X-API-Key (or in Authorization: Bearer) is missing, malformed, unknown, revoked or expired, or both headers carry different keys. The answer is the same for all of these.',
      es: 'La clave de X-API-Key (o de Authorization: Bearer) falta, está mal formada, es desconocida, fue revocada o venció, o los dos encabezados llevan claves distintas. La respuesta es la misma en todos esos casos.',
    },
    whatToDo: {
      en: 'Check that the header is sent and that the key is whole. If it is, ask the operator for a new one.',
      es: 'Conviene comprobar que el encabezado se envía y que la clave está completa. Si es así, se pide una nueva al operador.',
    },
  },
  forbidden: {
    when: {
      en: 'The key is good, but lacks the scope that the message names.',
      es: 'La clave es válida, pero le falta el alcance (scope) que indica el mensaje.',
    },
    whatToDo: {
      en: 'Ask the operator for a key with that scope.',
      es: 'Se pide al operador una clave con ese alcance.',
    },
  },
  origin_not_allowed: {
    when: {
      en: 'Only at /mcp: the page that calls is of an origin that the operator has not let in.',
      es: 'Solo en /mcp: la página que llama es de un origen que el operador no ha admitido.',
    },
    whatToDo: {
      en: 'Call from a server instead of a page, or ask the operator to let the origin in.',
      es: 'Se llama desde un servidor en lugar de una página, o se pide al operador que admita el origen.',
    },
  },
  not_found: {
    when: {
      en: 'No application has the number, or no route has the path and method. For a known path, Allow names its methods.',
      es: 'Ninguna solicitud tiene ese número, o ninguna ruta tiene esa dirección y ese método. Si la dirección es conocida, Allow indica sus métodos.',
    },
    whatToDo: {
      en: 'Check the number, or the path letter by letter: case and a trailing slash count.',
      es: 'Debe revisarse el número, o la dirección letra por letra: cuentan las mayúsculas y la barra final.',
    },
  },
  method_not_allowed: {
    when: {
      en: 'Only at /mcp, which takes POST alone.',
      es: 'Solo en /mcp, que admite únicamente POST.',
    },
    whatToDo: {
      en: 'Send the message by POST. The server keeps no sessions and opens no streams.',
      es: 'El mensaje se envía por POST. El servidor no guarda sesiones ni abre flujos.',
    },
  },
  gone: {
    when: {
      en: 'Changes behind this cursor or instant are no longer kept, or the corpus of the cursor was replaced. Or the announced end of an operation has come; then Link names its successor.',
      es: 'Los cambios posteriores a este cursor o instante ya no se guardan, o el corpus del cursor fue reemplazado. O llegó el término anunciado de una operación; entonces Link indica su sucesora.',
    },
    whatToDo: {
      en: 'For changes: begin again with a later desde, and read the marks again. For an operation: use its successor, as the changelog describes.',
      es: 'Para los cambios: debe comenzarse de nuevo con un desde posterior, y leerse las marcas otra vez. Para una operación: debe usarse su sucesora, como lo describe el registro de cambios.',
    },
  },
  request_timeout: {
    when: {
      en: 'The request did not arrive whole in the time that it has.',
      es: 'La consulta no llegó completa en el tiempo de que dispone.',
    },
    whatToDo: {
      en: 'Send it again over a new connection.',
      es: 'Se envía de nuevo, por otra conexión.',
    },
  },
  payload_too_large: {
    when: {
      en: 'The body of the request is larger than the service takes.',
      es: 'El cuerpo de la consulta es mayor de lo que el servicio admite.',
    },
    whatToDo: {
      en: 'Send a smaller one; the routes of the REST API need none.',
      es: 'Se envía uno más pequeño; las rutas de la API REST no necesitan ninguno.',
    },
  },
  uri_too_long: {
    when: {
      en: 'The address of the request, parameters included, is longer than 8 KiB.',
      es: 'La dirección de la consulta, con sus parámetros, supera los 8 KiB.',
    },
    whatToDo: {
      en: 'Shorten the parameters: q has at most 200 characters.',
      es: 'Se acortan los parámetros: q tiene 200 caracteres como máximo.',
    },
  },
  rate_limited: {
    when: {
      en: 'The key has sent as many requests as its burst allows within 60 seconds.',
      es: 'La clave ha enviado todas las consultas que su ráfaga permite en 60 segundos.',
    },
    whatToDo: {
      en: 'Wait the seconds that Retry-After and error.retryAfter tell, then go on. It takes nothing from the month.',
      es: 'Se esperan los segundos que indican Retry-After y error.retryAfter, y se continúa. No descuenta nada del mes.',
    },
  },
  quota_exceeded: {
    when: {
      en: 'The monthly quota of the key is spent. The month is that of America/Santiago.',
      es: 'La cuota mensual de la clave está agotada. El mes es el de America/Santiago.',
    },
    whatToDo: {
      en: 'Wait for the next month, as long as Retry-After and error.retryAfter tell in seconds, or ask the operator for a larger quota.',
      es: 'Se espera al mes siguiente, los segundos que indican Retry-After y error.retryAfter, o se pide al operador una cuota mayor.',
    },
  },
  headers_too_large: {
    when: {
      en: 'The headers of the request are larger than the service takes.',
      es: 'Los encabezados de la consulta son mayores de lo que el servicio admite.',
    },
    whatToDo: {
      en: 'Send fewer or shorter ones; the service reads no cookies.',
      es: 'Se envían menos, o más cortos; el servicio no lee cookies.',
    },
  },
  internal_error: {
    when: {
      en: 'Something failed on our side, or the database could not answer in time. The answer tells no detail.',
      es: 'Algo falló de nuestro lado, o la base de datos no pudo responder a tiempo. La respuesta no da detalles.',
    },
    whatToDo: {
      en: 'Try again later, each time after a longer wait. If it stays, report the requestId to the operator.',
      es: 'Se reintenta más tarde, cada vez tras una espera mayor. Si persiste, debe comunicarse el requestId al operador.',
    },
  },
  overloaded: {
    when: {
      en: 'This call has waited for 5 s, or as a search for 2 s, because this key or client address has more calls in progress than its share, or too many searches are in progress. It costs nothing.',
      es: 'La llamada esperó 5 s, o 2 s si es una búsqueda, porque esta clave o dirección tiene en curso más llamadas que su parte, o porque hay demasiadas búsquedas en curso. No descuenta nada.',
    },
    whatToDo: {
      en: 'Wait the seconds of Retry-After and send fewer calls at the same time.',
      es: 'Se esperan los segundos de Retry-After y se envían menos llamadas a la vez.',
    },
  },
} as const satisfies Record<string, ErrorMeaning>
