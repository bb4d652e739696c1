import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCssVariablesTheme } from 'shiki'
import { type DefaultTheme, defineConfig, type MarkdownOptions, type SiteConfig } from 'vitepress'
import packageJson from '../../../package.json' with { type: 'json' }
import { LANGUAGES, type Language } from '../../../shared/docs/languages.ts'
import { ASSETS, CORPUS, OFFICE_RECORD } from '../../../shared/docs/tokens.ts'
import { fill } from './fill.ts'
import { llmsFullText, llmsText } from './llms.ts'
import { forModels, titleOf } from './markdown-pages.ts'
import { SIDEBAR, TEXTS } from './texts.ts'

const languageOf = (file: string): Language => (/\/docs\/site\/en\/|^en\//.test(file) ? 'en' : 'es')

const SITE = new URL('../', import.meta.url)
const source = (file: string): string => fill(readFileSync(new URL(file, SITE), 'utf8'), languageOf(file))

/** Replaces the inline colours of code tokens by classes, because the content security policy blocks inline styles. */
const classesForColours: NonNullable<MarkdownOptions['codeTransformers']>[number] = {
  pre({ properties }) {
    delete properties.style
  },
  span({ properties }) {
    const token = /--shiki-token-(?<name>[\w-]+)/.exec(String(properties.style ?? ''))?.groups?.name
    delete properties.style
    if (token !== undefined) properties.class = `token-${token}`
  },
}

/** Returns the id of a heading as common Markdown renderers form it: with its accents. */
const slugify = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Returns the theme configuration of a language: the texts, and the navigation with the titles of the pages. */
const themeIn = (language: Language): DefaultTheme.Config => {
  const item = (page: string) => ({
    text: page === 'index' ? TEXTS.overview[language] : titleOf(source(`${language}/${page}.md`)),
    link: `/${language}/${page === 'index' ? '' : page}`,
  })
  const text = <Name extends keyof typeof TEXTS>(name: Name) => TEXTS[name][language]
  return {
    nav: ['quick-start', 'explore', 'reference'].map(item),
    sidebar: SIDEBAR.map(({ title, pages }) => ({ text: title[language], items: pages.map(item) })),
    outline: { level: [2, 3], label: text('outline') },
    docFooter: { prev: text('previous'), next: text('next') },
    darkModeSwitchLabel: text('appearance'),
    lightModeSwitchTitle: text('light'),
    darkModeSwitchTitle: text('dark'),
    sidebarMenuLabel: text('menu'),
    returnToTopLabel: text('top'),
    langMenuLabel: text('language'),
    skipToContentLabel: text('skip'),
  }
}

const SWAGGER = `swagger-ui-${packageJson.devDependencies['swagger-ui-dist']}`

/**
 * Copies the script and the style sheet of Swagger UI to the assets. They are not imported: the script is already a bundle, and
 * VitePress links only the first of several imported style sheets.
 */
function copySwaggerUi({ outDir }: SiteConfig): void {
  for (const [file, extension] of [
    ['swagger-ui-bundle.js', 'js'],
    ['swagger-ui.css', 'css'],
  ]) {
    const from = new URL(`../../../node_modules/swagger-ui-dist/${file}`, import.meta.url)
    copyFileSync(from, join(outDir, ASSETS, `${SWAGGER}.${extension}`))
  }
}

/** Writes each page as a Markdown file, and writes llms.txt and llms-full.txt, which are made from the same Markdown. */
function writeForModels({ outDir, pages }: SiteConfig): void {
  const documents = pages.map((file) => ({
    file,
    language: languageOf(file),
    markdown: forModels(source(file)),
  }))
  for (const { file, markdown } of documents) writeFileSync(join(outDir, file), markdown)
  writeFileSync(join(outDir, 'llms.txt'), llmsText(documents))
  writeFileSync(join(outDir, 'llms-full.txt'), llmsFullText(documents))
}

export default defineConfig({
  base: '/docs/',
  outDir: 'dist',
  assetsDir: ASSETS,
  cleanUrls: true,
  metaChunk: true, // puts the page metadata in a file instead of an inline script
  title: 'Trademark Read Service',
  lang: 'es',
  head: [
    ['link', { rel: 'icon', href: '/docs/icon.svg' }],
    ['script', { src: '/docs/before-paint.js' }],
  ],
  appearance: { disableTransition: false }, // `true` would add an inline style
  srcExclude: ['dist/**', 'samples/**'],
  ignoreDeadLinks: [/^https:/],
  locales: Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      {
        label: TEXTS.ownName[language],
        lang: language,
        description: TEXTS.description[language],
        themeConfig: themeIn(language),
      },
    ]),
  ),
  themeConfig: {
    logo: '/icon.svg',
    externalLinkIcon: false,
    i18nRouting: true,
    notFound: {
      title: 'Página no encontrada · Page not found',
      quote: '/docs/es/ · /docs/en/',
      linkLabel: 'Ir a la documentación',
      linkText: 'Documentación · Documentation',
      link: '/es/',
    },
    search: {
      provider: 'local',
      options: {
        locales: { es: { translations: TEXTS.search.es }, en: { translations: TEXTS.search.en } },
        _render: (markdown, env, renderer) =>
          renderer.render(fill(markdown, languageOf(env.relativePath)), env),
      },
    },
  },
  markdown: {
    theme: createCssVariablesTheme(),
    codeTransformers: [classesForColours],
    codeCopyButtonTitle: 'Copiar · Copy',
    anchor: { slugify },
  },
  vite: {
    plugins: [
      {
        name: 'fill-placeholders',
        enforce: 'pre',
        transform: (code, file) => (file.endsWith('.md') ? fill(code, languageOf(file)) : undefined),
      },
    ],
    define: { SWAGGER_UI: JSON.stringify(`/docs/${ASSETS}/${SWAGGER}`) },
  },
  transformHtml: (html) =>
    html
      .replaceAll(/<script id="check-[\s\S]*?<\/script>/g, '') // before-paint.js replaces these inline scripts
      .replaceAll(/ style="(?:--vp-vh:0px|position:relative);"/g, '') // scripts of the page set these inline styles
      .replace('<html ', `<html data-corpus="${CORPUS}" data-office-record="${OFFICE_RECORD}" `),
  buildEnd(site) {
    copySwaggerUi(site)
    writeForModels(site)
  },
})
