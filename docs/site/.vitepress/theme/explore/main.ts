import { App } from './app.ts'
import { find } from './elements.ts'

/** Opens the sections that are closed on narrow screens. */
function openSectionsOnWideScreens(signal: AbortSignal): void {
  const screen = matchMedia('(min-width: 48rem)')
  const openOrClose = (): void => {
    for (const id of ['filters', 'status']) find(id, HTMLDetailsElement).open = screen.matches
  }
  screen.addEventListener('change', openOrClose, { signal })
  openOrClose()
}

/** Starts the explorer in the elements of its page, until the page is left. */
export function startExplorer(signal: AbortSignal): void {
  find('explore', HTMLElement).hidden = false
  openSectionsOnWideScreens(signal)
  new App().start(signal)
}
