/** The numbers of the months (`01` to `12`) by their Spanish names and their Spanish and English abbreviations, in lower case. */
export const MONTHS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'enero ene jan',
    'febrero feb',
    'marzo mar',
    'abril abr apr',
    'mayo may',
    'junio jun',
    'julio jul',
    'agosto ago aug',
    'septiembre setiembre sept sep set',
    'octubre oct',
    'noviembre nov',
    'diciembre dic dec',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, String(index + 1).padStart(2, '0')])),
)
