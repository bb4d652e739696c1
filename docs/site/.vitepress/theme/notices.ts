/** The notices on the kind of the corpus; `data-corpus` of the page decides which one is shown (style.css). */
export const NOTICES = {
  es: {
    label: 'Sobre los datos',
    sample: [
      'Datos de muestra.',
      'Todas las marcas que entrega este servicio son inventadas; ninguna figura en un registro.',
    ],
    unknown:
      'En este momento no se puede saber si este servicio entrega datos de muestra o los de un registro.',
  },
  en: {
    label: 'About the data',
    sample: [
      'Sample data.',
      'Every mark that this service answers with is made up; none of them is on any register.',
    ],
    unknown: 'Whether this service answers with sample data or with a register is not known at the moment.',
  },
} as const
