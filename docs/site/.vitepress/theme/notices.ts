/** The notices for sample data and for an unknown kind of data. style.css shows the notice that matches `data-corpus`. */
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
      'All marks that this service returns are invented; none of them is on any register.',
    ],
    unknown: 'At the moment, it is unknown whether this service returns sample data or data of a register.',
  },
} as const
