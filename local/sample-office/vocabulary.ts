/** The words for people and for what marks cover. All coined: no real company, law firm or person is meant. */

export const LUGARES = [
  'Lincurel', 'Trincaleu', 'Pichirrahue', 'Curamallín', 'Quetrulauquén', 'Ñipahue', 'Antuhuilli', 'Valdemar',
  'Puyelhuín', 'Lolcurahue', 'Maihuén Alto', 'Punta Quelmahue', 'Rucañanco', 'Pirquenco', 'Llolén', 'Cerro Tehuelo',
  'Peumolargo', 'Huampulén', 'Río Sin Apuro', 'Isla Quenchil', 'Ñirrehuao Sur', 'Monte Pillanco',
] as const

export const APELLIDOS = [
  'Quilempanco', 'Arrizubía', 'Huenchulafe', 'Valdovinoz', 'Oyarzábaro', 'Ñancuvil', 'Etcheparre', 'Maldonel',
  'Cárdenel', 'Trincavelli', 'Barrientelo', 'Llanquipán', 'Sotomarín', 'Irarragorri', 'Pichulmán', 'Echeñirre',
  'Cayuqueleo', 'Zañarturi', 'Undurrieta', 'Brañesa',
] as const

export const NOMBRES = [
  'Rosario', 'Eleuterio', 'Brisenda', 'Joaquín', 'María Ignacia', 'Fermín', 'Antonella', 'Ulises', 'Begoña',
  'Matías', 'Ayelén', 'Lautaro', 'Inés', 'Óscar',
] as const

/** Those who act before the office for others. */
export const REPRESENTANTES = [
  'Estudio Ruca & Cía.', 'Arrizubía, Maldonel y Compañía Abogados', 'Marcas del Pillanco Ltda.',
  'Estudio Jurídico Valdovinoz & Brañesa', 'Signos & Patentes Llolén SpA', 'Etcheparre Irarragorri Abogados',
  'Propiedad Industrial Quenchil Ltda.', 'Begoña Zañarturi Cárdenel', 'Fermín Sotomarín Huenchulafe',
] as const

export const VENTAS_VARIAS = 'abarrotes, vestuario y artículos para el hogar'

/** Coverage by class of the Nice classification; `{ventas}` is what the applicant's trade sells. */
export const COBERTURAS: Readonly<Record<number, string>> = {
  1: 'Productos químicos para la industria, la minería y la agricultura; abonos para el suelo.',
  2: 'Pinturas, barnices y lacas; productos antioxidantes y para conservar la madera.',
  3: 'Productos cosméticos y preparaciones de tocador no medicinales; jabones; perfumería; aceites esenciales.',
  4: 'Aceites y grasas para uso industrial; lubricantes; velas y mechas de iluminación.',
  5: 'Productos farmacéuticos y veterinarios; complementos alimenticios para personas o animales.',
  6: 'Metales comunes y sus aleaciones; materiales de construcción metálicos; artículos de ferretería metálicos.',
  7: 'Máquinas, máquinas herramientas y sus partes; equipos para chancado, perforación y molienda de minerales.',
  8: 'Herramientas e instrumentos de mano que funcionan manualmente; artículos de cuchillería.',
  9: 'Aplicaciones informáticas descargables; aparatos de medición, ópticos y de seguridad; equipos de computación.',
  10: 'Aparatos e instrumentos médicos; artículos ortopédicos; audífonos para personas con sordera.',
  11: 'Aparatos e instalaciones de alumbrado, calefacción, refrigeración, ventilación y distribución de agua.',
  12: 'Vehículos; aparatos de locomoción terrestre, aérea o acuática; neumáticos; partes de vehículos.',
  14: 'Metales preciosos y sus aleaciones; artículos de joyería; piedras preciosas; relojes.',
  15: 'Instrumentos musicales; atriles para partituras; cuerdas para instrumentos musicales.',
  16: 'Papel y cartón; productos de imprenta; libros, cuadernos y artículos de papelería; material didáctico.',
  17: 'Materiales para aislar térmica y acústicamente; caucho; tubos flexibles no metálicos.',
  18: 'Cuero y cuero de imitación; bolsos, mochilas y carteras; artículos de equipaje; artículos de talabartería.',
  19: 'Materiales de construcción no metálicos; tejas; baldosas; ventanas no metálicas; madera para la construcción.',
  20: 'Muebles, espejos y marcos; productos de madera, mimbre o coligüe no comprendidos en otras clases.',
  21: 'Utensilios y recipientes para uso doméstico y culinario; artículos de cristalería, porcelana y loza.',
  22: 'Cuerdas y cordeles; redes de pesca; lonas, toldos y velas de navegación.',
  23: 'Hilos e hilados para uso textil; lana hilada.',
  24: 'Tejidos y sus sucedáneos; ropa de hogar; mantas y frazadas.',
  25: 'Prendas de vestir, calzado, artículos de sombrerería.',
  26: 'Encajes, cordones y bordados; botones, ganchos y ojetes; cintas para el cabello.',
  27: 'Alfombras, felpudos, esteras y linóleo; revestimientos de suelos.',
  28: 'Juegos y juguetes; artículos de gimnasia y deporte; aparejos de pesca.',
  29: 'Carne, pescado, mariscos y aves; frutas y verduras en conserva; huevos; lácteos; aceites comestibles.',
  30: 'Café, té y yerba mate; harinas; pan, pastelería y confitería; helados; miel; sal, especias y condimentos.',
  31: 'Productos agrícolas, acuícolas y forestales en bruto; semillas; plantas vivas; alimentos para animales.',
  32: 'Cervezas; bebidas sin alcohol; aguas minerales y gaseosas; bebidas a base de frutas; siropes.',
  33: 'Bebidas alcohólicas, excepto cervezas; vinos; vinos espumantes; pisco; licores.',
  35: 'Servicios de venta al por mayor y al detalle, también por internet, de {ventas}; publicidad.',
  36: 'Servicios de seguros; operaciones financieras y de pago; negocios inmobiliarios; corretaje de propiedades.',
  37: 'Servicios de construcción; servicios de instalación, mantención y reparación.',
  38: 'Servicios de telecomunicaciones; transmisión de radio, televisión y contenidos por internet.',
  39: 'Transporte de pasajeros y de carga; embalaje y almacenamiento de mercancías; organización de viajes.',
  40: 'Tratamiento y transformación de materiales; fundición de metales; procesamiento de alimentos.',
  41: 'Educación; formación; servicios de entretenimiento; actividades deportivas y culturales.',
  42: 'Diseño y desarrollo de programas computacionales; software como servicio (SaaS); servicios de ingeniería.',
  43: 'Servicios de restaurante, cafetería y bar; preparación de alimentos y bebidas; hospedaje temporal.',
  44: 'Servicios médicos, odontológicos y veterinarios; tratamientos de belleza; servicios de agricultura.',
  45: 'Servicios jurídicos; servicios de seguridad para la protección de bienes y personas.',
}
