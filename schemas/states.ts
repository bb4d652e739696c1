import type { Source } from './catalogs.ts'

/** The codes that this service defines itself, each with its meaning in Spanish and English. */

/**
 * How often the office publishes each source, in the time zone America/Santiago (docs/contract.md#what-the-service-does,
 * rule 4).
 */
export const CADENCES = {
  sheets: 'daily',
  bulletin: 'monday-to-friday',
  portal: 'continuous',
} as const satisfies Record<Source, keyof typeof RHYTHMS>

/** The possible values of `CADENCES`. */
export const RHYTHMS = {
  daily: { es: 'Todos los días', en: 'Every day' },
  'monday-to-friday': {
    es: 'De lunes a viernes, salvo feriados de Chile',
    en: 'Monday to Friday, except Chilean public holidays',
  },
  continuous: { es: 'A toda hora', en: 'At any time' },
} as const

/** `state` of a source in `/v1/freshness`. */
export const SOURCE_STATES = {
  current: {
    es: 'El atraso de la fuente está dentro del umbral',
    en: 'The lag of the source is within the threshold',
  },
  stale: {
    es: 'El atraso de la fuente supera el umbral, o la fuente nunca se ha leído',
    en: 'The lag of the source exceeds the threshold, or the source was never read',
  },
  not_configured: {
    es: 'La fuente no tiene dirección configurada ni datos cargados',
    en: 'The source has neither a configured address nor loaded data',
  },
} as const

/** `status` of a synchronization run. */
export const RUN_STATUSES = {
  running: {
    es: 'La sincronización está en curso; tras 60 s sin señales de su proceso se considera fallida',
    en: 'The run is in progress; after 60 s without a heartbeat from its process, the run counts as failed',
  },
  succeeded: {
    es: 'La sincronización terminó, y los datos que leyó están en el corpus',
    en: 'The run ended, and the data that it read is in the corpus',
  },
  failed: {
    es: 'La sincronización falló; el campo error indica el motivo',
    en: 'The run failed; error gives the reason',
  },
  skipped: {
    es: 'Si el campo error es null, la fuente no tenía nada nuevo; si no, la sincronización no leyó la fuente, y el campo error indica el motivo',
    en: 'If error is null, the source had nothing new; otherwise, the run did not read the source, and error gives the reason',
  },
  held: {
    es: 'Un control de calidad detuvo la sincronización antes de aplicar sus datos; el operador puede aceptar los datos',
    en: 'A quality gate stopped the run before its data was applied; the operator can accept the data',
  },
} as const

/** `trigger` of a run. */
export const TRIGGERS = {
  schedule: { es: 'La programación', en: 'The schedule' },
  manual: { es: 'Una persona', en: 'A person' },
  catch_up: {
    es: 'La programación, para hacer una sincronización que no se inició a su hora',
    en: 'The schedule, to make up for a missed run',
  },
} as const

/** `fuente` of an annotation: the source that reported it. */
export const ANNOTATION_SOURCES = {
  bulletin: { es: 'El estado diario', en: 'The status bulletin' },
  portal: {
    es: 'El portal de búsqueda, si el estado diario no ha informado la anotación',
    en: 'The search portal, if the bulletin has not reported the annotation',
  },
} as const

/** `tipo` of a change in the changes feed. */
export const CHANGE_KINDS = {
  alta: { es: 'Una marca nueva', en: 'A new mark' },
  cambio: {
    es: 'Una marca en la que cambió algún campo distinto de anotaciones',
    en: 'A mark in which a field other than anotaciones changed',
  },
  anotacion: {
    es: 'Una marca en la que solo cambiaron las anotaciones',
    en: 'A mark in which only anotaciones changed',
  },
  baja: {
    es: 'Una marca que ya no está en el corpus; reservado, porque hoy ninguna fuente retira marcas',
    en: 'A mark that is no longer in the corpus; reserved, because no source removes marks today',
  },
  carga: {
    es: 'Se cargó un corpus nuevo: hay que volver a leer todas las marcas',
    en: 'A new corpus was loaded: read all marks again',
  },
} as const

/** Values of `incluir`: additional fields of an item. */
export const INCLUDED = {
  clasesNiza: { es: 'los números de las clases de la marca', en: 'the class numbers of the mark' },
  coincidencia: {
    es: 'en qué coincide la denominación de la marca con el parámetro q',
    en: 'how the name of the mark matches q',
  },
  titular: {
    es: 'los solicitantes y titulares de la marca',
    en: 'the applicants and holders of the mark',
  },
} as const

/** How two names or two words match (`modos` and `modo` of a `coincidencia`), most specific first. */
export const MATCH_MODES = {
  igual: {
    es: 'Las mismas palabras en el mismo orden, sin distinguir mayúsculas, tildes ni puntuación',
    en: 'The same words in the same order, ignoring case, accents and punctuation',
  },
  mismas_letras: {
    es: 'Las mismas letras, separadas en palabras de otro modo',
    en: 'The same letters, split into words differently',
  },
  mismo_sonido: { es: 'El mismo código fonético en español', en: 'The same phonetic code in Spanish' },
  una_errata: {
    es: 'Un error de escritura en las letras o en el código fonético: una letra de más, de menos o distinta, o dos letras vecinas cambiadas de orden. Ambos textos tienen al menos 3 letras',
    en: 'One typing error in the letters or in the phonetic code: one letter added, missing or different, or two adjacent letters swapped. Both texts have at least 3 letters',
  },
  dos_erratas: {
    es: 'Dos errores de escritura en las letras o en el código fonético. Ambos textos tienen al menos 6 letras',
    en: 'Two typing errors in the letters or in the phonetic code. Both texts have at least 6 letters',
  },
  empieza_igual: {
    es: 'Al menos las tres primeras letras son las mismas',
    en: 'At least the first three letters are the same',
  },
  termina_igual: {
    es: 'Al menos las tres últimas letras son las mismas',
    en: 'At least the last three letters are the same',
  },
  elemento: {
    es: 'Todas las palabras de la denominación están en la consulta. O la consulta entera es parte de una palabra de la denominación, o la denominación entera es parte de una palabra de la consulta. Esa parte tiene al menos 3 letras al comienzo o al final de la palabra, o al menos 5 en el medio',
    en: 'All words of the name are in the query. Or the whole query is part of a word of the name, or the whole name is part of a word of the query. Such a part has at least 3 letters at the beginning or end of the word, or at least 5 in the middle',
  },
  todas_las_palabras: {
    es: 'La denominación tiene todas las palabras de la consulta, en cualquier orden',
    en: 'The name has all words of the query, in any order',
  },
  parecido: {
    es: 'Ninguna de las anteriores: solo se parecen algunas palabras o letras',
    en: 'None of the above: only some words or letters are similar',
  },
} as const

/** `status` of `/health`. */
export const HEALTH_STATUSES = {
  ok: { es: 'Se pueden servir lecturas (200)', en: 'Reads can be served (200)' },
  degraded: { es: 'No se pueden servir lecturas (503)', en: 'Reads cannot be served (503)' },
} as const

/** The possible values of each of the `checks` of `/health`. */
export const HEALTH_CHECKS = {
  database: {
    ok: { es: 'La base de datos responde', en: 'The database answers' },
    unreachable: { es: 'La base de datos no responde a tiempo', en: 'The database does not answer in time' },
  },
  migrations: {
    ok: {
      es: 'El esquema tiene la versión que necesita este software',
      en: 'The schema has the version that this software needs',
    },
    missing: { es: 'Este software necesita un esquema más nuevo', en: 'This software needs a newer schema' },
    newer: { es: 'El esquema necesita un software más nuevo', en: 'The schema needs newer software' },
    unknown: { es: 'No se pudo comprobar', en: 'The check was not possible' },
  },
  postgresql: {
    ok: {
      es: 'PostgreSQL tiene la versión menor mínima que se acepta, o una más nueva',
      en: 'PostgreSQL has the lowest accepted minor release or a newer release',
    },
    outdated: {
      es: 'A la versión menor de PostgreSQL le faltan correcciones de seguridad',
      en: 'The minor release of PostgreSQL lacks security fixes',
    },
    unlisted: {
      es: 'Este software no conoce la versión mayor de PostgreSQL',
      en: 'This software does not know the major version of PostgreSQL',
    },
    unknown: { es: 'No se pudo comprobar', en: 'The check was not possible' },
  },
  disk: {
    ok: { es: 'Hay espacio suficiente', en: 'There is enough space' },
    low: { es: 'Queda libre menos de 1 GiB', en: 'Under 1 GiB is free' },
    full: { es: 'No queda espacio suficiente para escribir', en: 'There is not enough space left to write' },
    'read-only': { es: 'No se puede escribir en el disco', en: 'The disk cannot be written to' },
    unreachable: {
      es: 'El disco no responde, o la carpeta no existe',
      en: 'The disk does not answer, or the folder does not exist',
    },
  },
  syncs: {
    ok: { es: 'Todas las fuentes están al día', en: 'All sources are current' },
    failing: {
      es: 'La última sincronización de una fuente falló o fue detenida',
      en: 'The last run of a source failed or was held',
    },
    stale: {
      es: 'El atraso de una fuente supera el que admite el operador',
      en: 'The lag of a source exceeds the lag that the operator allows',
    },
    none: { es: 'No hay fuentes configuradas', en: 'No source is configured' },
    unknown: { es: 'No se pudo comprobar', en: 'The check was not possible' },
  },
  backups: {
    ok: { es: 'Los respaldos están al día', en: 'The backups are current' },
    late: {
      es: 'El último respaldo de las claves tiene más de 30 minutos, o el último del corpus más de 50 horas',
      en: 'The newest backup of the keys is older than 30 minutes, or the newest backup of the corpus older than 50 hours',
    },
    'same-disk': {
      es: 'Los respaldos están al día, pero en el mismo disco que la base de datos',
      en: 'The backups are current, but on the same disk as the database',
    },
    none: { es: 'No hay un destino de respaldos configurado', en: 'No backup target is configured' },
    unknown: { es: 'No se pudo comprobar', en: 'The check was not possible' },
  },
} as const
