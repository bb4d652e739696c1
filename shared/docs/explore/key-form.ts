import { find, say } from './elements.ts'
import type { Speech } from './speech.ts'

/** Where the key is typed in. It is handed on, and stays in no field: there is nothing to keep, fill in or read there. */
export class KeyForm {
  readonly place = find('key-form', HTMLFormElement)
  readonly #field = find('key', HTMLInputElement)
  readonly #mistake = find('key-mistake', HTMLElement)
  readonly #desk = find('desk', HTMLElement)
  readonly #speech: Speech

  constructor(speech: Speech, turns: { use(key: string): void; forget(): void }) {
    this.#speech = speech
    this.place.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#take(turns.use)
    })
    find('forget', HTMLButtonElement).addEventListener('click', () => {
      turns.forget()
      this.open('')
      speech.tell(speech.words.keyForgotten)
    })
  }

  /** Asks for a key, and says what was wrong with the last one. */
  open(mistake: string): void {
    this.place.hidden = false
    this.#desk.hidden = true
    this.#field.value = ''
    this.#complain(mistake)
    this.#field.focus()
  }

  /** The key is good. */
  close(): void {
    this.place.hidden = true
    this.#desk.hidden = false
    this.#field.value = ''
    this.#complain('')
  }

  #take(use: (key: string) => void): void {
    const key = this.#field.value.trim()
    // A header takes no other characters, and no key has them.
    if (!/^[\x21-\x7e]+$/.test(key)) {
      this.#complain(this.#speech.words.keyMissing)
      this.#field.focus()
      return
    }
    this.#complain('')
    use(key)
  }

  #complain(mistake: string): void {
    say(this.#mistake, mistake)
    if (mistake === '') {
      this.#field.removeAttribute('aria-invalid')
    } else {
      this.#field.ariaInvalid = 'true'
    }
  }
}
