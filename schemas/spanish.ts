import { brandParameters, changeParameters, runParameters } from './query-parameters.ts'

/**
 * The Spanish translation of each English text of the operations and their schemas. The query parameters contain their own
 * translation. A test fails if a text of the OpenAPI document has no translation.
 */
export const SPANISH: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [brandParameters, changeParameters, runParameters]
      .flatMap((parameters) => Object.values(parameters))
      .map(({ text }) => [text.en, text.es]),
  ),
  'Search or list brands': 'Buscar o listar marcas',
  'Read one brand in detail': 'Leer una marca en detalle',
  'List changes of brands': 'Listar los cambios de las marcas',
  'Read the lag of each source': 'Leer el atraso de cada fuente',
  'List synchronization runs': 'Listar las sincronizaciones',
  'Check whether reads can be served': 'Comprobar si se pueden servir lecturas',
  'search brands and read one in detail': 'buscar marcas y leer una en detalle',
  'read freshness and sync runs': 'leer el atraso y las sincronizaciones',
  'Application number; identifies a brand.': 'Número de solicitud; identifica una marca.',
  'Registration number. Several applications may have the same number, because a renewal may keep it.':
    'Número de registro. Varias solicitudes pueden tener el mismo, porque una renovación puede conservarlo.',
  'The brand name; empty for a mark without words.':
    'La denominación de la marca; vacía si la marca no tiene palabras.',
  'Filing date.': 'Fecha de presentación.',
  'Expiry date.': 'Fecha de vencimiento.',
  'Relevance by reciprocal rank fusion; present only in a search with q.':
    'Relevancia por fusión de rangos recíprocos; presente solo en una búsqueda con q.',
  'Value of cursor for the next page, with all other parameters unchanged; null on the last page.':
    'Valor del parámetro cursor para la página siguiente, con los demás parámetros iguales; null en la última página.',
  'Number of marks that clase excludes because none of their classes is known; only on the first page. Exact up to 1,000; 1,001 means more than 1,000.':
    'Número de marcas que el filtro clase excluye porque no se conoce ninguna de sus clases; solo en la primera página. Exacto hasta 1.000; 1.001 significa más de 1.000.',
  'Number of marks that fase excludes because their phase is unknown; only on the first page. Does not include marks that omitidasSinClase counts. Exact up to 1,000; 1,001 means more than 1,000.':
    'Número de marcas que el filtro fase excluye porque su etapa no se conoce; solo en la primera página. No incluye las marcas que cuenta omitidasSinClase. Exacto hasta 1.000; 1.001 significa más de 1.000.',
  'Value of cursor to read the changes after this page; never null.':
    'Valor del parámetro cursor para leer los cambios posteriores a esta página; nunca es null.',
  'Whether changes after this page exist. May be true for a page without items.':
    'Indica si existen cambios posteriores a esta página. Puede ser true en una página sin elementos.',
  'Number of the change: 1 more than the number of the change before it.':
    'Número del cambio: 1 más que el del cambio anterior.',
  'Application number; null for carga.': 'Número de solicitud; null en una carga.',
  'Kind of the change.': 'Tipo del cambio.',
  'Changed members of the brand detail; empty for alta and carga.':
    'Miembros que cambiaron en el detalle de la marca; vacío en los tipos alta y carga.',
  'Status before the change; null if there was none.': 'Estado antes del cambio; null si no había ninguno.',
  'Status after the change; null for carga.': 'Estado después del cambio; null en una carga.',
  'Id of the synchronization run that made the change; null if a restored backup made it.':
    'Identificador de la sincronización que hizo el cambio; null si lo hizo un respaldo restaurado.',
  'Time of the change.': 'Instante del cambio.',
  'Every source with loaded data has been read at least up to this day; absent before the first load.':
    'Todas las fuentes con datos cargados se leyeron al menos hasta este día; ausente antes de la primera carga.',
  'Status in the words of the office, as received.': 'Estado en las palabras de la oficina, como se recibió.',
  'Date of publication.': 'Fecha de publicación.',
  'Date of registration.': 'Fecha de registro.',
  'Classes, by number.': 'Clases, por número.',
  'Number of the class: 1 to 34 for goods, 35 to 45 for services.':
    'Número de la clase: 1 a 34 para productos, 35 a 45 para servicios.',
  'Goods or services covered, in the words of the office.':
    'Productos o servicios que cubre, en las palabras de la oficina.',
  'Persons, by role, then name.': 'Personas, por rol y luego por nombre.',
  'Role of the person.': 'Rol de la persona.',
  'Name, as the office writes it.': 'Nombre, como lo escribe la oficina.',
  'Country, as ISO 3166-1 alpha-2.': 'País, según ISO 3166-1 alfa-2.',
  'Annotations from the status bulletin and the search portal, newest first, without duplicates.':
    'Anotaciones del estado diario y del portal de búsqueda, las más recientes primero y sin duplicados.',
  'Date of the event, as the office gives it.': 'Fecha del hecho, según la oficina.',
  'Kind of the event.': 'Tipo del hecho.',
  'Description in the words of the office, as received.':
    'Descripción en las palabras de la oficina, como se recibió.',
  'Number of the resolution; null if there is none.': 'Número de la resolución; null si no la hay.',
  'The source of the annotation.': 'La fuente de la anotación.',
  'The sources that have a record of the application, each with its date.':
    'Las fuentes que tienen datos de la solicitud, cada una con su fecha.',
  'The source.': 'La fuente.',
  'The date of the newest sheet, portal response or bulletin entry that contains the application, as the office gives it.':
    'La fecha de la planilla, respuesta del portal o entrada del estado diario más reciente que contiene la solicitud, según la oficina.',
  'When this service last stored a change that this source reported for the application.':
    'Cuándo guardó este servicio por última vez un cambio de la solicitud informado por esta fuente.',
  'Class numbers of the mark, in ascending order; present only if incluir requests them.':
    'Números de las clases de la marca, en orden ascendente; presentes solo si el parámetro incluir los pide.',
  'Applicants and holders, as in the detail; present only if incluir requests them.':
    'Solicitantes y titulares, como en el detalle; presentes solo si el parámetro incluir los pide.',
  'Word of the query.': 'Palabra de la consulta.',
  'Word of the name.': 'Palabra de la denominación.',
  'How the two words match.': 'Cómo coinciden las dos palabras.',
  'How the whole name matches.': 'Cómo coincide la denominación entera.',
  'All modes in which the name matches the query, most specific first.':
    'Todos los modos en que la denominación coincide con la consulta, el más específico primero.',
  'Pairs of words that match, in lower case, without accents and punctuation.':
    'Los pares de palabras que coinciden, en minúsculas, sin tildes ni puntuación.',
  'Similarity of all letters, by edit distance.': 'Semejanza de todas las letras, por distancia de edición.',
  'Similarity of the phonetic codes, by edit distance.':
    'Semejanza de los códigos fonéticos, por distancia de edición.',
  'Similarity word by word, in any order.': 'Semejanza palabra por palabra, en cualquier orden.',
  'Application number: 1 to 64 characters, without counting dots, outer spaces and leading zeros.':
    'Número de solicitud: 1 a 64 caracteres, sin contar puntos, espacios al comienzo y al final ni ceros a la izquierda.',
  'Only this source.': 'Solo esta fuente.',
  'When this report was generated.': 'Cuándo se generó este informe.',
  'The days of cadence are days in this time zone.': 'Los días de cadence son días de esta zona horaria.',
  'Present while the corpus is sample data, which is invented.':
    'Presente mientras el corpus contiene datos de muestra, que son inventados.',
  'In the order sheets, bulletin, portal.': 'En el orden sheets, bulletin, portal.',
  'One of the three sources.': 'Una de las tres fuentes.',
  'How often the office publishes this source.': 'Con qué frecuencia publica la oficina esta fuente.',
  'Start of the newest run of the source; null if there was no run. Runs that an operator starts with a file are ignored if the service downloads the source.':
    'Inicio de la última sincronización de la fuente; null si no hubo ninguna. Si el servicio descarga la fuente, se omiten las sincronizaciones que un operador inicia con un archivo.',
  'Status of the run in lastRunAt; null if there was no run.':
    'Estado de la sincronización de lastRunAt; null si no hubo ninguna.',
  'End of the newest run that succeeded or found nothing new; null if there was no such run. A run of sheets or portal does not count if another run of the source has a later sourceDate.':
    'Fin de la última sincronización que tuvo éxito o no encontró nada nuevo; null si no hubo ninguna. Una sincronización de planillas o del portal no cuenta si otra sincronización de la fuente tiene un sourceDate posterior.',
  'The date of the newest data that was read, as the office gives it.':
    'La fecha de los datos más recientes que se leyeron, según la oficina.',
  'Lag of the corpus in whole seconds; null before the first load. For sheets and portal: the time since lastSuccessAt. For the bulletin: the time since 10:00 on the day of the first missing edition, or 0 if no edition is missing. The lag of the bulletin does not include weekends and Chilean public holidays.':
    'Atraso del corpus en segundos enteros; null antes de la primera carga. En las planillas y el portal: el tiempo desde lastSuccessAt. En el estado diario: el tiempo desde las 10:00 del día de la primera edición que falta, o 0 si no falta ninguna. El atraso del estado diario no incluye fines de semana ni feriados de Chile.',
  'The lag that the operator allows.': 'El atraso que admite el operador.',
  'Whether the source is current.': 'Indica si la fuente está al día.',
  'True if state is "stale".': 'true si state es "stale".',
  'Start of the next scheduled run; null if the source has no schedule. After the edition of a day is loaded, the bulletin has no more runs on that day.':
    'Inicio de la próxima sincronización programada; null si la fuente no tiene programación. Cuando la edición de un día ya se cargó, el estado diario no tiene más sincronizaciones ese día.',
  'Newest first.': 'Lo más reciente primero.',
  'Identifies the run.': 'Identifica la sincronización.',
  'What started the run.': 'Qué inició la sincronización.',
  'The state of the run.': 'El estado de la sincronización.',
  'When the run began.': 'Cuándo empezó la sincronización.',
  'When the run ended; null while the run is in progress.':
    'Cuándo terminó la sincronización; null mientras está en curso.',
  'The date of the data that the run read, as the office gives it.':
    'La fecha de los datos que leyó la sincronización, según la oficina.',
  'Rows read; grows while the run reads. In a run that succeeded, the sum of the seven counts from `inserted` to `repeated`.':
    'Filas leídas; aumenta mientras la sincronización lee. En una sincronización que tuvo éxito, la suma de las siete cantidades desde `inserted` hasta `repeated`.',
  'New brands.': 'Marcas nuevas.',
  'Brands whose data had changed.': 'Marcas cuyos datos habían cambiado.',
  'Brands whose data had not changed.': 'Marcas cuyos datos no habían cambiado.',
  'Rows that the run could not use.': 'Filas que la sincronización no pudo usar.',
  'Brands whose stored record is newer than the record that the run read, and differs from it.':
    'Marcas cuyos datos guardados son más nuevos que los que leyó la sincronización, y distintos de ellos.',
  'Applications of the bulletin that the corpus does not have yet.':
    'Solicitudes del estado diario que el corpus todavía no tiene.',
  'Second and further rows of the same application.':
    'La segunda fila y las siguientes de una misma solicitud.',
  'Brands that keep an earlier value, because their new record lacks that value.':
    'Marcas que conservan un valor anterior, porque ese valor falta en sus datos nuevos.',
  'Applications with entries that the office removed from a bulletin edition. rowsRead does not include them.':
    'Solicitudes con entradas que la oficina quitó de una edición del estado diario. rowsRead no las incluye.',
  'Why the run did not succeed; null for a run without an error.':
    'Por qué la sincronización no tuvo éxito; null en una sincronización sin error.',
  'Code of the error, for programs.': 'Código del error, para programas.',
  'A message for people, without internal details.': 'Un mensaje para personas, sin detalles internos.',
  'The error.': 'El error.',
  'Id of the request, as in the x-request-id header; include the id when you report a problem.':
    'Identificador de la consulta, como en el encabezado x-request-id; inclúyalo al informar de un problema.',
  'The mistakes in the request, one entry for each. Present with 400 for invalid parameters, and with 404 if the number is a registration number.':
    'Los errores de la consulta, una entrada por cada uno. Presente con 400 si hay parámetros no válidos, y con 404 si el número es un número de registro.',
  'The parameter, or another part of the request.': 'El parámetro, u otra parte de la consulta.',
  'Description of the mistake, for people.': 'Descripción del error, para personas.',
  'The allowed values; for an unknown parameter, the names of the known parameters.':
    'Los valores admitidos; para un parámetro desconocido, los nombres de los parámetros conocidos.',
  'The allowed value or name that was probably meant.':
    'El valor o nombre que probablemente se quiso escribir.',
  'Seconds to wait, as in Retry-After. Present with 429, and with 503 if the service is overloaded.':
    'Segundos de espera, como en Retry-After. Presente con 429, y con 503 si el servicio está sobrecargado.',
  'Whether reads can be served.': 'Indica si se pueden servir lecturas.',
  'The version of this software.': 'La versión de este software.',
  'True while the corpus is sample data, which is invented; absent when unknown.':
    'true mientras el corpus contiene datos de muestra, que son inventados; ausente cuando no se sabe.',
  'The results of the checks. Only database and migrations make the service degraded.':
    'Los resultados de las comprobaciones. Solo database y migrations dejan el servicio en degraded.',
  'Whether the database answers.': 'Indica si la base de datos responde.',
  'Whether the database schema has the version that this software needs.':
    'Indica si el esquema de la base de datos tiene la versión que necesita este software.',
  'Whether the disk of the embedded database has space and can be written to; absent with another database.':
    'Indica si el disco de la base de datos integrada tiene espacio y admite escritura; ausente con otra base de datos.',
  'The worst state among all configured sources. GET /v1/freshness shows the state of each source.':
    'El peor estado entre todas las fuentes configuradas. GET /v1/freshness muestra el estado de cada fuente.',
  'Whether the release of PostgreSQL has the known security fixes.':
    'Indica si la versión de PostgreSQL tiene las correcciones de seguridad conocidas.',
  'Whether the newest backups are recent enough, and on another disk than the database.':
    'Indica si los últimos respaldos son lo bastante recientes y están en otro disco que la base de datos.',
}
