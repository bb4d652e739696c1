// Makes elements that are wider than the page scrollable by keyboard; narrower ones get no tab stop.
const scrollers = [...document.querySelectorAll('.scroll')]

const updateTabStops = () => {
  for (const scroller of scrollers) {
    if (scroller.scrollWidth > scroller.clientWidth) {
      scroller.setAttribute('tabindex', '0')
    } else {
      scroller.removeAttribute('tabindex')
    }
  }
}

updateTabStops()
const observer = new ResizeObserver(updateTabStops)
for (const scroller of scrollers) {
  observer.observe(scroller)
}

// Adds a copy button to blocks of code, where the browser lets pages write to the clipboard.
const { copy, copied } = document.currentScript.dataset
const content = document.getElementById('content')
const blocks = content.querySelectorAll('pre')
if (navigator.clipboard && blocks.length > 0) {
  const status = document.createElement('p')
  status.className = 'visually-hidden'
  status.setAttribute('role', 'status')
  content.append(status)
  for (const block of blocks) {
    addCopyButton(block, status)
  }
}

/** Adds a copy button to a block of code; `status` announces the copy to screen readers. */
function addCopyButton(block, status) {
  const frame = document.createElement('div')
  frame.className = 'code'
  const button = document.createElement('button')
  button.type = 'button'
  button.lang = document.documentElement.lang
  button.textContent = copy
  let back
  const show = (label, announcement) => {
    clearTimeout(back)
    button.textContent = label
    status.textContent = announcement
  }
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent.trimEnd()) // a line break at the end would run the pasted command
      show(copied, copied)
      back = setTimeout(show, 3000, copy, '')
    } catch {
      getSelection().selectAllChildren(block) // so that the reader can copy it
    }
  })
  block.replaceWith(frame)
  frame.append(block, button)
}

// On narrow screens the list of pages covers the page: close it when a link is chosen.
document.getElementById('pages')?.addEventListener('click', ({ currentTarget, target }) => {
  if (target.closest('a') && currentTarget.matches(':popover-open')) {
    currentTarget.hidePopover()
  }
})

// Browsers move the focus with a skip link, but not while a script renders the page, as in the reference.
document.querySelector('.skip').addEventListener('click', () => {
  document.getElementById('content').focus()
})
