import { describe, expect, test } from '@jest/globals'
import { render } from './render.ts'

const page = (markdown: string) => render(`# Title\n\n${markdown}`, '/docs/en/')

describe('a heading', () => {
  test('at the start is the title of the page', () => {
    expect(render('# Limits & `quota`\n\n## A\n\n### B\n\n## C', '/docs/en/')).toMatchObject({
      title: 'Limits & quota',
      sections: [
        { id: 'a', title: 'A' },
        { id: 'c', title: 'C' },
      ],
    })
    expect(() => render('## Limits', '/docs/en/')).toThrow('must start with its title')
  })

  test('has an id of its words, with a number if it is repeated', () => {
    const { html } = page('## Qué hacer, y cuándo\n\n## Data\n\n## Data\n\n## Data or not')
    expect([...html.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => id)).toEqual([
      'qué-hacer-y-cuándo',
      'data',
      'data-1',
      'data-or-not',
    ])
  })
})

test.each([
  ['errors', '/docs/en/errors'],
  ['errors.md', '/docs/en/errors'],
  ['./errors.md#codes', '/docs/en/errors#codes'],
  ['index.md', '/docs/en'],
  ['../es/errors.md', '/docs/es/errors'],
  ['/docs/en/errors.md', '/docs/en/errors.md'],
  ['#here', '#here'],
  ['https://elsewhere.example/a.md', 'https://elsewhere.example/a.md'],
])('a link to %s is resolved to %s', (written, href) => {
  const { html, links } = page(`[there](${written})`)
  expect(links).toEqual([href])
  expect(html).toContain(`<a href="${href}">there</a>`)
})

describe('HTML in a page', () => {
  test.each(['<script>alert(1)</script>', 'a <img src=x onerror=alert(1)> b', '<div>\n\ntext\n\n</div>'])(
    'is shown, and is none: %s',
    (html) => {
      expect(page(html).html).not.toMatch(/<(script|img|div)/)
    },
  )

  test('in a comment is an unknown placeholder', () => {
    expect(() => page('<!-- table : errors -->')).toThrow('Unknown placeholder')
    expect(() => page('a <!-- table: errors --> b')).toThrow('Unknown placeholder')
  })

  test('in code is shown as code', () => {
    expect(page('`<b>`').html).toContain('<code>&lt;b&gt;</code>')
    expect(page('```html\n<b>\n```').html).toContain('<code class="language-html">&lt;b&gt;')
  })
})

test('tables and code blocks scroll on narrow screens', () => {
  expect(page('| a |\n|---|\n| b |').html).toContain('<div class="scroll">\n<table>')
  expect(page('```sh\na\n```').html).toContain('<pre class="scroll">')
})
