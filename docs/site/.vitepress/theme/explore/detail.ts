import type { BrandDetail } from '../../../../../client/src/index.ts'
import { ROLES, SOURCES, TIPOS_DE_ANOTACION } from '../../../../../schemas/catalogs.ts'
import { citationOf } from './cite.ts'
import { curlOf } from './curl.ts'
import { type Child, find, isolated, make, time } from './elements.ts'
import type { Localization } from './localization.ts'
import { nameOf, signTypeOf, stateOf } from './mark.ts'
import { meaning } from './meaning.ts'

const OFFICE_LANGUAGE = 'es'

/** The detail panel: one mark in full, beside the list. */
export class Detail {
  readonly element = find('detail', HTMLElement)
  /** Whether the marks are sample data, from the page or from the service. */
  isSample = document.querySelector('[data-corpus="sample"]') !== null
  readonly #content = find('detail-content', HTMLElement)
  readonly #name = find('detail-name', HTMLHeadingElement)
  readonly #state = find('detail-state', HTMLElement)
  readonly #sample = find('sample', HTMLElement)
  readonly #facts = find('facts', HTMLElement)
  readonly #classes = find('classes', HTMLElement)
  readonly #persons = find('persons', HTMLElement)
  readonly #annotations = find('annotations', HTMLElement)
  readonly #sources = find('sources', HTMLElement)
  readonly #cite = find('cite', HTMLElement)
  readonly #curl = find('detail-curl', HTMLElement)
  readonly #localization: Localization

  constructor(localization: Localization, close: () => void) {
    this.#localization = localization
    find('close', HTMLButtonElement).addEventListener('click', close)
  }

  /** Hides the previous mark while this one loads. */
  showLoading(nroSolicitud: string, url: string): void {
    const { texts, formats } = this.#localization
    this.element.hidden = false
    this.#content.hidden = true
    this.#name.replaceChildren(texts.applicationNumber(formats.number(nroSolicitud)))
    this.#curl.textContent = curlOf(url)
  }

  show(brand: BrandDetail): void {
    const { language, formats } = this.#localization
    this.#name.replaceChildren(nameOf(brand, this.#localization))
    this.#state.replaceChildren(stateOf(brand, this.#localization))
    this.#sample.hidden = !this.isSample
    this.#facts.replaceChildren(...this.#factsOf(brand))
    this.#classes.replaceChildren(this.#listed('div', this.#classesOf(brand)))
    this.#persons.replaceChildren(this.#listed('dl', this.#personsOf(brand)))
    this.#annotations.replaceChildren(this.#listed('ol', this.#annotationsOf(brand)))
    this.#sources.replaceChildren(this.#listed('dl', this.#sourcesOf(brand)))
    this.#cite.textContent = citationOf(brand, {
      language,
      formats,
      isSample: this.isSample,
      now: new Date(),
    })
    this.#content.hidden = false
    this.element.scrollTop = 0
    this.focus()
    this.#scrollToTop()
  }

  focus(): void {
    this.#name.focus({ preventScroll: true })
  }

  /** Scrolls the whole panel into view if a part of it is not visible. */
  #scrollToTop(): void {
    const { top, bottom } = this.element.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) {
      this.element.scrollIntoView({ block: 'start', behavior: 'instant' })
    }
  }

  close(): void {
    this.element.hidden = true
  }

  #listed(kind: 'div' | 'dl' | 'ol', children: readonly HTMLElement[]): HTMLElement {
    return children.length > 0
      ? make(kind, {}, ...children)
      : make('p', { className: 'no-information' }, this.#localization.texts.noInformation)
  }

  #day(iso: string): HTMLElement {
    return time(iso, this.#localization.formats.day(iso))
  }

  #factsOf(brand: BrandDetail): HTMLElement[] {
    const { texts, formats } = this.#localization
    const facts: readonly (readonly [string, Child | undefined])[] = [
      [texts.facts.nroSolicitud, formats.number(brand.nroSolicitud)],
      [texts.facts.nroRegistro, brand.nroRegistro === null ? undefined : formats.number(brand.nroRegistro)],
      [texts.facts.estadoOficina, this.#inOfficeWords(brand.estadoOficina)],
      [texts.facts.tipoSigno, signTypeOf(brand.tipoSigno, this.#localization)],
      [texts.facts.fechaPresentacion, this.#day(brand.fechaPresentacion)],
      [
        texts.facts.fechaPublicacion,
        brand.fechaPublicacion === null ? undefined : this.#day(brand.fechaPublicacion),
      ],
      [texts.facts.fechaRegistro, brand.fechaRegistro === null ? undefined : this.#day(brand.fechaRegistro)],
      [
        texts.facts.fechaVencimiento,
        brand.fechaVencimiento === null ? undefined : this.#day(brand.fechaVencimiento),
      ],
    ]
    return facts.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value ?? '–')))
  }

  /** Texts of the office are in Spanish, in both languages of the page. */
  #inOfficeWords(text: string): HTMLElement {
    return Object.assign(isolated(text), { lang: OFFICE_LANGUAGE })
  }

  #classesOf({ clases }: BrandDetail): HTMLElement[] {
    const { texts } = this.#localization
    return clases.map(({ clase, cobertura }) =>
      make(
        'div',
        {},
        make('h4', {}, texts.classNumber(clase)),
        cobertura === null
          ? make('p', { className: 'no-information' }, texts.noCoverage)
          : make('p', { lang: OFFICE_LANGUAGE, dir: 'auto' }, cobertura),
      ),
    )
  }

  #personsOf({ personas }: BrandDetail): HTMLElement[] {
    const { language, formats } = this.#localization
    const order = Object.keys(ROLES)
    const inOrder = personas.toSorted((one, other) => order.indexOf(one.rol) - order.indexOf(other.rol))
    return [...Map.groupBy(inOrder, ({ rol }) => rol)].map(([rol, ofRole]) =>
      make(
        'div',
        {},
        make('dt', {}, meaning(ROLES, rol, language)),
        ...ofRole.map(({ nombre, pais }) =>
          make('dd', {}, isolated(nombre), ...(pais === null ? [] : [`, ${formats.country(pais)}`])),
        ),
      ),
    )
  }

  #annotationsOf({ anotaciones }: BrandDetail): HTMLElement[] {
    const { language, texts } = this.#localization
    return anotaciones.map(({ fecha, tipo, descripcion, resolucion, fuente }) =>
      make(
        'li',
        {},
        make('p', { className: 'when' }, this.#day(fecha)),
        make('p', {}, make('strong', {}, meaning(TIPOS_DE_ANOTACION, tipo, language))),
        make('p', { lang: OFFICE_LANGUAGE, dir: 'auto' }, descripcion),
        make(
          'p',
          { className: 'small' },
          ...(resolucion === null ? [] : [texts.resolution(resolucion), ' · ']),
          texts.sourceLine(meaning(SOURCES, fuente, language).toLowerCase()),
        ),
      ),
    )
  }

  #sourcesOf({ fuentes }: BrandDetail): HTMLElement[] {
    const { language, texts, formats } = this.#localization
    return fuentes.map(({ fuente, fechaFuente, actualizadoEn }) =>
      make(
        'div',
        {},
        make('dt', {}, meaning(SOURCES, fuente, language)),
        make('dd', {}, texts.sourceDate(formats.day(fechaFuente))),
        make('dd', { className: 'small' }, texts.writtenOn(formats.dayOf(new Date(actualizadoEn)))),
      ),
    )
  }
}
