import { App } from './app.ts'
import { find } from './elements.ts'

/** Opens the sections that are closed on narrow screens. */
function openSectionsOnWideScreens(): void {
  const screen = matchMedia('(min-width: 48rem)')
  const openOrClose = (): void => {
    for (const id of ['filters', 'status']) find(id, HTMLDetailsElement).open = screen.matches
  }
  screen.addEventListener('change', openOrClose)
  openOrClose()
}

/** Adds the current fragment to the links to the other language. */
function keepViewInLanguageLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a[hreflang]')) {
    for (const event of ['click', 'auxclick', 'contextmenu']) {
      link.addEventListener(event, () => {
        link.hash = location.hash
      })
    }
  }
}

find('explore', HTMLElement).hidden = false
openSectionsOnWideScreens()
keepViewInLanguageLinks()
new App().start()
