import type { Language } from '@e-events/shared/domain/language.ts'
import type { ProductType } from '@e-events/shared/domain/states.ts'
import type { Face } from '@e-events/shared/ui/art/lettering.ts'
import type { Motif } from '@e-events/shared/ui/art/motifs.ts'
import type { PaletteName } from '@e-events/shared/ui/art/palettes.ts'
import type { Shot } from '@e-events/shared/ui/art/scenes.ts'

export interface DemoArt {
  motif: Motif
  palette: PaletteName
  face?: Face
  /** Words on the poster, where the title is too long for it. */
  lettering?: string
  seed?: string
  /** The backdrop as a stage scene instead of the poster without words. */
  shot?: Shot
}

export interface DemoText {
  title: string
  short: string
  description: string
}

/** A date of an event, relative to the day of the start: Central European wall time. */
export interface DemoDate {
  day: number
  at: `${number}:${number}`
  minutes: number
}

export interface DemoProduct {
  slug: string
  channel: string
  category: string
  type: ProductType
  /** Net price in cents; absent: free. */
  netMinor?: number
  taxBasisPoints?: number
  /** Per cent off for a few days, at most 20. */
  offerPercent?: number
  language?: Language
  /** The line over the title on the poster. */
  kicker: string
  art: DemoArt
  tags: readonly string[]
  speakers?: readonly string[]
  dates?: readonly DemoDate[]
  /** Which of the seed's films it plays. */
  film?: DemoFilmName
  /** Which of the seed's sounds a podcast plays. */
  sound?: DemoSoundName
  year?: number
  country?: string
  director?: string
  age?: 'all' | '13+' | '18+'
  stock?: number
  shippingNetMinor?: number
  text: Record<Language, DemoText>
}

export interface DemoChannel {
  slug: string
  title: string
  owner: 'organizer' | 'colleague'
  category: string
  /** Asked staff for publication so many hours ago and still waits; without it the channel is published. */
  waitsSinceHours?: number
  art: DemoArt
  tags: readonly string[]
  short: string
}

export interface DemoSpeaker {
  slug: string
  name: string
  title: string
  bio: string
  owner: 'organizer' | 'colleague'
}

/** Films that the demo makes itself after its first start (transcoder/src/demo); products share them. `key` is a step of the music. */
export const demoFilms = {
  tide: { seconds: 75, title: 'Marea de luz', motif: 'landscape', palette: 'midnight', key: 0 },
  water: { seconds: 40, title: 'Los relojes de agua', motif: 'contours', palette: 'lagoon', key: 5 },
  train: { seconds: 40, title: 'Último tren a Valdeniebla', motif: 'skyline', palette: 'graphite', key: -3 },
} as const satisfies Record<string, { seconds: number; title: string; motif: Motif; palette: PaletteName; key: number }>
export type DemoFilmName = keyof typeof demoFilms

/** Music for podcasts, made the same way. */
export const demoSounds = {
  cat: { seconds: 128, title: 'Cuentos para dormir al gato', key: -5 },
} as const satisfies Record<string, { seconds: number; title: string; key: number }>
export type DemoSoundName = keyof typeof demoSounds

export const demoCategories: readonly { slug: string; titles: Record<Language, string> }[] = [
  { slug: 'musica', titles: { es: 'Música', en: 'Music', pt: 'Música' } },
  { slug: 'escena', titles: { es: 'Escena', en: 'Stage', pt: 'Palco' } },
  { slug: 'cine', titles: { es: 'Cine breve', en: 'Short films', pt: 'Curtas' } },
  { slug: 'charlas', titles: { es: 'Charlas', en: 'Talks', pt: 'Conversas' } },
  { slug: 'cocina', titles: { es: 'Cocina', en: 'Food', pt: 'Cozinha' } },
  { slug: 'formacion', titles: { es: 'Cursos', en: 'Courses', pt: 'Cursos' } },
]

export function demoCategoryTitle(slug: string, language: Language): string | null {
  return demoCategories.find((category) => category.slug === slug)?.titles[language] ?? null
}

export const demoChannels: readonly DemoChannel[] = [
  {
    slug: 'sala-cardumen',
    title: 'Sala Cardumen',
    owner: 'organizer',
    category: 'musica',
    art: { motif: 'stage', palette: 'ember' },
    tags: ['conciertos', 'jazz', 'canción'],
    short:
      'Doscientas sillas, un escenario bajo y el mejor sonido que sabemos hacer. Todo lo que pasa en la sala se ve también desde casa, con varias cámaras y sin cortes.',
  },
  {
    slug: 'teatro-alfeizar',
    title: 'Teatro Alféizar',
    owner: 'colleague',
    category: 'escena',
    art: { motif: 'curtain', palette: 'saffron' },
    tags: ['teatro', 'danza', 'ópera', 'comedia'],
    short: 'Un teatro pequeño con vistas: danza, comedia y ópera de cámara, en directo desde la cuarta fila.',
  },
  {
    slug: 'festival-nebulario',
    title: 'Festival Nebulario',
    owner: 'colleague',
    category: 'musica',
    art: { motif: 'orbs', palette: 'violet' },
    tags: ['electrónica', 'synthpop', 'noche'],
    short: 'Electrónica de autor en naves vacías. Cuatro noches al año y un archivo que no deja de crecer.',
  },
  {
    slug: 'minuto-largo',
    title: 'Minuto Largo',
    owner: 'organizer',
    category: 'cine',
    art: { motif: 'landscape', palette: 'midnight' },
    tags: ['cortometraje', 'paisaje', 'retrato'],
    short: 'Películas que duran poco más de un minuto y se quedan bastante más. Una nueva cada jueves.',
  },
  {
    slug: 'tiza-y-tactica',
    title: 'Tiza y Táctica',
    owner: 'colleague',
    category: 'charlas',
    art: { motif: 'wave', palette: 'forest' },
    tags: ['deporte', 'análisis', 'podcast'],
    short: 'Fútbol contado con una pizarra: menos ruido, más diagonales. Podcast semanal y programas con público.',
  },
  {
    slug: 'escuela-trazo-vivo',
    title: 'Escuela Trazo Vivo',
    owner: 'organizer',
    category: 'formacion',
    art: { motif: 'bauhaus', palette: 'cobalt' },
    tags: ['diseño', 'ilustración', 'sonido'],
    short: 'Cursos prácticos para gente que hace cosas: diseño, sonido y narrativa, con docentes que corrigen de verdad.',
  },
  {
    slug: 'fogon-de-jara',
    title: 'Fogón de Jara',
    owner: 'colleague',
    category: 'cocina',
    art: { motif: 'plates', palette: 'sky' },
    tags: ['cocina', 'pan', 'temporada'],
    short: 'Cocina de temporada sin prisa. Encendemos el fuego en directo y respondemos mientras hierve.',
  },
  {
    slug: 'taller-del-eco',
    title: 'Taller del Eco',
    owner: 'colleague',
    category: 'formacion',
    // Longer than staff may take: the queue shows what is late.
    waitsSinceHours: 31,
    art: { motif: 'wave', palette: 'lagoon' },
    tags: ['sonido', 'grabación', 'campo'],
    short: 'Aprender a escuchar antes que a grabar: talleres de sonido de campo, micrófono en mano y con frío si hace falta.',
  },
  {
    slug: 'cabina-siete',
    title: 'Cabina Siete',
    owner: 'organizer',
    category: 'charlas',
    waitsSinceHours: 5,
    art: { motif: 'orbs', palette: 'graphite' },
    tags: ['entrevistas', 'radio', 'noche'],
    short: 'Siete minutos, una pregunta y ninguna prisa. Entrevistas nocturnas a gente que trabaja mientras duermes.',
  },
]

export const demoSpeakers: readonly DemoSpeaker[] = [
  {
    slug: 'vera-lindar',
    name: 'Vera Lindar',
    title: 'Cantante y compositora',
    owner: 'organizer',
    bio: 'Escribe canciones desde los catorce y las desmonta en público desde hace tres años. Ha publicado cuatro discos y un cuaderno de acordes.',
  },
  {
    slug: 'tomas-arrueta',
    name: 'Tomás Arrueta',
    title: 'Guitarrista y productor',
    owner: 'organizer',
    bio: 'Produce en una cocina convertida en estudio. Defiende que una buena toma empieza por apagar la nevera.',
  },
  {
    slug: 'irene-valcarcel-soto',
    name: 'Irene Valcárcel Soto',
    title: 'Ingeniera de sonido',
    owner: 'organizer',
    bio: 'Mezcla la sala y el directo a la vez. Enseña a escuchar antes que a ecualizar.',
  },
  {
    slug: 'nora-beltrani',
    name: 'Nora Beltrani',
    title: 'Diseñadora',
    owner: 'organizer',
    bio: 'Dirige la Escuela Trazo Vivo. Ha diseñado libros, sellos y la señalética de dos puertos.',
  },
  {
    slug: 'hugo-serradell',
    name: 'Hugo Serradell',
    title: 'Periodista de datos',
    owner: 'organizer',
    bio: 'Cuenta historias con números y con honestidad, que no siempre van juntas.',
  },
  {
    slug: 'jara-montiel',
    name: 'Jara Montiel',
    title: 'Cocinera',
    owner: 'colleague',
    bio: 'Cocina lo que hay en el mercado ese día. Su libro favorito es la libreta de su abuela.',
  },
  {
    slug: 'bruno-caldas',
    name: 'Bruno Caldas',
    title: 'Coreógrafo',
    owner: 'colleague',
    bio: 'Nacido en Oporto, baila y hace bailar. Sus piezas caben en un alféizar y llenan un escenario.',
  },
  {
    slug: 'quique-barraldo',
    name: 'Quique Barraldo',
    title: 'Cómico',
    owner: 'colleague',
    bio: 'Veinte años de chistes sobre llamadas perdidas. Nunca contesta al primer tono.',
  },
  {
    slug: 'amparo-neon',
    name: 'Amparo Neón',
    title: 'Productora electrónica',
    owner: 'colleague',
    bio: 'Sintetizadores viejos, ciudades de noche y un bajo que se nota en el pecho.',
  },
  {
    slug: 'elena-pradal',
    name: 'Elena Pradal',
    title: 'Analista y locutora',
    owner: 'colleague',
    bio: 'Entrenadora, profesora y la voz de Tiza y Táctica. Dibuja los goles antes de que pasen.',
  },
]
