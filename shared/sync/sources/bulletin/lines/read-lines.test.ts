import { describe, expect, test } from 'vitest'
import type { TextLine } from '../../../formats/pdf/text-lines.ts'
import { readLineEntries } from './read-lines.ts'

const SIZE = 9
const LEADING = 12
const WIDTH = 5

/**
 * Returns the lines of a PDF from plain text in a monospaced font: two spaces or more separate pieces, an empty line is a
 * gap, and a form feed begins a page.
 */
function linesOfText(text: string): TextLine[][] {
  let number = 0
  return text.split('\f').map((page, index) =>
    page.split('\n').flatMap((line, row): TextLine[] => {
      const pieces = [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: words, index: at }) => ({
        x: at * WIDTH,
        end: (at + words.length) * WIDTH,
        y: row * LEADING,
        text: words,
      }))
      number += pieces.length === 0 ? 0 : 1
      return pieces.length === 0 ? [] : [{ number, page: index + 1, y: row * LEADING, size: SIZE, pieces }]
    }),
  )
}

/** Returns number, event, resolution and section of each entry, or the number and the reason of an unreadable one. */
const read = (text: string) =>
  readLineEntries(linesOfText(text)).entries.map(({ number, event, resolution, section, broken }) =>
    broken === null ? [number, event, resolution, section?.code ?? null] : [number, broken],
  )

describe('a table', () => {
  test('has a row for each number in its first column, also if names begin with numbers', () => {
    expect(
      read(`M2. Marcas aceptadas a trámite
N° Solicitud  Marca                  Evento                      Resolución
1.604.543     CASA TORRES, LA        009 Resolución de           2026/221639
              1604544 DE AQUÍ        aceptación a trámite
1604545       2026/12                009 Resolución de           2026/221640
                                     aceptación a trámite
1604546

SECCIÓN M3
1604547       425 Publicaciones`),
    ).toEqual([
      ['1.604.543', '009 Resolución de aceptación a trámite', '2026/221639', 'M2'],
      ['1604545', '009 Resolución de aceptación a trámite', '2026/221640', 'M2'],
      ['1604546', expect.stringMatching(/^It has no event, and most other entries of its section/)],
      ['1604547', '', '', 'M3'],
    ])
  })

  test('continues after a page break, a running header, a page number and its own header', () => {
    const header = 'N° Solicitud  Marca                  Evento                      Resolución'
    const pages = [0, 1, 2].map(
      (page) => `Estado Diario de Marcas

${header}
${page === 0 ? '' : '              EL RESTO               aceptación a trámite'}
160454${page}       CASA ${page}                 009 Resolución de           2026/22163${page}

Página ${page + 1} de 3`,
    )
    expect(read(`M2\n${pages.join('\f')}`)).toEqual([
      ['1604540', '009 Resolución de aceptación a trámite', '2026/221630', 'M2'],
      ['1604541', '009 Resolución de aceptación a trámite', '2026/221631', 'M2'],
      ['1604542', '009 Resolución de', '2026/221632', 'M2'],
    ])
  })

  test('continues after a running header that ends with the section of its page', () => {
    const pages = ['M2 ACEPTACIONES', 'M2 ACEPTACIONES', 'M5 REGISTROS'].map(
      (section, page) => `Estado Diario 04/09/2026 - ${section}

${page === 1 ? '' : section}

N° Solicitud  Marca                  Evento
160454${page}       CASA TORRES            009 Resolución de aceptación`,
    )
    expect(read(pages.join('\f'))).toEqual([
      ['1604540', '009 Resolución de aceptación', '', 'M2'],
      ['1604541', '009 Resolución de aceptación', '', 'M2'],
      ['1604542', '009 Resolución de aceptación', '', 'M5'],
    ])
  })

  test('needs no header if the values show the meaning of its columns', () => {
    expect(
      read(`M2
1604543     CASA TORRES            009 Resolución de aceptación    2026/221639
1604544     425 Sur                009 Resolución de aceptación    2026/221640
1604545     2026/12                009 Resolución de aceptación    2026/221641`),
    ).toEqual([
      ['1604543', '009 Resolución de aceptación', '2026/221639', 'M2'],
      ['1604544', '009 Resolución de aceptación', '2026/221640', 'M2'],
      ['1604545', '009 Resolución de aceptación', '2026/221641', 'M2'],
    ])
  })

  test('may have a row without an event below a single row with an event', () => {
    expect(
      read(`M2
N° Solicitud  Marca                  Evento                      Resolución
1604543                              009 Resolución de
                                     aceptación a trámite
1604544`),
    ).toEqual([
      ['1604543', '009 Resolución de aceptación a trámite', '', 'M2'],
      ['1604544', '', '', 'M2'],
    ])
  })

  test('rejects a row with a resolution and no event if other rows of its section have events', () => {
    expect(
      read(`M2
N° Solicitud  Marca                  Evento                      Resolución
1604543       CASA                                               2026/221639
1604544       TORRES                 531 Abandono                2026/221640

SECCIÓN M4
1604545       LUNA                                               2026/221641`),
    ).toEqual([
      [
        '1604543',
        expect.stringMatching(/^It has a resolution and no event, and other entries of its section/),
      ],
      ['1604544', '531 Abandono', '2026/221640', 'M2'],
      ['1604545', '', '2026/221641', 'M4'],
    ])
  })

  test('rejects a row without an event if most rows of its section have one, or without a resolution if others with its event do', () => {
    expect(
      read(`M2
N° Solicitud  Marca                  Evento                      Resolución
1604543       CASA                   531 Abandono
1604544       TORRES                 531 Abandono                2026/221640
1604545       LUNA                   425 Publicaciones
1604546       SOL`),
    ).toEqual([
      [
        '1604543',
        expect.stringMatching(/^It has no resolution, and other entries of its section with the same event/),
      ],
      ['1604544', '531 Abandono', '2026/221640', 'M2'],
      ['1604545', '425 Publicaciones', '', 'M2'],
      ['1604546', expect.stringMatching(/^It has no event, and most other entries of its section have one/)],
    ])
  })

  test('rejects a row with a remark that revokes it', () => {
    expect(
      read(`M2
N° Solicitud  Marca       Evento                 Resolución     Observación
1604543       CASA        531 Abandono           2026/221639    Plazo de 30 días
1604544       TORRES      531 Abandono           2026/221640    Dejada sin efecto
1604545       LUNA        531 Abandono           2026/221641    Error: no corresponde`),
    ).toEqual([
      ['1604543', '531 Abandono', '2026/221639', 'M2'],
      ['1604544', 'Its remark "Dejada sin efecto" says that the entry is revoked or wrong.'],
      ['1604545', 'Its remark "Error: no corresponde" says that the entry is revoked or wrong.'],
    ])
  })

  test('rejects a row that a notice corrects, also on another page', () => {
    expect(
      read(`M2
N° Solicitud  Marca                  Evento                      Resolución
1604543       CASA                   531 Abandono                2026/221639
1604544       TORRES                 531 Abandono                2026/221640
\fFE DE ERRATAS: en la solicitud N° 1.604.543
donde dice 2026/221639 debe decir 2026/221999`)[0],
    ).toEqual([
      '1604543',
      expect.stringMatching(/^The notice "(?:FE DE ERRATAS|donde dice).*" corrects it\.$/),
    ])
  })

  test('rejects a row without an event below a line with an event of the office', () => {
    expect(
      read(`M7 OTRAS RESOLUCIONES

425 Publicación de marca en Diario Oficial

N° Solicitud  Marca                  Resolución
1604543       CASA                   2026/221639
1604544       TORRES                 2026/221640`),
    ).toEqual(
      ['1604543', '1604544'].map((number) => [
        number,
        expect.stringMatching(/^It has no event, and "425 Publicación.*may be .* its event/),
      ]),
    )
  })

  test('rejects all rows of a section whose resolutions may be in the wrong rows', () => {
    const other =
      /^The resolutions of its section may be in other rows: "1604545" has a resolution and no event/
    expect(
      read(`M2
N° Solicitud  Marca                  Evento                      Resolución
1604543       CASA                   531 Abandono
1604544       TORRES                 531 Abandono                2026/221639
1604545       LUNA                                               2026/221640
1604546       SOL
1604547       MAR                    531 Abandono

SECCIÓN M4
1604548       CIELO                  531 Abandono                2026/221643`),
    ).toEqual([
      ['1604543', expect.stringMatching(other)],
      ['1604544', expect.stringMatching(other)],
      [
        '1604545',
        expect.stringMatching(/^It has a resolution and no event, and other entries of its section/),
      ],
      ['1604546', expect.stringMatching(other)],
      ['1604547', expect.stringMatching(other)],
      ['1604548', '531 Abandono', '2026/221643', 'M4'],
    ])
  })

  test('may have no columns, if a program writes each row as one text', () => {
    expect(
      read(`M2
1604543 CASA 24 HORAS 009 Resolución de aceptación a trámite de marca 2026/221639
1604544 425 Sur 009 Resolución de aceptación a trámite de marca 2026/221640
1604545 CASA`),
    ).toEqual([
      ['1604543', '009 Resolución de aceptación a trámite de marca', '2026/221639', 'M2'],
      ['1604544', '009 Resolución de aceptación a trámite de marca', '2026/221640', 'M2'],
      ['1604545', expect.stringMatching(/^It has no event, and most other entries of its section/)],
    ])
  })

  test('without a header is not read if a column is too narrow for its numbers', () => {
    const letters = '2026/4616'.split('')
    expect(
      read(`M2
${letters.map((letter) => `                                               ${letter}`).join('\n')}
1604543     CASA TORRES    1046 No existe      1`),
    ).toEqual([['1604543', expect.stringMatching(/The meaning of the column with "2" is unknown/)]])
  })

  test('without a header is not read if its names may be codes', () => {
    expect(read('M2\n1604543     009')).toEqual([
      ['1604543', expect.stringMatching(/The meaning of the column with "009" is unknown/)],
    ])
  })

  test('is not read if its numbers are not in the first column, with or without headers', () => {
    const rows = `CASA TORRES      009 Resolución de aceptación    2026/221639     1604543
1604999          009 Resolución de aceptación    2026/221640     1604544
OTRA             009 Resolución de aceptación    2026/221641     1604545`
    const withHeader = read(
      `M2\nMarca            Evento                         Resolución      N° Solicitud\n${rows}`,
    )
    expect(withHeader.map(([, reason]) => reason)).toEqual(
      withHeader.map(() => expect.stringMatching(/not in the first column/)),
    )
    expect(read(`M2\n${rows}`).filter((each) => each.length === 2)).toHaveLength(3)
  })

  test.each([
    'N° Registro   Marca                  Evento                      Resolución',
    'Registro      Marca',
    'N° Interno    Marca                  Evento                      Resolución',
  ])(
    'with another number instead of the application number is not read, below a table with application numbers: %s',
    (header) => {
      expect(
        read(`M2
N° Solicitud  Marca                  Evento                      Resolución
1604543       CASA                   531 Abandono                2026/221600
M5
${header}
1310003       LUNA`),
      ).toEqual([
        ['1604543', '531 Abandono', '2026/221600', 'M2'],
        ['1310003 LUNA', 'Its table has no header for the application number.'],
      ])
    },
  )

  test('joins the code and the words of an event from two columns', () => {
    expect(
      read(`M2
Solicitud   Marca            Código   Descripción                    Resolución
1604543     CASA TORRES      009      Resolución de aceptación       2026/221639
1604544     OTRA             425      Publicación                    -`),
    ).toEqual([
      ['1604543', '009 Resolución de aceptación', '2026/221639', 'M2'],
      ['1604544', '425 Publicación', '-', 'M2'],
    ])
  })
})

describe('a number in a footer', () => {
  const HEADER = 'N° Solicitud  Marca       Evento              Resolución'
  const pagesOf = (count: number, footer: string): string =>
    Array.from(
      { length: count },
      (_, page) => `M${page + 2}

${HEADER}
160454${page}       CASA ${page}      777 Antecedente     2026/22163${page}
160455${page}       CASA ${page}      777 Antecedente     2026/22164${page}



${footer.replace('#', String(page))}`,
    ).join('\f')

  test.each(['76.543.210-K Instituto', '223456789', '1002#', '600123456 Página #'])(
    'is not an entry if three pages have it in the same place: %s',
    (footer) => {
      expect(read(pagesOf(3, footer)).map(([number, , , section]) => [number, section])).toEqual([
        ['1604540', 'M2'],
        ['1604550', 'M2'],
        ['1604541', 'M3'],
        ['1604551', 'M3'],
        ['1604542', 'M4'],
        ['1604552', 'M4'],
      ])
    },
  )

  test('is an unreadable entry on fewer pages, and does not affect the others', () => {
    expect(read(pagesOf(1, '223456789'))).toEqual([
      ['1604540', '777 Antecedente', '2026/221630', 'M2'],
      ['1604550', '777 Antecedente', '2026/221640', 'M2'],
      ['223456789', expect.stringMatching(/separate from the other rows/)],
    ])
  })
})

describe('printed page numbers', () => {
  const read = (footers: readonly string[]) =>
    readLineEntries(
      linesOfText(
        footers
          .map((footer, page) => `M2\n\n160454${page}       CASA ${page}      777 Antecedente\n\n\n${footer}`)
          .join('\f'),
      ),
    ).entries.length

  test.each<[string, string[]]>([
    ['skip one', ['Página 1 de 3', 'Página 3 de 3']],
    ['repeat one', ['Página 1', 'Página 2', 'Página 2']],
    ['begin with a later page', ['2 / 3', '3 / 3']],
    ['end before their total', ['Instituto, pág. 1 de 3', 'Instituto, pág. 2 de 3']],
    ['skip one, without words', ['- 1 -', '- 2 -', '- 4 -']],
    [
      'skip one, with different footers on left and right pages',
      ['Página 1', '2 Página', 'Página 3', '5 Página', 'Página 6'].map((each) =>
        each.replace(/^(\d) (.*)/, 'Diario $2 $1'),
      ),
    ],
  ])('fail the document if they %s', (_, footers) => {
    expect(() => read(footers)).toThrow(
      expect.objectContaining({
        code: 'cut_off',
        message: expect.stringMatching(/a page is missing or occurs twice/),
      }),
    )
  })

  test.each<[string, string[]]>([
    ['begin on the second page', ['', 'Página 2 de 3', 'Página 3 de 3']],
    ['omit a cover', ['', 'Página 1 de 2', 'Página 2 de 2']],
    ['restart with a section', ['Página 1 de 2', 'Página 2 de 2', 'Página 1 de 1']],
    ['continue those of an earlier document', ['Página 407', 'Página 408', 'Página 409']],
    ['be the same year on each page', ['2026', '2026', '2026']],
  ])('may %s', (_, footers) => {
    expect(read(footers)).toBe(footers.length)
  })
})

describe('labelled blocks', () => {
  test('are read completely across lines and pages, also if a name looks like an entry', () => {
    expect(
      read(`M5 - REGISTROS DE MARCAS

Solicitud N° 1.604.543
Marca: CASA TORRES Y
1604544 M5 2026/12
Evento: 009 Resolución de
\faceptación a trámite
Resolución: 2026/221639

Solicitud N° 1604545   Marca: OTRA   Evento: 425 Publicación   Resolución N°: 2026/221640
N° Solicitud: 1604546
Marca:
Clase: 35`),
    ).toEqual([
      ['1.604.543', '009 Resolución de aceptación a trámite', '2026/221639', 'M5'],
      ['1604545', '425 Publicación', '2026/221640', 'M5'],
      ['1604546', '', '', 'M5'],
    ])
  })

  test('are not read if a label is within the text of another label', () => {
    expect(
      read('M2\nSolicitud: 1604543 Marca: CASA Evento: 009 Resolución de aceptación a trámite de marca'),
    ).toEqual([['1604543', expect.stringMatching(/another label within/)]])
  })

  test('may have their labels in one column and the values in another', () => {
    expect(
      read(`M2
Solicitud N°    1604543
Marca           CASA TORRES
                Evento: 777 Nada
Evento          009 Resolución de aceptación
Resolución      2026/221639`),
    ).toEqual([['1604543', '009 Resolución de aceptación', '2026/221639', 'M2']])
  })

  test('with an unknown label are not read', () => {
    expect(
      read(`M2
Solicitud N° 1604543
Marca: CASA TORRES
Suceso: 009 Resolución de aceptación`),
    ).toEqual([['1604543', expect.stringMatching(/unknown label: "Suceso/)]])
  })
})

describe('a section', () => {
  test('does not begin with the last line of a wrapped name that looks like a heading', () => {
    expect(
      read(`M2
N° Solicitud  Marca       Evento                Resolución
1604543       SAMSON      009 Resolución de     2026/1
              M5.         aceptación`),
    ).toEqual([['1604543', '009 Resolución de aceptación', '2026/1', 'M2']])
  })

  test('does not begin with the first line of a name above the number of the first row', () => {
    expect(
      read(`M2
N° Solicitud  Marca       Evento                Resolución
              M5.
1604543       SAMSON
              CASA
1604544       TORRES`),
    ).toEqual([
      ['1604543', '', '', 'M2'],
      ['1604544', '', '', 'M2'],
    ])
  })

  test('does not begin with the first line of a name above its number, below a gap', () => {
    expect(
      read(`M2
N° Solicitud  Marca       Evento                Resolución
1604543       SAMSON

              M5. A/B
1604544       TORRES`),
    ).toEqual([
      ['1604543', '', '', 'M2'],
      ['1604544', '', '', 'M2'],
    ])
  })

  test('does not begin with the last line of a name near the foot of a page, above the last line of its event', () => {
    const header = 'N° Solicitud  Marca       Evento                Resolución'
    expect(
      read(`M2
${header}
1604543       SAMSON      009 Resolución de     2026/1
              M5.         aceptación
                          a trámite
\f${header}
1604544       TORRES`).map(([number, , , section]) => [number, section]),
    ).toEqual([
      ['1604543', 'M2'],
      ['1604544', 'M2'],
    ])
  })

  test('begins with a heading that is centred like the others, also in the column of names', () => {
    expect(
      read(`N° Solicitud  Marca
           M2 ACEPTACIONES TRÁMITES
1604543       SAMSON

                 M5 REGISTROS
1604544       TORRES`).map(([number, , , section]) => [number, section]),
    ).toEqual([
      ['1604543', 'M2'],
      ['1604544', 'M5'],
    ])
  })

  test.each([
    ['M 5 R E G I S T R O S', 'M5'],
    ['S E C C I Ó N M 1 2', 'M12'],
    ['M 5 RE G I ST RO S', 'M5'],
    ['M 5   R E G I S T R O S', 'M5'],
    ['M  5  R  E  G  I  S  T  R  O  S', 'M5'],
  ])('begins with a heading that has spaces between its letters: %s', (heading, section) => {
    expect(
      read(`N° Solicitud  Marca
M 2 A C E P TA C I O N E S
1604543       SAMSON

${heading}
1604544       TORRES`),
    ).toEqual([
      ['1604543', '', '', 'M2'],
      ['1604544', '', '', section],
    ])
  })

  test.each(['V . R E G I S T R O S', 'R E G I S T R O S', 'R  E  G  I  S  T  R  O  S'])(
    'is unknown below a heading that has spaces between its letters and no code: %s',
    (heading) => {
      expect(
        read(`N° Solicitud  Marca
M 2 A C E P TA C I O N E S
1604543       SAMSON

   ${heading}

1604544       TORRES`)[1],
      ).toEqual(['1604544', expect.anything()])
    },
  )

  test('is unknown if headings without entries are directly above its own heading', () => {
    const header = 'N° Solicitud  Marca       Evento'
    const edition = (headings: string) =>
      read(`${headings}

${header}
1604543       SAMSON
1604544       TORRES      531 Abandono

M8 OTRAS
1604545       CASA`)
    expect(edition('Estado Diario\n\nM2 ACEPTACIONES\n\nM3 OBSERVACIONES\n\nM5 REGISTROS')).toEqual([
      [
        '1604543',
        'It has no event, and the heading "M3 OBSERVACIONES" above the heading of its section has no entries.',
      ],
      ['1604544', '531 Abandono', '', 'M5'],
      ['1604545', '', '', 'M8'],
    ])
    expect(edition('Estado Diario\nMarcas\n\nM5 REGISTROS')[0]).toEqual(['1604543', '', '', 'M5'])
  })

  test.each([
    ['says that it is empty', 'M2 ACEPTACIONES\nSin movimiento\n\nM5 REGISTROS'],
    ['has the headers of a table', 'M2 ACEPTACIONES\nN° Solicitud  Marca\n\nM5 REGISTROS'],
    ['is in a table of contents', 'M5 REGISTROS 1\nM7 OTRAS 2\nM9 NADA 3\n\nM5 REGISTROS'],
    ['has entries elsewhere', 'M7 OTRAS 1\n\nM5 REGISTROS'],
  ])('is known below the heading of another section that %s', (_, headings) => {
    expect(
      read(`${headings}
N° Solicitud  Marca
1604543       SAMSON

M7 OTRAS
N° Solicitud  Marca
1604544       TORRES`),
    ).toEqual([
      ['1604543', '', '', 'M5'],
      ['1604544', '', '', 'M7'],
    ])
  })

  test('continues after its repeated heading, and may be one without a known meaning', () => {
    expect(
      read(`M8: NUEVA

1604543     A
\fM8: NUEVA

1604544     B

M1

1604545     C`).map(([number, , , section]) => [number, section]),
    ).toEqual([
      ['1604543', 'M8'],
      ['1604544', 'M8'],
      ['1604545', 'M1'],
    ])
  })

  test('may have a table and then blocks', () => {
    expect(
      read(`M2
N° Solicitud  Marca                  Evento                      Resolución
1604543       CASA                   009 Aceptación              2026/1
1604544       CASA                   009 Aceptación              2026/2

Solicitud N° 1604545
Evento: 425 Publicación`),
    ).toEqual([
      ['1604543', '009 Aceptación', '2026/1', 'M2'],
      ['1604544', '009 Aceptación', '2026/2', 'M2'],
      ['1604545', '425 Publicación', '', 'M2'],
    ])
  })
})
