// What VitePress has in inline scripts, which the content security policy refuses; and the language of /docs.
const appearance = localStorage.getItem('vitepress-theme-appearance') || 'auto'
const { classList } = document.documentElement
if (appearance === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : appearance === 'dark') {
  classList.add('dark')
}
classList.toggle('mac', /Mac|iPhone|iPod|iPad/i.test(navigator.platform))

// The router decodes the fragment, and fails with one that is malformed.
try {
  decodeURIComponent(location.hash)
} catch {
  history.replaceState(history.state, '', location.pathname)
}

// The reference is also at /docs, in the language of the reader; the router knows its own address alone.
if (location.pathname === '/docs') {
  history.replaceState(history.state, '', `/docs/${document.documentElement.lang}/reference${location.hash}`)
}
