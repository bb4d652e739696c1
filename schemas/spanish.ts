import { brandParameters, changeParameters, runParameters } from './query-parameters.ts'

/**
 * The Spanish translation of each English text of the operations and their schemas. The schemas hold the English text
 * alone, because the tools send it to models word for word. The query parameters carry their own translation. A test
 * fails where a text of the OpenAPI document has none.
 */
export const SPANISH: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [brandParameters, changeParameters, runParameters]
      .flatMap((parameters) => Object.values(parameters))
      .map(({ text }) => [text.en, text.es]),
  ),
  'Search or list brands': 'Buscar o listar marcas',
  'Read one brand in detail': 'Leer una marca en detalle',
  'List what changed': 'Listar lo que cambió',
  'How far each source lies behind': 'Cuánto atraso lleva cada fuente',
  'List synchronization runs': 'Listar las sincronizaciones',
  'Whether reads can be served': 'Si se pueden servir lecturas',
  'search brands and read one in detail': 'buscar marcas y leer una en detalle',
  'read freshness and sync runs': 'leer el atraso y las sincronizaciones',
  'Application number; identifies a brand.': 'Número de solicitud; identifica una marca.',
  'Registration number. Not unique: a renewal keeps it.':
    'Número de registro. No es único: una renovación lo conserva.',
  'The brand name; empty for a mark without words.':
    'La denominación de la marca; vacía si la marca no tiene palabras.',
  'Filing date.': 'Fecha de presentación.',
  'Expiry date.': 'Fecha de vencimiento.',
  'Relevance by reciprocal rank fusion; there only when the listing was asked for with q.':
    'Relevancia por fusión de rangos recíprocos; presente solo cuando la lista se pidió con q.',
  'Pass it back as cursor, with the same other parameters; null at the end of the results.':
    'Se devuelve como cursor, con los demás parámetros iguales; null al final de los resultados.',
  'Marks left out by clase because no class of theirs is known; only on the first page. Exact up to 1,000; 1,001 are more.':
    'Marcas que clase dejó fuera porque no se conoce ninguna de sus clases; solo en la primera página. Exacto hasta 1.000; 1.001 son más.',
  'Marks left out by fase because their phase is unknown, besides omitidasSinClase; counted in the same way.':
    'Marcas que fase dejó fuera porque su etapa no se conoce, además de omitidasSinClase; contadas del mismo modo.',
  'Pass it back as cursor to read what comes after this page; never null.':
    'Se devuelve como cursor para leer lo que sigue a esta página; nunca es null.',
  'Whether newer changes exist already. A page without items may have more: true.':
    'Si ya existen cambios más nuevos. Una página sin elementos puede tener more: true.',
  'Number of the change: 1 more than the change before it.':
    'Número del cambio: 1 más que el del cambio anterior.',
  'Application number; null for carga.': 'Número de solicitud; null en una carga.',
  'Kind of the change.': 'Tipo del cambio.',
  'Members of the detail with another value; empty unless the mark was known before.':
    'Miembros del detalle con otro valor; vacío si la marca no se conocía antes.',
  'Status before the change; null if there was none.': 'Estado antes del cambio; null si no había.',
  'Status after the change; null for carga.': 'Estado después del cambio; null en una carga.',
  'Id of the synchronization run that made the change; null for a restored corpus.':
    'Identificador de la sincronización que hizo el cambio; null si el corpus se restauró.',
  'When the run made it.': 'Cuándo lo hizo la sincronización.',
  'Day up to which every source was read.': 'Día hasta el que se leyeron todas las fuentes.',
  "The office's own words for the status, as received.":
    'El estado en las palabras de la oficina, como se recibió.',
  'Date of publication.': 'Fecha de publicación.',
  'Date of registration.': 'Fecha de registro.',
  'Classes, by number.': 'Clases, por número.',
  'Number of the class: 1 to 34 for goods, 35 to 45 for services.':
    'Número de la clase: 1 a 34 para productos, 35 a 45 para servicios.',
  'Goods or services covered, in the words of the office.':
    'Productos o servicios que cubre, en las palabras de la oficina.',
  'Persons, by role, then name.': 'Personas, por rol y luego por nombre.',
  'What the person is to the mark.': 'Qué es la persona respecto de la marca.',
  'Name, as the office writes it.': 'Nombre, como lo escribe la oficina.',
  'Country, as ISO 3166-1 alpha-2.': 'País, según ISO 3166-1 alfa-2.',
  'Annotations from the status bulletin and the search portal, newest first, without duplicates.':
    'Anotaciones del estado diario y del portal de búsqueda, las más recientes primero y sin duplicados.',
  "The office's date of it.": 'La fecha que le da la oficina.',
  'What it is about.': 'De qué se trata.',
  "The office's own words for it, as received.": 'Las palabras de la oficina, como se recibieron.',
  'Number of the resolution, where there is one.': 'Número de la resolución, si la hay.',
  'The source of the annotation.': 'La fuente de la anotación.',
  'Which source said so, and when.': 'Qué fuente lo dijo, y cuándo.',
  'The source.': 'La fuente.',
  "The office's date of the newest edition or answer that confirmed this; of the bulletin, its newest entry.":
    'La fecha que la oficina da a la edición o respuesta más reciente que lo confirmó; en el estado diario, a su última anotación.',
  'When this service wrote it.': 'Cuándo lo escribió este servicio.',
  'Numbers of its classes, in order; there only when the listing was asked for with incluir.':
    'Números de sus clases, en orden; presentes solo cuando la lista se pidió con incluir.',
  'Its applicants and holders, as in the detail; there only when the listing was asked for with incluir.':
    'Sus solicitantes y titulares, como en el detalle; presentes solo cuando la lista se pidió con incluir.',
  'Word of the query.': 'Palabra de la consulta.',
  'Word of the name.': 'Palabra de la denominación.',
  'How they match.': 'Cómo coinciden.',
  'How the whole name matches.': 'Cómo coincide la denominación entera.',
  'Most specific first.': 'Lo más específico primero.',
  'Words that match, in lower case, without accents and signs.':
    'Las palabras que coinciden, en minúsculas, sin tildes ni signos.',
  'Similarity of all letters, by edit distance.': 'Semejanza de todas las letras, por distancia de edición.',
  'Similarity of the phonetic codes, by edit distance.':
    'Semejanza de los códigos fonéticos, por distancia de edición.',
  'Similarity word by word, in any order.': 'Semejanza palabra por palabra, en cualquier orden.',
  'Application number: 1 to 64 characters, once dots, outer spaces and leading zeros are dropped.':
    'Número de solicitud: 1 a 64 caracteres, sin contar puntos, espacios exteriores ni ceros a la izquierda.',
  'This source alone.': 'Solo esta fuente.',
  'When this report was generated.': 'Cuándo se generó este informe.',
  'The time zone of every cadence.': 'La zona horaria de todas las periodicidades.',
  'Present while the corpus is made up.': 'Presente mientras el corpus es inventado.',
  'In the order sheets, bulletin, portal.': 'En el orden sheets, bulletin, portal.',
  'One of the three sources.': 'Una de las tres fuentes.',
  'How often the office publishes here, by the calendar of timeZone.':
    'Con qué frecuencia publica aquí la oficina, según el calendario de timeZone.',
  'When the newest run on the source began; null when there was none. Runs on files of the operator count only for a source without an address.':
    'Cuándo empezó la última sincronización con la fuente; null si no hubo ninguna. Las de archivos del operador cuentan solo si la fuente no tiene dirección.',
  'Status of that run, as in sync-runs.': 'Estado de esa sincronización, igual que en sync-runs.',
  'When the newest run that compared the corpus with the source ended: it succeeded, or was skipped because nothing had changed. Runs that were skipped because another run held the source do not count, nor runs that read an older edition than an earlier run.':
    'Cuándo terminó la última sincronización que comparó el corpus con la fuente: tuvo éxito, o se omitió porque nada había cambiado. No cuenta la que se omitió porque otra sincronización tenía la fuente, ni la que leyó una edición anterior a la de otra.',
  "The office's newest date in those runs.": 'La fecha más reciente de la oficina en esas sincronizaciones.',
  'Whole seconds that we lie behind. Of sheets and portal: from lastSuccessAt to generatedAt. Of the bulletin: since the first edition that we lack was due, 10:00 on its day, counting only days on which it appears, Monday to Friday but Chilean public holidays; 0 when no edition that is due is lacking. null when there was no such run, or when no edition of the bulletin is in.':
    'Segundos enteros que llevamos de atraso. De sheets y portal: desde lastSuccessAt hasta generatedAt. De bulletin: desde que se esperaba la primera edición que nos falta, a las 10:00 de su día, contando solo los días en que aparece, de lunes a viernes salvo feriados de Chile; 0 cuando no falta ninguna edición esperada. null cuando no hubo tal sincronización, o cuando no ha entrado ninguna edición del estado diario.',
  'The lag that the operator allows.': 'El atraso que admite el operador.',
  'Whether the source is current.': 'Si la fuente está al día.',
  'Whether state is stale.': 'Si state es stale.',
  'When the next run begins by the schedule, for the bulletin on the next day whose edition is not in yet; null when the source is not scheduled.':
    'Cuándo empieza la próxima sincronización programada; la de bulletin, el próximo día cuya edición aún no ha entrado; null cuando la fuente no está programada.',
  'Newest first.': 'Lo más reciente primero.',
  'Identifies the run.': 'Identifica la sincronización.',
  'What started it.': 'Qué la inició.',
  'The state of the run.': 'El estado de la sincronización.',
  'When it began.': 'Cuándo empezó.',
  'When it ended; null while it is running.': 'Cuándo terminó; null mientras está en curso.',
  "The office's own date of what was read.": 'La fecha que la oficina da a lo leído.',
  'Rows that were read; it grows while the run reads. In a run that was applied it is the sum of the seven counts down to `repeated`.':
    'Filas leídas; aumenta mientras la sincronización lee. En una sincronización aplicada es la suma de las siete cantidades hasta `repeated`.',
  'Brands that were new.': 'Marcas nuevas.',
  'Brands that differed.': 'Marcas que eran distintas.',
  'Brands that were as known.': 'Marcas que estaban como se conocían.',
  'Rows that could not be used.': 'Filas que no se pudieron usar.',
  'Brands that differed, but of which the corpus has a newer edition.':
    'Marcas que eran distintas, pero de las que el corpus tiene una edición más reciente.',
  'Applications of the bulletin that the corpus does not have yet.':
    'Solicitudes del estado diario que el corpus todavía no tiene.',
  'Further rows of the same application.': 'Otras filas de la misma solicitud.',
  'Of the inserted and updated brands, those that keep an earlier value which their new record lacks.':
    'De las marcas nuevas y modificadas, las que conservan un valor anterior que falta en su nuevo registro.',
  'Applications whose entries a corrected edition of the bulletin no longer has; not among the rows read.':
    'Solicitudes cuyas entradas ya no están en una edición corregida del boletín; no se cuentan entre las filas leídas.',
  'Why it did not succeed; null without a reason to report.':
    'Por qué no tuvo éxito; null si no hay un motivo que informar.',
  'Stable token.': 'Código estable.',
  'For people; never internal detail.': 'Para personas; nunca con detalles internos.',
  'The error.': 'El error.',
  'Same as the x-request-id header; quote it in a report.':
    'El mismo del encabezado x-request-id; debe citarse al reportar un problema.',
  'The mistakes in the request, one entry each; with 400, and with 404 for a registration number.':
    'Los errores de la consulta, una entrada por cada uno; con 400, y con 404 si el número es de registro.',
  'The parameter, or the part of the request.': 'El parámetro, o la parte de la consulta.',
  'The mistake, explained for people.': 'El error, explicado para personas.',
  'The values, or the names of parameters, that there are.':
    'Los valores, o los nombres de parámetros, que hay.',
  'The one of them that was probably meant.': 'El que probablemente se quiso escribir.',
  'Seconds to wait, as in Retry-After; with 429 alone.':
    'Segundos de espera, como en Retry-After; solo con 429.',
  'Whether reads can be served.': 'Si se pueden servir lecturas.',
  'The version of this software.': 'La versión de este software.',
  'True while the corpus is made up; absent when unknown.':
    'true mientras el corpus es inventado; ausente cuando no se sabe.',
  'What was looked at. Only database and migrations make the service degraded.':
    'Lo que se revisó. Solo database y migrations dejan el servicio en degraded.',
  'Whether the database answers.': 'Si la base de datos responde.',
  'Whether software and schema fit together.': 'Si el software y el esquema van juntos.',
  'The disk of the embedded database; absent without one.':
    'El disco de la base de datos integrada; ausente si no la hay.',
  'The worst of the configured sources. GET /v1/freshness names it.':
    'La peor de las fuentes configuradas. GET /v1/freshness dice cuál.',
  'Whether the release of PostgreSQL has the known security fixes.':
    'Si la versión de PostgreSQL tiene las correcciones de seguridad conocidas.',
  'How old the newest backups are.': 'Qué antigüedad tienen los últimos respaldos.',
}
