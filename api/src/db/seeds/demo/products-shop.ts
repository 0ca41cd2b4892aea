import type { DemoProduct } from './content.ts'

/** Goods, a bundle, and something for subscribers. */
export const shopProducts: readonly DemoProduct[] = [
  {
    slug: 'vinilo-mareas',
    channel: 'sala-cardumen',
    category: 'musica',
    speakers: ['vera-lindar'],
    type: 'physical',
    netMinor: 1_983,
    stock: 40,
    kicker: 'Vinilo de 180 gramos',
    art: { motif: 'vinyl', palette: 'lagoon', face: 'wide', lettering: 'Mareas' },
    tags: ['jazz', 'folk'],
    text: {
      es: {
        title: 'Mareas, el vinilo',
        short: 'Diez canciones grabadas en la sala, en vinilo de 180 gramos.',
        description:
          'La grabación de tres noches de otoño, mezclada en la propia sala y prensada en vinilo negro de 180 gramos, con un libreto de doce páginas. Se envía en caja de cartón reforzado.',
      },
      en: {
        title: 'Mareas, on Vinyl',
        short: 'Ten songs recorded in the room, on vinyl of 180 grams.',
        description:
          'Three autumn nights as they were recorded, mixed in the room itself and pressed on black vinyl of 180 grams, with a booklet of twelve pages. Sent in a stiff cardboard box.',
      },
      pt: {
        title: 'Mareas, em vinil',
        short: 'Dez canções gravadas na sala, em vinil de 180 gramas.',
        description:
          'A gravação de três noites de outono, misturada na própria sala e prensada em vinil preto de 180 gramas, com um libreto de doze páginas. Enviado em caixa de cartão reforçado.',
      },
    },
  },
  {
    slug: 'cartas-a-un-faro',
    channel: 'minuto-largo',
    category: 'cine',
    speakers: ['vera-lindar'],
    type: 'vod',
    netMinor: 330,
    film: 'tide',
    kicker: 'Cortometraje',
    art: { motif: 'beams', palette: 'sky', face: 'serif' },
    tags: ['slow cinema'],
    year: 2026,
    country: 'PT',
    text: {
      es: {
        title: 'Cartas a un faro',
        short: 'Un farero jubilado contesta, una por una, las cartas que nunca llegaron.',
        description:
          'Durante treinta años la correspondencia del faro acabó en un cajón de otra isla. Ahora que por fin la tiene, Abel ha decidido responderla entera, empezando por la más antigua.',
      },
      en: {
        title: 'Letters to a Lighthouse',
        short: 'A retired keeper answers, one by one, the letters that never arrived.',
        description:
          'For thirty years the mail of the lighthouse ended up in a drawer on another island. Now that he has it at last, Abel is going to answer all of it, beginning with the oldest.',
      },
      pt: {
        title: 'Cartas a um farol',
        short: 'Um faroleiro reformado responde, uma a uma, às cartas que nunca chegaram.',
        description:
          'Durante trinta anos a correspondência do farol acabou numa gaveta de outra ilha. Agora que a tem finalmente, Abel decidiu responder a toda, a começar pela mais antiga.',
      },
    },
  },
  {
    slug: 'sesion-doble',
    channel: 'minuto-largo',
    category: 'cine',
    speakers: ['irene-valcarcel-soto', 'nora-beltrani'],
    type: 'vod',
    netMinor: 412,
    film: 'train',
    kicker: 'Pase de temporada',
    art: { motif: 'bauhaus', palette: 'citron', face: 'wide', lettering: 'Sesión doble' },
    tags: ['noir', 'slow cinema'],
    parts: ['ultimo-tren-a-valdeniebla', 'cartas-a-un-faro', 'los-relojes-de-agua'],
    text: {
      es: {
        title: 'Sesión doble',
        short: 'Los cortos de la temporada y cómo se rodaron, por menos de lo que cuestan sueltos.',
        description:
          'Último tren a Valdeniebla, Cartas a un faro y Los relojes de agua en un solo pase, con el diario de rodaje. Si ya tienes alguno, se descuenta su parte del precio.',
      },
      en: {
        title: 'Double Bill',
        short: 'The short films of the season and how they were made, for less than they cost apart.',
        description:
          'Last Train to Valdeniebla, Letters to a Lighthouse and The Water Clocks in one pass, with the diary of the shoot. Whoever owns one of them does not pay for it again.',
      },
      pt: {
        title: 'Sessão dupla',
        short: 'As curtas da temporada e como foram rodadas, por menos do que custam em separado.',
        description:
          'Último comboio para Valdeniebla, Cartas a um farol e Os relógios de água num só passe, com o diário de rodagem. Quem já tem alguma não a paga outra vez.',
      },
    },
  },
  {
    slug: 'ensayo-a-puerta-cerrada',
    channel: 'sala-cardumen',
    category: 'musica',
    type: 'vod',
    kicker: 'Para suscriptores',
    film: 'water',
    isKeptForSubscribers: true,
    art: { motif: 'strings', palette: 'plum', face: 'serif', lettering: 'A puerta cerrada', shot: 'keys' },
    tags: ['jazz', 'indie'],
    speakers: ['vera-lindar'],
    year: 2026,
    country: 'ES',
    text: {
      es: {
        title: 'Ensayo a puerta cerrada',
        short: 'La tarde antes del concierto, sin público y sin cortes.',
        description:
          'Cada mes dejamos una cámara encendida mientras la banda prueba, se equivoca y vuelve a empezar. Solo para quienes se suscriben a la sala.',
      },
      en: {
        title: 'Rehearsal behind Closed Doors',
        short: 'The afternoon before the concert, without an audience and without cuts.',
        description:
          'Once a month we leave a camera running while the band tries, fails and begins again. Only for those who subscribe to the room.',
      },
      pt: {
        title: 'Ensaio à porta fechada',
        short: 'A tarde antes do concerto, sem público e sem cortes.',
        description:
          'Todos os meses deixamos uma câmara ligada enquanto a banda experimenta, se engana e recomeça. Só para quem subscreve a sala.',
      },
    },
  },
]
