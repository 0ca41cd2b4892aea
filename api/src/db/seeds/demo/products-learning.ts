import type { DemoProduct } from './content.ts'

export const learningProducts: readonly DemoProduct[] = [
  {
    slug: 'diseno-desde-cero',
    channel: 'escuela-trazo-vivo',
    category: 'formacion',
    type: 'course',
    netMinor: 7_355,
    offerPercent: 20,
    kicker: 'Nora Beltrani',
    art: { motif: 'bauhaus', palette: 'rose', face: 'grotesk' },
    tags: ['design', 'bauhaus'],
    speakers: ['nora-beltrani'],
    text: {
      es: {
        title: 'Diseño desde cero',
        short: 'Siete lecciones para ordenar una página y defender por qué.',
        description:
          'Retícula, tipografía y color sin dogmas, con ejercicios que se corrigen uno a uno. Al terminar tendrás un cartel, un folleto y una opinión.\n\nNo hace falta programa alguno las tres primeras semanas: papel, tijeras y paciencia.',
      },
      en: {
        title: 'Design from Zero',
        short: 'Seven lessons to put a page in order and defend why.',
        description:
          'Grid, type and colour without dogma, with exercises that are corrected one by one. At the end you will have a poster, a leaflet and an opinion.\n\nNo software for the first three weeks: paper, scissors and patience.',
      },
      pt: {
        title: 'Design do zero',
        short: 'Sete lições para ordenar uma página e defender porquê.',
        description:
          'Grelha, tipografia e cor sem dogmas, com exercícios corrigidos um a um. No fim terás um cartaz, um folheto e uma opinião.\n\nNas três primeiras semanas não é preciso programa nenhum: papel, tesoura e paciência.',
      },
    },
  },
  {
    slug: 'grabar-en-la-cocina',
    channel: 'escuela-trazo-vivo',
    category: 'formacion',
    type: 'course',
    netMinor: 5_785,
    kicker: 'Tomás Arrueta',
    art: { motif: 'vinyl', palette: 'ember', face: 'serif' },
    tags: ['home studio', 'podcast'],
    speakers: ['tomas-arrueta', 'irene-valcarcel-soto'],
    text: {
      es: {
        title: 'Grabar en la cocina',
        short: 'Producción musical con lo que hay en casa: un micrófono, mantas y oído.',
        description:
          'De la maqueta a una mezcla que aguanta el coche. Aprenderás a colocar un micrófono, a grabar voces sin miedo y a saber cuándo parar.',
      },
      en: {
        title: 'Recording in the Kitchen',
        short: 'Music production with what you have at home: a microphone, blankets and ears.',
        description:
          'From a demo to a mix that survives the car. You will learn to place a microphone, to record voices without fear and to know when to stop.',
      },
      pt: {
        title: 'Gravar na cozinha',
        short: 'Produção musical com o que há em casa: um microfone, mantas e ouvido.',
        description:
          'Da maquete a uma mistura que aguenta o carro. Vais aprender a colocar um microfone, a gravar vozes sem medo e a saber quando parar.',
      },
    },
  },
  {
    slug: 'guitarra-paso-a-paso',
    channel: 'escuela-trazo-vivo',
    category: 'formacion',
    type: 'course',
    netMinor: 6_529,
    kicker: 'Tomás Arrueta',
    art: { motif: 'strings', palette: 'saffron', face: 'serif' },
    tags: ['folk', 'blues'],
    speakers: ['tomas-arrueta'],
    text: {
      es: {
        title: 'Guitarra paso a paso',
        short: 'De no saber afinarla a acompañar una canción entera, en once semanas.',
        description:
          'Quince minutos al día y una canción por semana. Cada lección tiene tres velocidades y una grabación para tocar encima.',
      },
      en: {
        title: 'Guitar, Step by Step',
        short: 'From not knowing how to tune it to accompanying a whole song, in eleven weeks.',
        description: 'Fifteen minutes a day and one song a week. Every lesson has three speeds and a backing track to play along.',
      },
      pt: {
        title: 'Guitarra passo a passo',
        short: 'De não saber afinar a acompanhar uma canção inteira, em onze semanas.',
        description: 'Quinze minutos por dia e uma canção por semana. Cada lição tem três velocidades e uma gravação para tocar por cima.',
      },
    },
  },
  {
    slug: 'pan-de-masa-madre',
    channel: 'fogon-de-jara',
    category: 'cocina',
    type: 'course',
    netMinor: 3_223,
    kicker: 'Jara Montiel',
    art: { motif: 'plates', palette: 'bone', face: 'serif', seed: 'pan' },
    tags: ['brioche', 'slow food'],
    speakers: ['jara-montiel'],
    text: {
      es: {
        title: 'Pan de masa madre',
        short: 'Tres lecciones, una harina y un bote de cristal que acabarás llamando por su nombre.',
        description: 'Cómo nace y cómo se cuida una masa madre, por qué el tiempo es un ingrediente y qué hacer con el pan de ayer.',
      },
      en: {
        title: 'Sourdough Bread',
        short: 'Three lessons, one flour and a glass jar that you will end up naming.',
        description: "How a starter is born and cared for, why time is an ingredient and what to do with yesterday's bread.",
      },
      pt: {
        title: 'Pão de massa-mãe',
        short: 'Três lições, uma farinha e um frasco de vidro a que acabarás por dar nome.',
        description: 'Como nasce e como se cuida uma massa-mãe, porque o tempo é um ingrediente e o que fazer com o pão de ontem.',
      },
    },
  },
  {
    slug: 'contar-con-datos',
    channel: 'escuela-trazo-vivo',
    category: 'formacion',
    type: 'course',
    netMinor: 4_132,
    kicker: 'Hugo Serradell',
    art: { motif: 'contours', palette: 'lagoon', face: 'grotesk', seed: 'datos' },
    tags: ['data', 'open data'],
    speakers: ['hugo-serradell'],
    text: {
      es: {
        title: 'Contar con datos',
        short: 'Gráficos que dicen la verdad y se entienden a la primera.',
        description:
          'Encontrar una pregunta, limpiar una tabla y elegir la forma. Lecciones con datos públicos y una historia propia al final.',
      },
      en: {
        title: 'Telling with Data',
        short: 'Charts that tell the truth and are understood at first sight.',
        description: 'Find a question, clean a table and choose the shape. Lessons with public data and a story of your own at the end.',
      },
      pt: {
        title: 'Contar com dados',
        short: 'Gráficos que dizem a verdade e se entendem à primeira.',
        description:
          'Encontrar uma pergunta, limpar uma tabela e escolher a forma. Lições com dados públicos e uma história própria no fim.',
      },
    },
  },
  {
    slug: 'master-narrativa-visual',
    channel: 'escuela-trazo-vivo',
    category: 'formacion',
    type: 'master',
    netMinor: 20_661,
    kicker: 'Máster',
    art: { motif: 'ribbons', palette: 'plum', face: 'serif', lettering: 'Narrativa visual' },
    tags: ['design', 'data', 'storytelling'],
    speakers: ['nora-beltrani', 'hugo-serradell'],
    text: {
      es: {
        title: 'Máster en narrativa visual',
        short: 'Tres cursos, un proyecto y un tribunal amable.',
        description: 'Diseño, datos y sonido en nueve meses, con tutoría semanal y un proyecto final que se presenta en directo.',
      },
      en: {
        title: 'Visual Storytelling Programme',
        short: 'Three courses, one project and a kind jury.',
        description: 'Design, data and sound in nine months, with weekly tutoring and a final project that is presented live.',
      },
      pt: {
        title: 'Programa de narrativa visual',
        short: 'Três cursos, um projeto e um júri amável.',
        description: 'Design, dados e som em nove meses, com tutoria semanal e um projeto final apresentado em direto.',
      },
    },
  },
  {
    slug: 'tutoria-abierta',
    channel: 'escuela-trazo-vivo',
    category: 'formacion',
    type: 'meet',
    kicker: 'Reunión',
    art: { motif: 'halftone', palette: 'cobalt', face: 'grotesk', seed: 'tutoria' },
    tags: ['portfolio', 'feedback'],
    speakers: ['nora-beltrani'],
    // Its host may start it at any moment: from an hour before each date until its end.
    repeats: { everyMinutes: 120, minutes: 60, times: 6 },
    text: {
      es: {
        title: 'Tutoría abierta',
        short: 'Trae tu trabajo a medias: lo miramos entre quienes estemos.',
        description:
          'Una hora, como mucho setenta personas y una regla: primero se dice lo que funciona. Puedes compartir pantalla o solo mirar.',
      },
      en: {
        title: 'Open Tutoring',
        short: 'Bring your work in progress: we look at it together.',
        description: 'One hour, seventy people at most and one rule: first we say what works. Share your screen, or just watch.',
      },
      pt: {
        title: 'Tutoria aberta',
        short: 'Traz o teu trabalho a meio: olhamos para ele em conjunto.',
        description: 'Uma hora, no máximo setenta pessoas e uma regra: primeiro diz-se o que funciona. Podes partilhar o ecrã ou só ver.',
      },
    },
  },
  {
    slug: 'cuaderno-de-escucha',
    channel: 'sala-cardumen',
    category: 'formacion',
    type: 'datasheet',
    kicker: 'Ficha didáctica',
    art: { motif: 'contours', palette: 'forest', face: 'serif', seed: 'escucha' },
    tags: ['field recording', 'audio'],
    speakers: ['irene-valcarcel-soto'],
    text: {
      es: {
        title: 'Cuaderno de escucha',
        short: 'Material para aula: doce ejercicios para aprender a oír una canción por dentro.',
        description:
          'Pensado para secundaria, acompaña a «Anatomía de una canción». Incluye fichas para imprimir y fragmentos separados por capas.',
      },
      en: {
        title: 'Listening Notebook',
        short: 'Classroom material: twelve exercises to hear a song from the inside.',
        description: 'Made for secondary schools, it goes with "Anatomy of a Song". With sheets to print and excerpts split into layers.',
      },
      pt: {
        title: 'Caderno de escuta',
        short: 'Material para a aula: doze exercícios para ouvir uma canção por dentro.',
        description:
          'Pensado para o ensino secundário, acompanha «Anatomia de uma canção». Inclui fichas para imprimir e excertos separados por camadas.',
      },
    },
  },
]
