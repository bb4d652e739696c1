// What is wider than the page can be scrolled by keyboard, too; what is not is no stop on the way.
const scrollers = [...document.querySelectorAll('.scroll')]

const mark = () => {
  for (const scroller of scrollers) {
    if (scroller.scrollWidth > scroller.clientWidth) {
      scroller.setAttribute('tabindex', '0')
    } else {
      scroller.removeAttribute('tabindex')
    }
  }
}

mark()
const observer = new ResizeObserver(mark)
for (const scroller of scrollers) {
  observer.observe(scroller)
}

// What stands in a block of code can be taken along, where the browser lets pages write to the clipboard.
const { copy, copied } = document.currentScript.dataset
const content = document.getElementById('content')
const blocks = content.querySelectorAll('pre')
if (navigator.clipboard && blocks.length > 0) {
  const status = document.createElement('p')
  status.className = 'heard'
  status.setAttribute('role', 'status')
  content.append(status)
  for (const block of blocks) {
    addCopyButton(block, status)
  }
}

/** Puts a button beside a block of code; `status` is what tells those who hear the page that it was copied. */
function addCopyButton(block, status) {
  const frame = document.createElement('div')
  frame.className = 'code'
  const button = document.createElement('button')
  button.type = 'button'
  button.lang = document.documentElement.lang
  button.textContent = copy
  let back
  const say = (word, heard) => {
    clearTimeout(back)
    button.textContent = word
    status.textContent = heard
  }
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent.trimEnd()) // a line's end would run what is pasted
      say(copied, copied)
      back = setTimeout(say, 3000, copy, '')
    } catch {
      getSelection().selectAllChildren(block) // for the reader's own hand
    }
  })
  block.replaceWith(frame)
  frame.append(block, button)
}

// The list of pages covers the page on a telephone, and is in the way of a section that was chosen in it.
document.getElementById('pages')?.addEventListener('click', ({ currentTarget, target }) => {
  if (target.closest('a') && currentTarget.matches(':popover-open')) {
    currentTarget.hidePopover()
  }
})

// Browsers move the focus along with such a link by themselves, but not while a page draws itself as the reference does.
document.querySelector('.skip').addEventListener('click', () => {
  document.getElementById('content').focus()
})
