import { find, setText } from './elements.ts'
import type { Localization } from './localization.ts'

/** The form for the key. It passes the key on and clears the field, so that browsers cannot store or fill it. */
export class KeyForm {
  readonly element = find('key-form', HTMLFormElement)
  readonly #field = find('key', HTMLInputElement)
  readonly #mistake = find('key-mistake', HTMLElement)
  readonly #app = find('with-key', HTMLElement)
  readonly #localization: Localization

  constructor(localization: Localization, actions: { use(key: string): void; forget(): void }) {
    this.#localization = localization
    this.element.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#submit(actions.use)
    })
    find('forget', HTMLButtonElement).addEventListener('click', () => {
      actions.forget()
      this.open('')
      localization.announce(localization.texts.keyForgotten)
    })
  }

  /** Shows the form, with the error of the last key. */
  open(mistake: string): void {
    this.element.hidden = false
    this.#app.hidden = true
    this.#field.value = ''
    this.#showError(mistake)
    this.#field.focus()
  }

  /** Hides the form after the key was accepted. */
  close(): void {
    this.element.hidden = true
    this.#app.hidden = false
    this.#field.value = ''
    this.#showError('')
  }

  #submit(use: (key: string) => void): void {
    const key = this.#field.value.trim()
    // A header value allows no other characters, and no key has them.
    if (!/^[\x21-\x7e]+$/.test(key)) {
      this.#showError(this.#localization.texts.keyMissing)
      this.#field.focus()
      return
    }
    this.#showError('')
    use(key)
  }

  #showError(mistake: string): void {
    setText(this.#mistake, mistake)
    if (mistake === '') {
      this.#field.removeAttribute('aria-invalid')
    } else {
      this.#field.ariaInvalid = 'true'
    }
  }
}
