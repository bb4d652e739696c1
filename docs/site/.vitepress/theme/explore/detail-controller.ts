import type { BrandDetail } from '../../../../../client/src/index.ts'
import { AnswerCache } from './answer-cache.ts'
import type { Detail } from './detail.ts'
import { find } from './elements.ts'
import type { LatestRequest } from './latest-request.ts'
import { createRequest, type KeySession } from './session.ts'

/** Loads one mark and shows it in the detail panel. */
export class DetailController {
  readonly #session: KeySession
  readonly #detail: Detail
  readonly #request: LatestRequest
  readonly #brands = new AnswerCache<BrandDetail>()

  constructor(session: KeySession, detail: Detail) {
    this.#session = session
    this.#detail = detail
    this.#request = createRequest(session, detail.element, find('detail-error', HTMLElement))
  }

  open(nroSolicitud: string): void {
    const { client } = this.#session
    if (client === undefined) return
    const url = client.urls.getBrand(nroSolicitud)
    this.#request.cancel()
    this.#detail.showLoading(nroSolicitud, url)
    const cached = this.#brands.get(url)
    if (cached !== undefined) {
      this.#detail.show(cached)
      return
    }
    this.#request.send(
      (signal) => client.getBrand(nroSolicitud, { signal }),
      (brand) => {
        this.#brands.set(url, brand)
        this.#detail.show(brand)
      },
    )
  }

  close(): void {
    this.#request.cancel()
    this.#detail.close()
  }

  /** Discards everything that was loaded with the key. */
  reset(): void {
    this.close()
    this.#brands.clear()
  }
}
