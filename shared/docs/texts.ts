import type { Bilingual } from '../../schemas/bilingual.ts'
import type { CorpusKind } from './corpus-kind.ts'

/** The texts of the frame of every page. */
export const FRAME_TEXTS = {
  service: { en: 'Trademark Read Service', es: 'Trademark Read Service' },
  skip: { en: 'Skip to the content', es: 'Ir al contenido' },
  pages: { en: 'Documentation', es: 'Documentación' },
  overview: { en: 'Overview', es: 'Introducción' },
  reference: { en: 'API reference', es: 'Referencia de la API' },
  explore: { en: 'Explore', es: 'Explorar' },
  next: { en: 'Next', es: 'Siguiente' },
  previous: { en: 'Previous', es: 'Anterior' },
  version: { en: 'Version', es: 'Versión' },
  copy: { en: 'Copy', es: 'Copiar' },
  copied: { en: 'Copied', es: 'Copiado' },
  openApi: { en: 'OpenAPI document', es: 'Documento OpenAPI' },
  markdown: { en: 'This page as Markdown', es: 'Esta página en Markdown' },
  forModels: { en: 'For language models', es: 'Para modelos de lenguaje' },
} as const satisfies Record<string, Bilingual>

/** The notice of each page on the kind of the corpus; none for a register. */
export const NOTICES: Readonly<Record<CorpusKind, Bilingual | undefined>> = {
  sample: {
    en: '**Sample data.** Every mark that this service answers with is made up; none of them is on any register.',
    es: '**Datos de muestra.** Todas las marcas que entrega este servicio son inventadas; ninguna figura en un registro.',
  },
  register: undefined,
  unknown: {
    en: 'Whether this service answers with **sample data** or with a register is not known at the moment.',
    es: 'En este momento no se puede saber si este servicio entrega **datos de muestra** o los de un registro.',
  },
}
