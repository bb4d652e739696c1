import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { isListing, isUnnamed, listFolder, readLinks } from './listing.ts'

const PAGE = 'https://oficina.cl/estado-diario/'
const urls = (html: string, page = PAGE): string[] => readLinks(html, page).map(({ url }) => url)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

describe('the links of a page', () => {
  test('have an absolute URL, a file name and the link text', () => {
    const html = `<!doctype html><title>x</title><body>
      <p>Hoy: <a href="ed%202026-09-04.pdf#page=2" class=x>Estado Diario del <b>viernes</b>
        4 de septiembre<br>de 2026 &amp; m&aacute;s</a></p>
      <A HREF='/otra/ed.pdf?a=1&amp;b=2'><img src=x.png alt="Edición"></A>`
    expect(readLinks(html, PAGE)).toEqual([
      {
        url: `${PAGE}ed%202026-09-04.pdf`,
        name: 'ed 2026-09-04.pdf',
        text: 'Estado Diario del viernes 4 de septiembre de 2026 & más',
        beside: 'Hoy: Estado Diario del viernes 4 de septiembre',
      },
      {
        url: 'https://oficina.cl/otra/ed.pdf?a=1&b=2',
        name: 'ed.pdf',
        text: 'Edición',
        beside: 'Edición',
      },
    ])
  })

  test('have the text of their row, list item or line beside them', () => {
    const html = `<p>Actualizado al 20-11-2026</p>
      <table><tr><th>Día</th><th>Hoja</th></tr>
        <tr><td><p>02-11-2026</p></td><td><div><a href=a.csv>CSV</a></div> <a href=a.xlsx>XLSX</a></td></tr></table>
      <ul><li>03-11-2026<ul><li><a href=b.csv>b</a> (4-11-2026)</li></ul></li></ul>
      05-11-2026 <a href=c.csv>c</a><br>06-11-2026 <a href=d.csv>d</a>
      <pre>11/02/2026 8:30 AM <a href=e.csv>e</a></pre>`
    expect(readLinks(html, PAGE).map(({ name, beside }) => [name, beside])).toEqual([
      ['a.csv', '02-11-2026 CSV XLSX'],
      ['a.xlsx', '02-11-2026 CSV XLSX'],
      ['b.csv', 'b (4-11-2026)'],
      ['c.csv', '05-11-2026 c'],
      ['d.csv', '06-11-2026 d'],
      ['e.csv', ''],
    ])
  })

  test('to a download script take their file name from their attribute, query or text, or have none', () => {
    const html = `<a href="descarga.aspx?id=1">solicitudes-2026-11-02.csv</a>
      <a href="descarga.aspx?id=2" download="solicitudes 2026-11-03.xlsx">Descargar</a>
      <a href="descarga.aspx?id=3&archivo=../hojas/solicitudes-2026-11-04.zip">Descargar</a>
      <a href="descarga.aspx?id=4">Solicitudes (CSV, 3 MB)</a>
      <a href="hoja.csv?v=otra.xlsx">otra.xlsx</a> <a href="noticias.aspx?id=5">Noticias</a> <a href="descargas.html">x</a>`
    expect(readLinks(html, PAGE).map((link) => [link.name, isUnnamed(link)])).toEqual([
      ['solicitudes-2026-11-02.csv', false],
      ['solicitudes 2026-11-03.xlsx', false],
      ['solicitudes-2026-11-04.zip', false],
      ['descarga.aspx', true],
      ['hoja.csv', false],
      ['noticias.aspx', false],
      ['descargas.html', false],
    ])
  })

  test('include only http and https, and not the page itself', () => {
    const html = `<a href="javascript:x()">a</a><a href="mailto:x@y.cl">b</a><a href="ftp://x/y">c</a>
      <a href="file:///etc/passwd">d</a><a href="data:,x">e</a><a href="#top">f</a><a href="">g</a>
      <a>h</a><a href="http://[">i</a><a href="HTTP://Otra.cl/x">j</a><a href=" y ">k</a>`
    expect(urls(html, `${PAGE}?x=1`)).toEqual(['http://otra.cl/x', `${PAGE}y`])
  })

  test('are relative to the first <base>, at any position', () => {
    expect(urls('<a href=x>1</a><base href="/b/"><base href="/c/">')).toEqual(['https://oficina.cl/b/x'])
    expect(urls('<base href="javascript:x"><a href=x>1</a>')).toEqual([`${PAGE}x`])
    expect(urls('<base target=_blank><base href="https://b.cl/"><a href=x>1</a>')).toEqual(['https://b.cl/x'])
  })

  test('appear once each, with the first non-empty link text', () => {
    const html = '<a href=a><i></i></a><a href=b>B</a><a href="a#2">A</a><a href=a>Z</a>'
    expect(readLinks(html, PAGE).map(({ name, text }) => `${name} ${text}`)).toEqual(['a A', 'b B'])
  })

  test('are not read from comments, scripts or text areas', () => {
    expect(
      urls('<!-- <a href=x>1</a> --><script>"<a href=y>"</script><textarea><a href=z></textarea>'),
    ).toEqual([])
  })

  test('end at the next link or at the end of a truncated page', () => {
    expect(readLinks('<a href=x>uno<a href=y>dos <a href="z', PAGE).map(({ text }) => text)).toEqual([
      'uno',
      'dos',
    ])
  })

  test('have text with repaired accents and without invisible characters', () => {
    const [link] = readLinks('<a href="a">EdiciÃ³n\u202e &#8203;de  hoy&nbsp;</a>', PAGE)
    expect(link?.text).toBe('Edición de hoy')
  })

  test.each([
    ['utf-8', Buffer.from('<a href=x>Edición</a>'), null],
    [
      'utf-8 declared as another encoding',
      Buffer.from('<a href=x>Edición</a>'),
      'text/html; charset=macintosh',
    ],
    ['Windows-1252', Buffer.from('<a href=x>Edici\xf3n</a>', 'latin1'), 'text/html'],
    [
      'the encoding of the header',
      Buffer.from('<a href=x>Edici\x97n</a>', 'latin1'),
      'text/html; charset="macintosh"',
    ],
    [
      'the encoding declared by the page',
      Buffer.from('<meta charset=macintosh><a href=x>Edici\x97n</a>', 'latin1'),
      'text/html',
    ],
    ['an unknown encoding', Buffer.from('<a href=x>Edici\xf3n</a>', 'latin1'), 'text/html; charset=klingon'],
    ['utf-16', Buffer.from('\ufeff<a href=x>Edición</a>', 'utf16le'), 'text/html'],
  ])('are read in %s', (_, bytes, contentType) => {
    expect(readLinks({ bytes, contentType }, PAGE).map(({ text }) => text)).toEqual(['Edición'])
  })

  test('are refused when there are too many, or the page is too large or too deep', () => {
    const tooLarge = (html: string) =>
      expect(() => readLinks(html, PAGE)).toThrow(
        expect.objectContaining({ name: 'SyncError', code: 'too_large' }),
      )
    const links = (count: number) =>
      Array.from({ length: count }, (_, index) => `<a href=${index}>x</a>`).join('')
    expect(readLinks(links(5_000), PAGE)).toHaveLength(5_000)
    tooLarge(links(5_001) + ' '.repeat(20_000))
    tooLarge(links(5_001))
    tooLarge('<b>'.repeat(1_000_000))
    tooLarge('<div><p>'.repeat(500_000))
    tooLarge(' '.repeat(5 * 2 ** 20 + 1))
  })

  test('have a text of limited length', () => {
    const [link] = readLinks(
      `<a href=x>${'palabra '.repeat(100_000)}</a><a href=${'y'.repeat(3_000)}>z</a>`,
      PAGE,
    )
    expect(link?.text.length).toBeLessThan(2_000)
    expect(urls(`<a href=${'y'.repeat(3_000)}>z</a>`)).toEqual([])
  })
})

describe('a folder', () => {
  test('lists its files by name, without hidden files, subfolders and broken links', async () => {
    const path = join(folder.path, 'hojas')
    await mkdir(join(path, 'más'), { recursive: true })
    for (const name of ['b 2026-09-04.csv', 'a#ñ.csv', '.DS_Store']) {
      await writeFile(join(path, name), '')
    }
    await symlink('b 2026-09-04.csv', join(path, 'c.csv'))
    await symlink('nowhere', join(path, 'd.csv'))
    const url = pathToFileURL(path).href
    expect(await listFolder(url)).toEqual([
      { url: `${url}/a%23%C3%B1.csv`, name: 'a#ñ.csv', text: 'a#ñ.csv', beside: '' },
      { url: `${url}/b%202026-09-04.csv`, name: 'b 2026-09-04.csv', text: 'b 2026-09-04.csv', beside: '' },
      { url: `${url}/c.csv`, name: 'c.csv', text: 'c.csv', beside: '' },
    ])
  })

  test.each(['nowhere', 'file'])('that cannot be read is reported without its path: %s', async (name) => {
    await writeFile(join(folder.path, 'file'), '')
    await expect(listFolder(pathToFileURL(join(folder.path, name)).href)).rejects.toMatchObject({
      code: 'file_unreadable',
      message: 'The file or folder of the source cannot be read.',
    })
  })
})

describe('a downloaded file is a page', () => {
  test.each([
    ['<!DOCTYPE html><p>', 'text/html', true],
    ['\ufeff \n<html lang="es">', 'application/octet-stream', true],
    ['<!-- a --><!-- b -->\n<HEAD>', null, true],
    ['<?xml version="1.0"?><html xmlns="x">', null, true],
    ['<ul><li>', 'text/html; charset=utf-8', true],
    ['', 'text/html', true],
    ['<ul><li>', null, false],
    ['%PDF-1.7', 'text/html', false],
    ['PK\x03\x04', 'text/html; charset=utf-8', false],
    ['N° Solicitud;Denominación', 'text/html', false],
    ['<?xml version="1.0"?><filas>', 'text/xml', false],
    ['', 'text/csv', false],
    ['<!---->'.repeat(140), null, false],
  ])('%j with type %s: %s', async (text, contentType, wanted) => {
    const path = join(folder.path, 'came')
    await writeFile(path, text)
    expect(await isListing({ path, contentType })).toBe(wanted)
  })

  test('also in UTF-16', async () => {
    const path = join(folder.path, 'came')
    await writeFile(path, Buffer.from('\ufeff<!doctype html>', 'utf16le'))
    expect(await isListing({ path, contentType: null })).toBe(true)
  })
})
