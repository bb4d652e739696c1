import type { BrandDetail } from '../../../client/src/index.ts'
import type { Asking } from './asking.ts'
import type { Detail } from './detail.ts'
import { find } from './elements.ts'
import { Remembered } from './remembered.ts'
import { askingAt, type Session } from './session.ts'

/** Reads one mark in detail. */
export class Reading {
  readonly #session: Session
  readonly #detail: Detail
  readonly #asking: Asking
  readonly #brands = new Remembered<BrandDetail>()

  constructor(session: Session, detail: Detail) {
    this.#session = session
    this.#detail = detail
    this.#asking = askingAt(session, detail.place, find('detail-trouble', HTMLElement))
  }

  open(nroSolicitud: string): void {
    const { client } = this.#session
    if (client === undefined) return
    const url = client.urls.getBrand(nroSolicitud)
    this.#asking.stop()
    this.#detail.await(nroSolicitud, url)
    const remembered = this.#brands.get(url)
    if (remembered !== undefined) {
      this.#detail.show(remembered)
      return
    }
    this.#asking.ask(
      (signal) => client.getBrand(nroSolicitud, { signal }),
      (brand) => {
        this.#brands.set(url, brand)
        this.#detail.show(brand)
      },
    )
  }

  close(): void {
    this.#asking.stop()
    this.#detail.close()
  }

  /** Nothing is kept of what a key has brought. */
  forget(): void {
    this.close()
    this.#brands.clear()
  }
}
