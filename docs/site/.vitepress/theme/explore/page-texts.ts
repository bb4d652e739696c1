/**
 * The texts of the explore page as it is served; explore/texts.ts has those of its script. Links are Markdown, relative to the
 * pages of the language.
 */
export const EXPLORE_TEXTS = {
  title: { en: 'Explore the register', es: 'Explorar el registro' },
  noScript: {
    en: 'This page is drawn by a script. Without it, the [quick start](quick-start) shows the same searches as commands.',
    es: 'Esta página necesita un script. Sin él, los [primeros pasos](quick-start) muestran las mismas búsquedas como comandos.',
  },
  key: { en: 'API key', es: 'Clave de la API' },
  useKey: { en: 'Use this key', es: 'Usar esta clave' },
  keyHelp: {
    en: 'It stays in the memory of this tab: it is stored nowhere, stands in no address, and is gone once the page is loaded again. [Who gives out keys](quick-start#have-a-key).',
    es: 'Queda en la memoria de esta pestaña: no se guarda en ninguna parte, no figura en ninguna dirección y desaparece al recargar la página. [Quién entrega las claves](quick-start#tener-una-clave).',
  },
  loading: { en: 'One moment …', es: 'Un momento …' },
  name: { en: 'Name of the mark', es: 'Denominación de la marca' },
  search: { en: 'Search', es: 'Buscar' },
  nameHelp: {
    en: 'Hits come as you type; each search counts as one request of the month. Enter asks at once.',
    es: 'Los resultados aparecen al escribir; cada búsqueda cuenta como una consulta del mes. Con Enter se consulta de inmediato.',
  },
  filters: { en: 'Filters', es: 'Filtros' },
  any: { en: 'any', es: 'cualquiera' },
  clase: { en: 'Class', es: 'Clase' },
  goods: { en: 'goods', es: 'productos' },
  services: { en: 'services', es: 'servicios' },
  estado: { en: 'Status', es: 'Estado' },
  tipoSigno: { en: 'Sign type', es: 'Tipo de signo' },
  fechaDesde: { en: 'Filed from', es: 'Presentada desde' },
  fechaHasta: { en: 'Filed until', es: 'Presentada hasta' },
  clear: { en: 'Clear', es: 'Limpiar' },
  status: { en: 'Sources and limits:', es: 'Fuentes y límites:' },
  freshness: { en: 'How fresh the sources are', es: 'Actualización de las fuentes' },
  noFreshness: {
    en: 'How fresh the sources are is told to keys with the scope insights:read.',
    es: 'La actualización de las fuentes se informa a las claves con el alcance insights:read.',
  },
  refresh: { en: 'Ask again', es: 'Consultar de nuevo' },
  limits: { en: 'Requests left', es: 'Consultas disponibles' },
  burst: { en: 'Per minute', es: 'Por minuto' },
  month: { en: 'This month', es: 'Este mes' },
  forget: { en: 'Forget the key', es: 'Olvidar la clave' },
  hits: { en: 'Marks', es: 'Marcas' },
  start: {
    en: 'Type a name, choose a filter, or press Enter for the newest filings. Enter on an application number opens its mark; a registration number does not, and may be the application number of another mark.',
    es: 'Escriba una denominación, elija un filtro o presione Enter para ver las presentaciones más recientes. Con Enter, un número de solicitud abre su marca; uno de registro no, y puede ser el número de solicitud de otra marca.',
  },
  emptyResult: {
    en: '**An empty result does not mean that the name is available:** a search does not find what is not on this register, or not yet.',
    es: '**La ausencia de resultados no significa que la marca esté disponible:** lo que no está en este registro, o aún no ha llegado a él, no aparece.',
  },
  otherWays: {
    en: 'Try the distinctive word alone, its beginning or its end, or fewer filters. [What a search finds](searching#what-a-search-finds).',
    es: 'Conviene probar la palabra distintiva por sí sola, su comienzo o su final, o con menos filtros. [Qué encuentra una búsqueda](searching#qué-encuentra-una-búsqueda).',
  },
  notClearance: {
    en: 'This list clears nothing either: what is not on it may stand in the way all the same. [What a search does not find](searching#what-it-does-not-find).',
    es: 'Esta lista no es un estudio de registrabilidad: también lo que no figura en ella puede obstar al registro. [Qué no encuentra una búsqueda](searching#qué-no-encuentra).',
  },
  scoreNote: {
    en: 'Best match first. The score orders the marks of this one search: it is no degree of likeness, and no two searches compare by it. [More](searching#what-score-means).',
    es: 'Primero lo más parecido. El score ordena las marcas de esta sola búsqueda: no es un grado de semejanza, y no permite comparar dos búsquedas. [Más](searching#qué-significa-score).',
  },
  request: { en: 'The request, as curl', es: 'La consulta, como curl' },
  noRequest: { en: 'Nothing has been asked so far.', es: 'Aún no se ha consultado nada.' },
  requestNote: {
    en: 'The key is your own variable `KEY`: [quick start](quick-start).',
    es: 'La clave es su propia variable `KEY`: [primeros pasos](quick-start).',
  },
  close: { en: 'Close', es: 'Cerrar' },
  back: { en: 'Back to the list', es: 'Volver a la lista' },
  aboutState: {
    en: '[what a status tells](searching#estado-where-an-application-stands)',
    es: '[qué indica un estado](searching#estado-en-qué-va-una-solicitud)',
  },
  sample: {
    en: '**Sample data.** This mark is made up; it is on no register.',
    es: '**Datos de muestra.** Esta marca es inventada; no figura en ningún registro.',
  },
  classes: { en: 'Classes', es: 'Clases' },
  persons: { en: 'Persons', es: 'Personas' },
  timeLine: { en: 'Time line', es: 'Línea de tiempo' },
  sources: { en: 'Sources', es: 'Fuentes' },
  cite: { en: 'How to cite', es: 'Cómo citar' },
  noCertificate: {
    en: 'This is not a certificate. Before you rely on it, look at the record at the office: [what the data is](data).',
    es: 'Esto no es un certificado ni una notificación. Antes de cualquier actuación relevante, se revisa el expediente en la oficina: [qué son los datos](data).',
  },
} as const
