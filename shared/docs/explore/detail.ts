import type { BrandDetail } from '../../../client/src/index.ts'
import { ROLES, SOURCES, TIPOS_DE_ANOTACION } from '../../../schemas/catalogs.ts'
import { citationOf } from './cite.ts'
import { curlOf } from './curl.ts'
import { type Child, find, foreign, make, time } from './elements.ts'
import { nameOf, signOf, stateOf } from './mark.ts'
import { meaning } from './meaning.ts'
import type { Speech } from './speech.ts'

const OFFICE_LANGUAGE = 'es'

/** One mark in full, beside the list. */
export class Detail {
  readonly place = find('detail', HTMLElement)
  /** Whether the marks are made up: told by the page itself, and by the service. */
  isSample = document.querySelector('[data-corpus="sample"]') !== null
  readonly #dossier = find('dossier', HTMLElement)
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
  readonly #speech: Speech

  constructor(speech: Speech, close: () => void) {
    this.#speech = speech
    find('close', HTMLButtonElement).addEventListener('click', close)
  }

  /** Nothing of another mark is shown while this one comes. */
  await(nroSolicitud: string, url: string): void {
    const { words, formats } = this.#speech
    this.place.hidden = false
    this.#dossier.hidden = true
    this.#name.replaceChildren(words.applicationNumber(formats.number(nroSolicitud)))
    this.#curl.textContent = curlOf(url)
  }

  show(brand: BrandDetail): void {
    const { language, formats } = this.#speech
    this.#name.replaceChildren(nameOf(brand, this.#speech))
    this.#state.replaceChildren(stateOf(brand, this.#speech))
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
    this.#dossier.hidden = false
    this.place.scrollTop = 0
    this.focus()
    this.#intoSight()
  }

  focus(): void {
    this.#name.focus({ preventScroll: true })
  }

  /** All of it: a mark whose lower half is out of sight would have to be scrolled twice. */
  #intoSight(): void {
    const { top, bottom } = this.place.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) {
      this.place.scrollIntoView({ block: 'start', behavior: 'instant' })
    }
  }

  close(): void {
    this.place.hidden = true
  }

  #listed(kind: 'div' | 'dl' | 'ol', children: readonly HTMLElement[]): HTMLElement {
    return children.length > 0
      ? make(kind, {}, ...children)
      : make('p', { className: 'untold' }, this.#speech.words.untold)
  }

  #day(iso: string): HTMLElement {
    return time(iso, this.#speech.formats.day(iso))
  }

  #factsOf(brand: BrandDetail): HTMLElement[] {
    const { words, formats } = this.#speech
    const facts: readonly (readonly [string, Child | undefined])[] = [
      [words.facts.nroSolicitud, formats.number(brand.nroSolicitud)],
      [words.facts.nroRegistro, brand.nroRegistro === null ? undefined : formats.number(brand.nroRegistro)],
      [words.facts.estadoOficina, this.#inOfficeWords(brand.estadoOficina)],
      [words.facts.tipoSigno, signOf(brand.tipoSigno, this.#speech)],
      [words.facts.fechaPresentacion, this.#day(brand.fechaPresentacion)],
      [
        words.facts.fechaPublicacion,
        brand.fechaPublicacion === null ? undefined : this.#day(brand.fechaPublicacion),
      ],
      [words.facts.fechaRegistro, brand.fechaRegistro === null ? undefined : this.#day(brand.fechaRegistro)],
      [
        words.facts.fechaVencimiento,
        brand.fechaVencimiento === null ? undefined : this.#day(brand.fechaVencimiento),
      ],
    ]
    return facts.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value ?? '–')))
  }

  /** What the office wrote is in its own language, whatever that of the page is. */
  #inOfficeWords(text: string): HTMLElement {
    return Object.assign(foreign(text), { lang: OFFICE_LANGUAGE })
  }

  #classesOf({ clases }: BrandDetail): HTMLElement[] {
    const { words } = this.#speech
    return clases.map(({ clase, cobertura }) =>
      make(
        'div',
        {},
        make('h4', {}, words.classNumber(clase)),
        cobertura === null
          ? make('p', { className: 'untold' }, words.noCoverage)
          : make('p', { lang: OFFICE_LANGUAGE, dir: 'auto' }, cobertura),
      ),
    )
  }

  #personsOf({ personas }: BrandDetail): HTMLElement[] {
    const { language, formats } = this.#speech
    const order = Object.keys(ROLES)
    const inOrder = personas.toSorted((one, other) => order.indexOf(one.rol) - order.indexOf(other.rol))
    return [...Map.groupBy(inOrder, ({ rol }) => rol)].map(([rol, ofRole]) =>
      make(
        'div',
        {},
        make('dt', {}, meaning(ROLES, rol, language)),
        ...ofRole.map(({ nombre, pais }) =>
          make('dd', {}, foreign(nombre), ...(pais === null ? [] : [`, ${formats.country(pais)}`])),
        ),
      ),
    )
  }

  #annotationsOf({ anotaciones }: BrandDetail): HTMLElement[] {
    const { language, words } = this.#speech
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
          ...(resolucion === null ? [] : [words.resolution(resolucion), ' · ']),
          words.toldBy(meaning(SOURCES, fuente, language).toLowerCase()),
        ),
      ),
    )
  }

  #sourcesOf({ fuentes }: BrandDetail): HTMLElement[] {
    const { language, words, formats } = this.#speech
    return fuentes.map(({ fuente, fechaFuente, actualizadoEn }) =>
      make(
        'div',
        {},
        make('dt', {}, meaning(SOURCES, fuente, language)),
        make('dd', {}, words.sourceDate(formats.day(fechaFuente))),
        make('dd', { className: 'small' }, words.writtenOn(formats.dayOf(new Date(actualizadoEn)))),
      ),
    )
  }
}
