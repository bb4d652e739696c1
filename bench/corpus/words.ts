/**
 * The words of invented names: everyday Spanish and English words in lower case, most frequent first. Rarer words are coined from
 * syllables (coinage.ts).
 */

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Words for a trade in front of the actual name: `clínica …`. */
export const TRADE_WORDS = words(`
  restaurant clínica panadería café centro transportes constructora inmobiliaria distribuidora viña importadora
  minimarket farmacia colegio pastelería ferretería hotel laboratorio estudio taller tienda cafetería fundación
  productos alimentos cerveza óptica club automotora escuela editorial cabañas consultora barbería academia radio
  peluquería agrícola instituto muebles hostal botillería repuestos turismo supermercado carnicería ingeniería
  propiedades corporación gimnasio cervecería inversiones pizzería eventos comercializadora producciones bodega
  maestranza jardín veterinaria heladería corredora asesorías buses publicidad estética
`)

/** Words after the actual name: `… group`. */
export const TAIL_WORDS = words(`
  group studio shop store lab home design chile solutions spa café food sport consulting tech express kids digital
  plus premium pets company market online bar labs center grill beauty club house team style outlet pro fit wines
  natural organic foods coffee games academy health care salud gourmet wear cosmetics properties service delivery
  propiedades eventos asociados consultores
`)

/** Words without a specific meaning, which any name may contain. */
export const WEAK_WORDS = words(`
  grupo comercial servicios sociedad compañía mi casa gran nuevo nueva san santa don doña super tu todo solo más
`)

/** Words of any meaning. */
export const EVERYDAY_WORDS = words(`
  sol life vida mar green sur natural casa home tierra andes smart oro luna verde new andino norte blue azul bio
  power real dulce agua eco pro fresh patagonia tech black master valle mundo river world digital flor gold chef red
  vital max energía salud bosque fuego estrella happy love árbol star luz vino fit mini plus sabor montaña puerto
  total cielo alma sun pan perla volcán kids corazón mujer light amor miel queen king roja raíces beauty pet arte
  viento chileno fiesta chocolate ocean camino norteño negro magic huerto white cordillera granja campo style clean
  nature pacífico zero mágico street city bike dream roca piedra lobo puma cóndor león zorro tigre águila halcón
  búho gato perro caballo toro oveja abeja mariposa colibrí gallo pato pez delfín ballena pingüino huemul pudú
  chucao chinchilla llama alpaca guanaco ñandú araucaria canelo maqui murta boldo copihue quillay litre espino peumo
  coigüe lenga ulmo avellana castaña nuez almendra oliva palta limón naranja manzana cereza frutilla uva durazno
  sandía tomate cebolla papa trigo quínoa leche mantequilla torta sánguche horno sal menta cobre esmeralda aguja
  libro tambor barrio ancla arena estero trueno primavera niña huaso rey duende titán corona destino bienestar
  abrazo alegría horizonte pampa parral tabaco patio martillo carrera fuerza rostro hueso pantalla cometa triángulo
  teatro muñeca regalo collar rocío bueno salvaje negra flaca super bright free lucky pink snow lake flower salt
  lobster mango wine knife cake morning future jeans pearl eyes bone team tiger shark bull race window market trip
  winner knight dragon flash data video jazz gift office rent key therapy faith metal paint letter radio line camp
  galaxy
`)

/** Rivers, valleys and regions: names that follow `del`. */
export const REGION_WORDS = words(`
  sur norte maipo elqui biobío maule mar valle aconcagua ñuble itata limarí cautín lago huasco loa cachapoal bosque
  choapa pacífico desierto toltén imperial laja diguillín
`)

/** Towns and islands: names that follow `de`. */
export const TOWN_WORDS = words(`
  chiloé atacama colchagua arauco llanquihue malleco aysén magallanes valdivia osorno temuco talca curicó rancagua
  coquimbo iquique arica antofagasta copiapó vallenar ovalle quillota limache casablanca pucón villarrica frutillar
  calbuco castro quellón
`)

/** First names of persons. */
export const FIRST_NAMES = words(`
  maría sofía martina emilia isidora agustina valentina catalina josefa antonia florencia trinidad amanda julieta
  mateo lucas benjamín vicente tomás diego simón gaspar pedro juan pablo andrés felipe carmen rosa elena teresa
  lucía clara olga berta marta luz violeta gabriela pancho nico pepe lola nana tita ema mía dante
`)

/** Suffixes that form one word with the word before. */
export const SUFFIXES = words(`
  tec max lab med net pro pack mix fit care plus sur sol mar vita farma dent pet eco gas car bike kids app bot hub
  link pay box go land mania ville home chef food fish wine beer print soft ware data clean dry jet fresh tour trans
  cargo bus moto rent hogar piel luz gel flex rex trix zone time way line star one up now zen
`)
