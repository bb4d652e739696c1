/** A text in the two languages of the documentation. */
export interface Bilingual {
  readonly en: string
  readonly es: string
}
