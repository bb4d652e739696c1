/**
 * The words of invented names: everyday Spanish and English words in lower case, most frequent first. Rarer words are coined from
 * syllables (coinage.ts).
 */

/** Splits a text into words. A repeated word counts only once, at its first position. */
const words = (text: string): readonly string[] => [...new Set(text.trim().split(/\s+/))]

/** Words for a trade in front of the actual name: `clínica …`. */
export const TRADE_WORDS = words(`
  restaurant clínica panadería café centro transportes constructora inmobiliaria distribuidora viña importadora
  minimarket farmacia colegio pastelería ferretería hotel laboratorio estudio taller tienda cafetería fundación
  productos alimentos cerveza óptica club automotora escuela editorial cabañas consultora barbería academia radio
  peluquería agrícola instituto muebles hostal botillería repuestos turismo supermercado carnicería ingeniería
  propiedades corporación gimnasio cervecería inversiones pizzería eventos comercializadora producciones bodega
  maestranza jardín veterinaria heladería corredora asesorías buses publicidad estética librería sushi seguros
  frutícola construcciones pinturas semillas imprenta viveros pesquera vidriería minera salmones logística arriendos
  lavandería canal revista mueblería aceites banco quesos cecinas chocolates joyería sastrería florería ópticas
  termas camping lubricentro rotisería dulces confecciones artesanías bazar juguetería mudanzas televisión
`)

/** Words after the actual name: `… group`. */
export const TAIL_WORDS = words(`
  group studio shop store lab home design chile solutions spa café food sport consulting tech express kids digital
  plus premium pets company market online bar labs center grill beauty club house team style outlet pro fit wines
  natural organic foods coffee games academy health care salud gourmet wear cosmetics properties service delivery
  propiedades eventos asociados consultores ingeniería world international energy medical media films music travel
  systems security motors bikes jeans shoes parts store boutique burger pizza sushi bakery brewing
`)

/** Words without a specific meaning, which any name may contain. */
export const WEAK_WORDS = words(`
  grupo comercial servicios sociedad compañía mi casa gran nuevo nueva san santa don doña super tu todo solo más
`)

export const EVERYDAY_WORDS = words(`
  sol life vida mar green sur natural casa home tierra andes smart oro luna verde new andino norte blue azul bio
  power real dulce agua eco pro fresh patagonia tech black master valle mundo river world digital flor gold
  chef red vital max energía salud bosque fuego estrella happy love árbol star luz vino fit mini plus sabor
  montaña puerto total cielo alma sun pan perla volcán kids corazón mujer light amor miel queen king roja
  raíces beauty pet arte viento chileno fiesta chocolate ocean camino norteño negro magic huerto white
  cordillera granja campo style clean nature pacífico zero mágico street city bike dream roca piedra lobo puma
  cóndor león zorro tigre águila halcón búho gato perro caballo toro oveja abeja mariposa colibrí gallo pato pez
  delfín ballena pingüino huemul pudú chucao chinchilla llama alpaca guanaco ñandú araucaria canelo maqui murta
  boldo copihue quillay litre espino peumo coigüe lenga ulmo avellana castaña nuez almendra oliva palta limón
  naranja manzana cereza frutilla arándano uva ciruela durazno membrillo sandía melón tomate ají cebolla ajo papa
  maíz trigo avena quínoa arroz leche queso mantequilla crema helado galleta torta empanada sopaipilla completo
  sánguche parrilla brasa fogón horno cocina mesa olla sal pimienta canela vainilla menta romero lavanda manzanilla
  jengibre cacao té mate cobre hierro acero plata diamante cristal zafiro rubí esmeralda madera cuero seda lana
  algodón lino hilo aguja botón zapato bota sombrero poncho pluma tinta libro letra palabra voz cuento poema música
  guitarra tambor danza baile cueca rodeo feria mercado plaza barrio pueblo ciudad puente torre castillo faro muelle
  ancla barco velero bote red isla bahía costa playa arena duna desierto salar oasis laguna lago río estero
  cascada glaciar nieve hielo lluvia nube rayo trueno aurora alba mañana tarde noche otoño invierno primavera verano
  familia mamá papá abuela abuelo niño niña bebé amigo amiga vecino vecina compadre comadre huaso minero pescador
  artesano capitán almirante príncipe princesa rey reina duque marqués conde hidalgo gitano pirata duende hada bruja
  ángel sirena dragón unicornio fénix titán atlas apolo atenas troya roma olimpo imperio corona escudo espada
  alianza unión futuro historia origen destino fortuna suerte esperanza libertad justicia verdad paz bienestar
  armonía equilibrio pureza belleza sonrisa mirada caricia abrazo beso sueño secreto misterio encanto hechizo magia
  alegría pasión locura aventura viaje ruta sendero rumbo horizonte cumbre altura cima ladera quebrada loma cerro
  pampa pradera estancia hacienda parcela fundo potrero viñedo parral cepa barril copa brindis trago pisco ron
  tabaco humo ceniza carbón leña llave puerta ventana patio rincón esquina techo muro ladrillo cemento herramienta
  martillo tornillo tuerca motor rueda freno volante pista carrera gol cancha balón campeón triunfo récord desafío
  fuerza músculo cuerpo mente espíritu piel cabello uña rostro ojo mano huella paso latido pulso sangre hueso diente
  ciencia código dato red nube robot chip píxel pantalla señal onda radar satélite cohete planeta galaxia cometa
  cosmos órbita infinito número punto línea círculo triángulo cubo espiral color pintura pincel lienzo museo teatro
  cine escena máscara payaso circo juego juguete muñeca trompo volantín pelota globo dulzura caramelo confite regalo
  sorpresa cumpleaños navidad boda novia anillo joya collar aroma perfume esencia jabón espuma burbuja gota rocío
  primero única fuerte libre rápido fácil seguro bueno rico sano puro clásico moderno antiguo eterno salvaje dorada
  plateado celeste morado rosado blanco blanca negra gris bravo feliz loco loca tierno gordo flaca chico bonita linda
  best prime elite royal super ultra mega micro nano urban wild pure bright clear deep cool hot fast quick easy
  free true good great big little young wise lucky sweet spicy crazy funny pretty golden silver pink orange purple
  fire ice storm wind rain snow sky moon earth sea wave beach island lake mountain hill forest tree leaf root seed
  flower rose garden farm field harvest honey sugar salt pepper bread cheese meat steak chicken fish lobster shrimp
  apple lemon cherry berry peach coconut mango banana coffee tea milk juice water beer wine drink cocktail bottle
  kitchen table fork spoon knife oven pizza burger taco noodle sandwich cookie cake candy donut breakfast
  lunch dinner night day morning sunset summer winter spring time hour second future vintage retro modern classic
  fashion dress shirt jeans shoes boots hat bag jewel diamond crystal pearl silk cotton denim skin hair nails lips
  eyes smile face body heart soul mind brain bone blood baby child mom family friend people team crew tribe clan
  bear wolf fox lion tiger eagle falcon hawk owl bird snake spider shark whale turtle dolphin monkey panda rabbit
  horse bull dog cat rocket robot engine motor turbo nitro speed race track road way path bridge gate door window
  room floor tower castle palace temple store market square street corner park station airport flight travel trip
  journey adventure quest game play level score winner champion hero legend myth giant titan warrior knight prince
  princess angel devil ghost witch wizard dragon phoenix unicorn secret mystery dream vision idea spark flash pulse
  signal wire link net web cloud data code bit pixel byte chip click touch screen video photo film sound beat rhythm
  song rock jazz salsa dance show stage party club card gift box pack kit set tool work job office trade deal coin
  cash money bank pay rent lease credit trust safe guard shield lock key alarm care cure heal health wellness medical
  therapy massage yoga zen balance harmony peace hope faith spirit energy electric solar carbon iron
  steel metal copper stone wood glass paper plastic rubber paint color brush ink pen book page story word letter
  voice talk chat news press media channel radio studio frame art craft design form shape line point circle core
  edge peak summit base camp zone area spot place space planet orbit cosmos galaxy nova alpha beta delta omega sigma
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
  calbuco castro quellón coyhaique quilpué pichilemu constitución cauquenes linares chillán tomé lota angol
`)

export const FIRST_NAMES = words(`
  maría sofía martina emilia isidora agustina valentina catalina josefa antonia florencia trinidad amanda julieta
  mateo lucas benjamín vicente tomás diego simón gaspar pedro juan pablo andrés felipe carmen rosa elena teresa
  lucía clara olga berta marta luz violeta gabriela pancho nico pepe lola nana tita ema mía dante bruno hugo otto
  iván max leo noah alma zoe lina nina kiara dafne ámbar renata monse colomba magdalena bernardita
`)

/** Suffixes that form one word with the word before. */
export const SUFFIXES = words(`
  tec max lab med net pro pack mix fit care plus sur sol mar vita farma dent pet eco gas car bike kids app bot hub
  link pay box go land mania ville home chef food fish wine beer print soft ware data print clean dry jet fresh tour
  trans cargo bus moto rent hogar piel luz gel flex rex trix zone time way line star one up now zen
`)
