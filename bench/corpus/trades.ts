/** The trades of the companies in the corpus, and patterns of their names: `{l}` is an invented place, `{a}` a surname. */

interface Trade {
  /** The goods that the trade sells, for the text of class 35. */
  ventas: string
  empresas: readonly string[]
}

export const TRADES: readonly Trade[] = [
  {
    ventas: 'vinos, espumantes y licores',
    empresas: ['Viña {l} S.A.', 'Viñedos {a} Hermanos Ltda.', 'Sociedad Vitivinícola {l} SpA'],
  },
  {
    ventas: 'pescados, mariscos y algas',
    empresas: ['Pesquera {l} S.A.', 'Salmones {l} SpA', 'Cultivos Marinos {l} Ltda.'],
  },
  {
    ventas: 'equipos e insumos para la minería',
    empresas: ['Minera {l} SpA', 'Maestranza {a} Ltda.', 'Servicios Industriales {l} S.A.'],
  },
  {
    ventas: 'productos alimenticios y abarrotes',
    empresas: ['Alimentos {l} SpA', 'Comercial {a} e Hijos Ltda.', 'Agroindustrial {l} S.A.'],
  },
  {
    ventas: 'productos farmacéuticos y artículos médicos',
    empresas: ['Laboratorio {a} S.A.', 'Salud {l} SpA', 'Comercial Médica {l} Ltda.'],
  },
  {
    ventas: 'programas computacionales y equipos informáticos',
    empresas: ['Tecnologías {l} SpA', '{l} Digital SpA', 'Soluciones {a} Ltda.'],
  },
  {
    ventas: 'vestuario, calzado y accesorios',
    empresas: ['Comercial {l} SpA', 'Textil {a} Ltda.', 'Importadora {a} & Cía. Ltda.'],
  },
  {
    ventas: 'vehículos, repuestos y accesorios',
    empresas: ['Transportes {l} Ltda.', 'Automotora {a} SpA', 'Logística {l} S.A.'],
  },
  {
    ventas: 'libros, juegos y material didáctico',
    empresas: ['Sociedad Educacional {l} SpA', 'Fundación {l}', 'Servicios Educativos {a} Ltda.'],
  },
  {
    ventas: 'cosméticos, perfumería y artículos de tocador',
    empresas: ['Cosmética {l} SpA', 'Laboratorios {a} & {a} Ltda.', 'Comercial {l} EIRL'],
  },
  {
    ventas: 'muebles, materiales de construcción y artículos para el hogar',
    empresas: ['Constructora {l} SpA', 'Maderas {a} Ltda.', 'Comercial {a} e Hijos Ltda.'],
  },
  {
    ventas: 'bienes inmuebles y seguros',
    empresas: ['Inmobiliaria {l} SpA', 'Inversiones {a} Ltda.', 'Corredora {a} & {a} SpA'],
  },
  {
    ventas: 'cervezas, bebidas, café y té',
    empresas: ['Cervecería {l} SpA', 'Cafetería {a} EIRL', 'Bebidas {l} Ltda.'],
  },
  {
    ventas: 'alimentos para animales, semillas y artículos agrícolas',
    empresas: ['Agrícola {l} Ltda.', 'Semillas {a} S.A.', 'Agrocomercial {l} SpA'],
  },
  {
    ventas: 'artesanía, joyas e instrumentos musicales',
    empresas: ['Comercial {a} EIRL', 'Producciones {l} SpA', 'Inversiones {l} Ltda.'],
  },
]
