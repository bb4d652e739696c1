import type { Source } from './catalogs.ts'

/** The codes in which the service reports its state, each with its meaning in both languages. */

/** How often the office publishes in each source, America/Santiago (docs/contract.md#what-the-service-does, rule 4). */
export const CADENCES = {
  sheets: 'daily',
  bulletin: 'monday-to-friday',
  portal: 'continuous',
} as const satisfies Record<Source, keyof typeof RHYTHMS>

/** The rhythms of `CADENCES`. */
export const RHYTHMS = {
  daily: { es: 'Todos los días', en: 'Every day' },
  'monday-to-friday': {
    es: 'De lunes a viernes, salvo feriados de Chile',
    en: 'Monday to Friday, but Chilean public holidays',
  },
  continuous: { es: 'A toda hora', en: 'At any time' },
} as const

/** `state` of a source in `/v1/freshness`. */
export const SOURCE_STATES = {
  current: { es: 'Su atraso está dentro del umbral', en: 'Its lag is within the threshold' },
  stale: {
    es: 'Su atraso supera el umbral, o nunca se ha leído',
    en: 'Its lag exceeds the threshold, or it was never read',
  },
  not_configured: {
    es: 'No tiene dirección configurada, y nada se ha cargado de ella',
    en: 'It has no configured address, and nothing was loaded from it',
  },
} as const

/** `status` of a run of synchronization. */
export const RUN_STATUSES = {
  running: {
    es: 'En curso; tras 60 s sin señales ha fallado',
    en: 'Under way; after 60 s without a sign of life it has failed',
  },
  succeeded: {
    es: 'Terminó, y lo leído está en el corpus',
    en: 'It ended, and what it read is in the corpus',
  },
  failed: { es: 'Falló; error dice por qué', en: 'It failed; error says why' },
  skipped: {
    es: 'No había nada nuevo, u otra sincronización tiene la fuente (entonces error lo dice)',
    en: 'There was nothing new, or another run holds the source (then error says so)',
  },
  held: {
    es: 'Un control la detuvo, porque la fuente tiene un mal día',
    en: 'A guard stopped it, because its source has a bad day',
  },
} as const

/** `trigger` of a run: what started it. */
export const TRIGGERS = {
  schedule: { es: 'La programación', en: 'The schedule' },
  manual: { es: 'Una persona', en: 'A person' },
  catch_up: {
    es: 'La programación, por una hora que se había perdido',
    en: 'The schedule, for a time that was missed',
  },
} as const

/** `fuente` of an annotation: the source that reported it. */
export const ANNOTATION_SOURCES = {
  bulletin: { es: 'El estado diario', en: 'The status bulletin' },
  portal: {
    es: 'El portal de búsqueda, donde el estado diario no lo ha hecho',
    en: 'The search portal, where the bulletin has not',
  },
} as const

/** `tipo` of a change of a mark. */
export const CHANGE_KINDS = {
  alta: { es: 'Una marca nueva', en: 'A new mark' },
  cambio: {
    es: 'Una marca con otro valor en algún campo además de anotaciones',
    en: 'A mark with another value in a field besides anotaciones',
  },
  anotacion: {
    es: 'Una marca con otras anotaciones, y todo lo demás igual',
    en: 'A mark with other anotaciones and everything else as it was',
  },
  baja: {
    es: 'Una marca que ya no está en el corpus; reservado, porque hoy ninguna fuente retira marcas',
    en: 'A mark that is no longer in the corpus; reserved, because no source removes marks today',
  },
  carga: {
    es: 'Se cargó un corpus nuevo: hay que leer las marcas de nuevo desde el principio',
    en: 'A new corpus was loaded: the marks have to be read again from the start',
  },
} as const

/** Values of `incluir`: fields of an item that are computed on request. */
export const INCLUDED = {
  clasesNiza: { es: 'los números de sus clases', en: 'the numbers of its classes' },
  coincidencia: { es: 'en qué coincide su denominación con q', en: 'how its name matches q' },
  titular: { es: 'sus solicitantes y titulares', en: 'its applicants and holders' },
} as const

/** `modos` and `modo` of a `coincidencia`: how two names or two words match, most specific first. */
export const MATCH_MODES = {
  igual: {
    es: 'Las mismas palabras en el mismo orden, sin contar mayúsculas, tildes ni puntuación',
    en: 'The same words in the same order, once case, accents and punctuation are dropped',
  },
  mismas_letras: {
    es: 'Las mismas letras, separadas en otras palabras',
    en: 'The same letters, split into other words',
  },
  mismo_sonido: { es: 'El mismo código fonético en español', en: 'The same phonetic code in Spanish' },
  una_errata: {
    es: 'Un error de escritura, en las letras o en el código fonético, si ambos tienen 3 letras o más: una letra de más, de menos o distinta, o dos letras vecinas cambiadas de orden',
    en: 'One typing error in the letters or in the phonetic code, if both have 3 letters or more: a letter more, less or other, or two adjacent letters swapped',
  },
  dos_erratas: {
    es: 'Dos de esos errores, si ambos tienen 6 letras o más',
    en: 'Two such errors, if both have 6 letters or more',
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
    es: 'Todas las palabras de la denominación están en la consulta, o uno de los dos textos está dentro de una palabra del otro: al comienzo o al final desde 3 letras, en el medio desde 5',
    en: 'All words of the name are in the query, or one of the two texts is within a word of the other one: at its beginning or end from 3 letters on, in its middle from 5',
  },
  todas_las_palabras: {
    es: 'La denominación tiene todas las palabras de la consulta, en cualquier orden',
    en: 'The name has all words of the query, in any order',
  },
  parecido: {
    es: 'Nada de lo anterior: solo se parecen en algunas palabras o letras',
    en: 'None of the others: only some words or letters are similar',
  },
} as const

/** `status` of `/health`. */
export const HEALTH_STATUSES = {
  ok: { es: 'Se pueden servir lecturas (200)', en: 'Reads can be served (200)' },
  degraded: { es: 'No se pueden servir lecturas (503)', en: 'Reads cannot be served (503)' },
} as const

/** `checks` of `/health`, each with what it may say. */
export const HEALTH_CHECKS = {
  database: {
    ok: { es: 'Responde', en: 'It answers' },
    unreachable: { es: 'No responde a tiempo', en: 'It does not answer in time' },
  },
  migrations: {
    ok: { es: 'El esquema es el de este software', en: 'The schema has the version of this software' },
    missing: { es: 'Este software necesita un esquema más nuevo', en: 'This software needs a newer schema' },
    newer: { es: 'El esquema necesita un software más nuevo', en: 'The schema needs newer software' },
    unknown: { es: 'No se pudo preguntar', en: 'It could not be asked' },
  },
  postgresql: {
    ok: {
      es: 'Es la versión menor aceptada más antigua, o una más nueva',
      en: 'It is the lowest accepted minor release, or a newer one',
    },
    outdated: {
      es: 'A su versión menor le faltan correcciones de seguridad',
      en: 'Its minor release lacks security fixes',
    },
    unlisted: {
      es: 'Este software no conoce su versión mayor',
      en: 'This software does not know its major version',
    },
    unknown: { es: 'No se pudo preguntar', en: 'It could not be asked' },
  },
  disk: {
    ok: { es: 'Hay espacio', en: 'There is room' },
    low: { es: 'Queda libre menos de 1 GiB', en: 'Under 1 GiB is free' },
    full: { es: 'No queda espacio para seguir escribiendo', en: 'No room to go on writing' },
    'read-only': { es: 'No se puede escribir en él', en: 'It cannot be written to' },
    unreachable: { es: 'No responde, o no está', en: 'It does not answer, or is not there' },
  },
  syncs: {
    ok: { es: 'Todas al día', en: 'All are current' },
    failing: {
      es: 'La última sincronización de una falló o fue detenida',
      en: 'The last run of one failed or was held',
    },
    stale: {
      es: 'Una está más atrasada de lo que admite su operador',
      en: 'One lies further behind than its operator allows',
    },
    none: { es: 'No hay ninguna', en: 'There is no such source' },
    unknown: { es: 'No se pudo preguntar', en: 'It could not be asked' },
  },
  backups: {
    ok: { es: 'Al día', en: 'Current' },
    late: {
      es: 'El último de las claves tiene más de 30 minutos, o el del corpus más de 50 horas',
      en: 'The newest backup of the keys is older than 30 minutes, or the newest backup of the corpus older than 50 hours',
    },
    none: { es: 'No hay un lugar configurado para ellos', en: 'No place for them is configured' },
    unknown: { es: 'No se pudo preguntar', en: 'It could not be asked' },
  },
} as const
