/** The scenes of the film in their order, in seconds. */
export const scenes = [
  { id: 'title', sec: 3 },
  { id: 'download', sec: 5 },
  { id: 'wrong', sec: 5 },
  { id: 'menu', sec: 5 },
  { id: 'file', sec: 4 },
  { id: 'origin', sec: 5 },
  { id: 'delimiter', sec: 6 },
  { id: 'load', sec: 4 },
  { id: 'done', sec: 5 },
] as const
export type SceneId = (typeof scenes)[number]['id']

export interface Film {
  language: 'es' | 'en' | 'pt'
  captions: Record<SceneId, string>
  words: {
    brand: string
    title: string
    sales: string
    download: string
    head: readonly [string, string, string]
    rows: readonly (readonly [string, string, string])[]
    file: string
    sheet: string
    tabs: readonly string[]
    data: string
    fromText: string
    origin: string
    originWrong: string
    originRight: string
    delimiter: string
    comma: string
    semicolon: string
    load: string
    cancel: string
    end: string
  }
}

const originRight = '65001: Unicode (UTF-8)'

export const films: readonly Film[] = [
  {
    language: 'es',
    captions: {
      title: 'Del CSV a Excel: abre tus ventas sin que se estropeen las tildes ni los importes.',
      download: 'Filtra lo que necesitas y descarga el CSV: contiene exactamente lo que ves.',
      wrong: 'Si lo abres con doble clic, las tildes se rompen y todo cae en una sola columna.',
      menu: 'Mejor impórtalo: en un libro vacío, ve a Datos y elige De texto/CSV.',
      file: 'Elige el archivo que has descargado.',
      origin: 'En Origen del archivo elige 65001: Unicode (UTF-8). Las tildes vuelven a su sitio.',
      delimiter: 'En Delimitador elige Punto y coma. Cada dato pasa a su columna.',
      load: 'Pulsa Cargar.',
      done: 'Listo: tus ventas, en columnas y con sus tildes.',
    },
    words: {
      brand: 'Centro de ayuda',
      title: 'Del CSV a Excel',
      sales: 'Ventas',
      download: 'Descargar CSV',
      head: ['Fecha', 'Producto', 'Importe'],
      rows: [
        ['21/11/2026', 'Canción de otoño', '12,50 €'],
        ['21/11/2026', 'El taller de Íñigo', '9,00 €'],
        ['20/11/2026', 'Corazón eléctrico', '18,00 €'],
      ],
      file: 'ventas.csv',
      sheet: 'Libro1',
      tabs: ['Inicio', 'Insertar', 'Fórmulas', 'Datos', 'Vista'],
      data: 'Datos',
      fromText: 'De texto/CSV',
      origin: 'Origen del archivo',
      originWrong: '1252: Europeo occidental',
      originRight,
      delimiter: 'Delimitador',
      comma: 'Coma',
      semicolon: 'Punto y coma',
      load: 'Cargar',
      cancel: 'Cancelar',
      end: 'Más ayuda en el centro de ayuda, Organizadores',
    },
  },
  {
    language: 'en',
    captions: {
      title: 'From CSV to Excel: open your sales without broken accents or amounts.',
      download: 'Filter what you need and download the CSV: it holds exactly what you see.',
      wrong: 'Opened with a double click, accents break and everything falls into one column.',
      menu: 'Import it instead: in an empty workbook go to Data and choose From Text/CSV.',
      file: 'Choose the file that you downloaded.',
      origin: 'As File origin choose 65001: Unicode (UTF-8). The accents come back.',
      delimiter: 'As Delimiter choose Semicolon. Every value moves to its own column.',
      load: 'Press Load.',
      done: 'Done: your sales in columns, with every accent.',
    },
    words: {
      brand: 'Help centre',
      title: 'From CSV to Excel',
      sales: 'Sales',
      download: 'Download CSV',
      head: ['Date', 'Product', 'Amount'],
      rows: [
        ['21/11/2026', 'Canción de otoño', '€12.50'],
        ['21/11/2026', 'Café at Noël', '€9.00'],
        ['20/11/2026', 'Corazón eléctrico', '€18.00'],
      ],
      file: 'sales.csv',
      sheet: 'Book1',
      tabs: ['Home', 'Insert', 'Formulas', 'Data', 'View'],
      data: 'Data',
      fromText: 'From Text/CSV',
      origin: 'File origin',
      originWrong: '1252: Western European',
      originRight,
      delimiter: 'Delimiter',
      comma: 'Comma',
      semicolon: 'Semicolon',
      load: 'Load',
      cancel: 'Cancel',
      end: 'More in the help centre, Organizers',
    },
  },
  {
    language: 'pt',
    captions: {
      title: 'Do CSV para o Excel: abre as tuas vendas sem estragar acentos nem valores.',
      download: 'Filtra o que precisas e descarrega o CSV: contém exatamente o que vês.',
      wrong: 'Se o abrires com duplo clique, os acentos partem-se e tudo cai numa só coluna.',
      menu: 'Em vez disso, importa-o: num livro vazio, vai a Dados e escolhe De Texto/CSV.',
      file: 'Escolhe o ficheiro que descarregaste.',
      origin: 'Em Origem do ficheiro escolhe 65001: Unicode (UTF-8). Os acentos voltam ao lugar.',
      delimiter: 'Em Delimitador escolhe Ponto e vírgula. Cada dado passa para a sua coluna.',
      load: 'Carrega em Carregar.',
      done: 'Pronto: as tuas vendas em colunas e com os acentos certos.',
    },
    words: {
      brand: 'Centro de ajuda',
      title: 'Do CSV para o Excel',
      sales: 'Vendas',
      download: 'Descarregar CSV',
      head: ['Data', 'Produto', 'Valor'],
      rows: [
        ['21/11/2026', 'Canção de outono', '12,50 €'],
        ['21/11/2026', 'O ateliê de Inês', '9,00 €'],
        ['20/11/2026', 'Coração elétrico', '18,00 €'],
      ],
      file: 'vendas.csv',
      sheet: 'Livro1',
      tabs: ['Base', 'Inserir', 'Fórmulas', 'Dados', 'Ver'],
      data: 'Dados',
      fromText: 'De Texto/CSV',
      origin: 'Origem do ficheiro',
      originWrong: '1252: Europeu ocidental',
      originRight,
      delimiter: 'Delimitador',
      comma: 'Vírgula',
      semicolon: 'Ponto e vírgula',
      load: 'Carregar',
      cancel: 'Cancelar',
      end: 'Mais ajuda no centro de ajuda, Organizadores',
    },
  },
]
