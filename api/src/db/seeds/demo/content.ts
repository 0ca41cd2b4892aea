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

export interface DemoRepeats {
  everyMinutes: number
  minutes: number
  times: number
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
  /** Dates one after the other, from a few minutes after the start on. */
  repeats?: DemoRepeats
  /** A deferred live that nobody can pause. */
  isInStep?: boolean
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
  /** Slugs of products that come with it. */
  parts?: readonly string[]
  /** Opens for subscribers of its channel alone. */
  isKeptForSubscribers?: boolean
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
  short: Record<Language, string>
}

export interface DemoSpeaker {
  slug: string
  name: string
  title: Record<Language, string>
  bio: Record<Language, string>
  owner: 'organizer' | 'colleague'
}

/**
 * Films that the demo makes itself after its first start (transcoder/src/demo); products share them. `key` is a step of
 * the music.
 */
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
    tags: ['jazz', 'folk', 'indie'],
    short: {
      es: 'Doscientas sillas, un escenario bajo y el mejor sonido que sabemos hacer. Todo lo que pasa en la sala se ve también desde casa, con varias cámaras y sin cortes.',
      en: 'Two hundred chairs, a low stage and the best sound we know how to make. Everything that happens in the room can be seen from home too, with several cameras and without cuts.',
      pt: 'Duzentas cadeiras, um palco baixo e o melhor som que sabemos fazer. Tudo o que acontece na sala vê-se também em casa, com várias câmaras e sem cortes.',
    },
  },
  {
    slug: 'teatro-alfeizar',
    title: 'Teatro Alféizar',
    owner: 'colleague',
    category: 'escena',
    art: { motif: 'curtain', palette: 'saffron' },
    tags: ['ballet', 'stand-up', 'bel canto'],
    short: {
      es: 'Un teatro pequeño con vistas: danza, comedia y ópera de cámara, en directo desde la cuarta fila.',
      en: 'A small theatre with a view: dance, comedy and chamber opera, live from the fourth row.',
      pt: 'Um pequeno teatro com vista: dança, comédia e ópera de câmara, em direto da quarta fila.',
    },
  },
  {
    slug: 'festival-nebulario',
    title: 'Festival Nebulario',
    owner: 'colleague',
    category: 'musica',
    art: { motif: 'orbs', palette: 'violet' },
    tags: ['techno', 'ambient', 'synthpop'],
    short: {
      es: 'Electrónica de autor en naves vacías. Cuatro noches al año y un archivo que no deja de crecer.',
      en: 'Electronic music with a signature, in empty warehouses. Four nights a year and an archive that never stops growing.',
      pt: 'Eletrónica de autor em naves vazias. Quatro noites por ano e um arquivo que não para de crescer.',
    },
  },
  {
    slug: 'minuto-largo',
    title: 'Minuto Largo',
    owner: 'organizer',
    category: 'cine',
    art: { motif: 'landscape', palette: 'midnight' },
    tags: ['slow cinema', 'timelapse'],
    short: {
      es: 'Películas que duran poco más de un minuto y se quedan bastante más. Una nueva cada jueves.',
      en: 'Films that last little more than a minute and stay with you much longer. A new one every Thursday.',
      pt: 'Filmes que duram pouco mais de um minuto e ficam muito mais tempo. Um novo todas as quintas-feiras.',
    },
  },
  {
    slug: 'tiza-y-tactica',
    title: 'Tiza y Táctica',
    owner: 'colleague',
    category: 'charlas',
    art: { motif: 'wave', palette: 'forest' },
    tags: ['podcast', '4-3-3'],
    short: {
      es: 'Fútbol contado con una pizarra: menos ruido, más diagonales. Podcast semanal y programas con público.',
      en: 'Football told on a chalkboard: less noise, more diagonals. A weekly podcast and shows with an audience.',
      pt: 'Futebol contado num quadro de giz: menos ruído, mais diagonais. Podcast semanal e programas com público.',
    },
  },
  {
    slug: 'escuela-trazo-vivo',
    title: 'Escuela Trazo Vivo',
    owner: 'organizer',
    category: 'formacion',
    art: { motif: 'bauhaus', palette: 'cobalt' },
    tags: ['design', 'storytelling', 'audio'],
    short: {
      es: 'Cursos prácticos para gente que hace cosas: diseño, sonido y narrativa, con docentes que corrigen de verdad.',
      en: 'Practical courses for people who make things: design, sound and storytelling, with teachers who really correct your work.',
      pt: 'Cursos práticos para quem faz coisas: design, som e narrativa, com docentes que corrigem a sério.',
    },
  },
  {
    slug: 'fogon-de-jara',
    title: 'Fogón de Jara',
    owner: 'colleague',
    category: 'cocina',
    art: { motif: 'plates', palette: 'sky' },
    tags: ['slow food', 'brioche'],
    short: {
      es: 'Cocina de temporada sin prisa. Encendemos el fuego en directo y respondemos mientras hierve.',
      en: 'Seasonal cooking without hurry. We light the fire live and answer while it boils.',
      pt: 'Cozinha da época, sem pressa. Acendemos o lume em direto e respondemos enquanto ferve.',
    },
  },
  {
    slug: 'taller-del-eco',
    title: 'Taller del Eco',
    owner: 'colleague',
    category: 'formacion',
    // Longer than staff may take: the queue shows what is late.
    waitsSinceHours: 31,
    art: { motif: 'wave', palette: 'lagoon' },
    tags: ['field recording', 'audio'],
    short: {
      es: 'Aprender a escuchar antes que a grabar: talleres de sonido de campo, micrófono en mano y con frío si hace falta.',
      en: 'Learning to listen before learning to record: field sound workshops, microphone in hand and in the cold if need be.',
      pt: 'Aprender a escutar antes de gravar: oficinas de som de campo, de microfone na mão e ao frio, se for preciso.',
    },
  },
  {
    slug: 'cabina-siete',
    title: 'Cabina Siete',
    owner: 'organizer',
    category: 'charlas',
    waitsSinceHours: 5,
    art: { motif: 'orbs', palette: 'graphite' },
    tags: ['podcast', 'late night'],
    short: {
      es: 'Siete minutos, una pregunta y ninguna prisa. Entrevistas nocturnas a gente que trabaja mientras duermes.',
      en: 'Seven minutes, one question and no hurry. Night-time interviews with people who work while you sleep.',
      pt: 'Sete minutos, uma pergunta e nenhuma pressa. Entrevistas noturnas a gente que trabalha enquanto dormes.',
    },
  },
]

export const demoSpeakers: readonly DemoSpeaker[] = [
  {
    slug: 'vera-lindar',
    name: 'Vera Lindar',
    title: { es: 'Cantante y compositora', en: 'Singer and songwriter', pt: 'Cantora e compositora' },
    owner: 'organizer',
    bio: {
      es: 'Escribe canciones desde los catorce y las desmonta en público desde hace tres años. Ha publicado cuatro discos y un cuaderno de acordes.',
      en: 'Has been writing songs since she was fourteen, and taking them apart in public for three years. She has released four albums and a notebook of chords.',
      pt: 'Escreve canções desde os catorze anos e desmonta-as em público há três. Publicou quatro discos e um caderno de acordes.',
    },
  },
  {
    slug: 'tomas-arrueta',
    name: 'Tomás Arrueta',
    title: { es: 'Guitarrista y productor', en: 'Guitarist and producer', pt: 'Guitarrista e produtor musical' },
    owner: 'organizer',
    bio: {
      es: 'Produce en una cocina convertida en estudio. Defiende que una buena toma empieza por apagar la nevera.',
      en: 'Produces in a kitchen turned studio. Maintains that a good take begins with switching off the fridge.',
      pt: 'Produz numa cozinha transformada em estúdio. Defende que um bom take começa por desligar o frigorífico.',
    },
  },
  {
    slug: 'irene-valcarcel-soto',
    name: 'Irene Valcárcel Soto',
    title: { es: 'Ingeniera de sonido', en: 'Sound engineer', pt: 'Engenheira de som' },
    owner: 'organizer',
    bio: {
      es: 'Mezcla la sala y el directo a la vez. Enseña a escuchar antes que a ecualizar.',
      en: 'Mixes the room and the live show at once. Teaches listening before equalizing.',
      pt: 'Mistura a sala e o direto ao mesmo tempo. Ensina a escutar antes de equalizar.',
    },
  },
  {
    slug: 'nora-beltrani',
    name: 'Nora Beltrani',
    title: { es: 'Diseñadora', en: 'Designer', pt: 'Designer' },
    owner: 'organizer',
    bio: {
      es: 'Dirige la Escuela Trazo Vivo. Ha diseñado libros, sellos y la señalética de dos puertos.',
      en: 'Directs the Trazo Vivo school. Has designed books, stamps and the signage of two harbours.',
      pt: 'Dirige a escola Trazo Vivo. Desenhou livros, selos e a sinalética de dois portos.',
    },
  },
  {
    slug: 'hugo-serradell',
    name: 'Hugo Serradell',
    title: { es: 'Periodista de datos', en: 'Data journalist', pt: 'Jornalista de dados' },
    owner: 'organizer',
    bio: {
      es: 'Cuenta historias con números y con honestidad, que no siempre van juntas.',
      en: 'Tells stories with numbers and with honesty, which do not always go together.',
      pt: 'Conta histórias com números e com honestidade, que nem sempre andam juntos.',
    },
  },
  {
    slug: 'jara-montiel',
    name: 'Jara Montiel',
    title: { es: 'Cocinera', en: 'Cook', pt: 'Cozinheira' },
    owner: 'colleague',
    bio: {
      es: 'Cocina lo que hay en el mercado ese día. Su libro favorito es la libreta de su abuela.',
      en: 'Cooks whatever the market has that day. Her favourite book is her grandmother’s notebook.',
      pt: 'Cozinha o que há no mercado nesse dia. O livro de que mais gosta é o caderno da avó.',
    },
  },
  {
    slug: 'bruno-caldas',
    name: 'Bruno Caldas',
    title: { es: 'Coreógrafo', en: 'Choreographer', pt: 'Coreógrafo' },
    owner: 'colleague',
    bio: {
      es: 'Nacido en Oporto, baila y hace bailar. Sus piezas caben en un alféizar y llenan un escenario.',
      en: 'Born in Porto, he dances and makes others dance. His pieces fit on a window sill and fill a stage.',
      pt: 'Nascido no Porto, dança e faz dançar. As suas peças cabem num parapeito e enchem um palco.',
    },
  },
  {
    slug: 'quique-barraldo',
    name: 'Quique Barraldo',
    title: { es: 'Cómico', en: 'Comedian', pt: 'Humorista' },
    owner: 'colleague',
    bio: {
      es: 'Veinte años de chistes sobre llamadas perdidas. Nunca contesta al primer tono.',
      en: 'Twenty years of jokes about missed calls. Never answers at the first ring.',
      pt: 'Vinte anos de piadas sobre chamadas perdidas. Nunca atende ao primeiro toque.',
    },
  },
  {
    slug: 'amparo-neon',
    name: 'Amparo Neón',
    title: { es: 'Productora electrónica', en: 'Electronic music producer', pt: 'Produtora de eletrónica' },
    owner: 'colleague',
    bio: {
      es: 'Sintetizadores viejos, ciudades de noche y un bajo que se nota en el pecho.',
      en: 'Old synthesizers, cities at night and a bass that you feel in your chest.',
      pt: 'Sintetizadores velhos, cidades à noite e um baixo que se sente no peito.',
    },
  },
  {
    slug: 'elena-pradal',
    name: 'Elena Pradal',
    title: { es: 'Analista y locutora', en: 'Analyst and broadcaster', pt: 'Analista e locutora de rádio' },
    owner: 'colleague',
    bio: {
      es: 'Entrenadora, profesora y la voz de Tiza y Táctica. Dibuja los goles antes de que pasen.',
      en: 'Coach, teacher and the voice of Tiza y Táctica. Draws the goals before they happen.',
      pt: 'Treinadora, professora e a voz de Tiza y Táctica. Desenha os golos antes de acontecerem.',
    },
  },
]
