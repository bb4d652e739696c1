import type { Bilingual } from '../../../schemas/bilingual.ts'

/** The texts around the content of every page: navigation, search and buttons. */
export const TEXTS = {
  ownName: { es: 'Español', en: 'English' },
  description: {
    es: 'Una API REST y un servidor MCP, de solo lectura, sobre el registro de marcas de una oficina nacional.',
    en: 'A read-only REST API and MCP server over the trademark register of a national office.',
  },
  overview: { es: 'Introducción', en: 'Overview' },
  outline: { es: 'En esta página', en: 'On this page' },
  previous: { es: 'Anterior', en: 'Previous' },
  next: { es: 'Siguiente', en: 'Next' },
  appearance: { es: 'Apariencia', en: 'Appearance' },
  light: { es: 'Cambiar a modo claro', en: 'Switch to light mode' },
  dark: { es: 'Cambiar a modo oscuro', en: 'Switch to dark mode' },
  menu: { es: 'Documentación', en: 'Documentation' },
  top: { es: 'Volver arriba', en: 'Return to top' },
  language: { es: 'Cambiar idioma', en: 'Change language' },
  skip: { es: 'Ir al contenido', en: 'Skip to the content' },
  search: {
    es: {
      button: { buttonText: 'Buscar en las páginas', buttonAriaLabel: 'Buscar en la documentación' },
      modal: {
        displayDetails: 'Mostrar la lista detallada',
        resetButtonTitle: 'Borrar la búsqueda',
        backButtonTitle: 'Cerrar la búsqueda',
        noResultsText: 'Sin resultados para',
        footer: { selectText: 'abrir', navigateText: 'moverse', closeText: 'cerrar' },
      },
    },
    en: { button: { buttonText: 'Search the pages', buttonAriaLabel: 'Search the documentation' } },
  },
} as const

/** The sections of the sidebar, with their pages in order. Each page has the files `es/NAME.md` and `en/NAME.md`. */
export const SIDEBAR: readonly { title: Bilingual; pages: readonly string[] }[] = [
  {
    title: { es: 'Comenzar', en: 'Start' },
    pages: ['quick-start', 'reference', 'explore'],
  },
  {
    title: { es: 'Guías por rol', en: 'Guides by role' },
    pages: ['attorneys', 'integrators', 'agents', 'operators'],
  },
  {
    title: { es: 'Consultar', en: 'Query' },
    pages: ['searching', 'paging', 'changes', 'errors', 'limits'],
  },
  {
    title: { es: 'Datos y garantías', en: 'Data and guarantees' },
    pages: ['freshness', 'data', 'versioning', 'changelog', 'service-level'],
  },
]
