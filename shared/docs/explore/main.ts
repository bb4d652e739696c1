import { Desk } from './app.ts'
import { find } from './elements.ts'

/** What a telephone has folded is open where there is room for it. */
function unfoldOnScreens(): void {
  const screen = matchMedia('(min-width: 48rem)')
  const unfold = (): void => {
    for (const id of ['filters', 'standing']) find(id, HTMLDetailsElement).open = screen.matches
  }
  screen.addEventListener('change', unfold)
  unfold()
}

/** What is shown stands behind the # of the address, and is shown in the other language, too. */
function takeViewAlong(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a[hreflang]')) {
    for (const event of ['click', 'auxclick', 'contextmenu']) {
      link.addEventListener(event, () => {
        link.hash = location.hash
      })
    }
  }
}

find('explore', HTMLElement).hidden = false
unfoldOnScreens()
takeViewAlong()
new Desk().start()
