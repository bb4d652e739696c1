// Does what inline scripts of VitePress do, which the content security policy refuses, and sets the address of /docs.
const appearance = localStorage.getItem('vitepress-theme-appearance') || 'auto'
const { classList } = document.documentElement
if (appearance === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : appearance === 'dark') {
  classList.add('dark')
}
classList.toggle('mac', /Mac|iPhone|iPod|iPad/i.test(navigator.platform))

// The router decodes the fragment, and fails if it is malformed.
try {
  decodeURIComponent(location.hash)
} catch {
  history.replaceState(history.state, '', location.pathname)
}

// The service also serves the reference at /docs, in the language of the reader. The router knows only the address of the page.
if (location.pathname === '/docs') {
  history.replaceState(history.state, '', `/docs/${document.documentElement.lang}/reference${location.hash}`)
}
