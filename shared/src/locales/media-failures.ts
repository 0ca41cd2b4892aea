import type { Language } from '../domain/language.ts'
import type { MediaFailure } from '../domain/media-uploads.ts'

type Words = Record<MediaFailure, string>

const es: Words = {
  unreadable: 'El archivo está dañado o no es lo que dice su nombre. Expórtalo de nuevo como MP4 (H.264 y AAC) y vuelve a subirlo.',
  no_video: 'El archivo no contiene imagen. Si solo hay sonido, súbelo a un producto de tipo pódcast.',
  no_audio: 'El archivo no contiene sonido.',
  too_many_streams: 'El archivo contiene demasiadas pistas. Expórtalo con una de imagen y una de sonido.',
  picture_too_large: 'La imagen es más grande que 8K. Expórtala con menos resolución.',
  too_long: 'El archivo dura más de 12 horas. Divídelo en partes.',
  frame_rate_too_high: 'El vídeo tiene demasiadas imágenes por segundo para su tamaño. Expórtalo con 60 o menos, en 4K como máximo.',
  too_expensive: 'Procesar el archivo ha costado mucho más de lo que dura. Expórtalo en 1080p como MP4 (H.264 y AAC) y vuelve a subirlo.',
  minutes_used_up: 'Dura más que los minutos de vídeo que te quedan hoy. Inténtalo mañana.',
  cancelled: 'Lo has cancelado.',
  timeout: 'El proceso se ha detenido sin avanzar. Inténtalo otra vez.',
  storage_full: 'No queda espacio en el servidor. Inténtalo más tarde.',
  unexpected: 'El proceso ha fallado en nuestros servidores. Inténtalo otra vez.',
}
const en: Words = {
  unreadable: 'The file is damaged or is not what its name says. Export it again as MP4 (H.264 and AAC) and upload it once more.',
  no_video: 'The file has no picture. If it is sound only, upload it to a product of the type podcast.',
  no_audio: 'The file has no sound.',
  too_many_streams: 'The file has too many tracks. Export it with one for the picture and one for the sound.',
  picture_too_large: 'The picture is larger than 8K. Export it with a lower resolution.',
  too_long: 'The file is longer than 12 hours. Split it into parts.',
  frame_rate_too_high: 'The video has too many pictures a second for their size. Export it with 60 or fewer, in 4K at most.',
  too_expensive:
    'Processing the file took far longer than the file is long. Export it in 1080p as MP4 (H.264 and AAC) and upload it once more.',
  minutes_used_up: 'It is longer than the minutes of video that you have left today. Try again tomorrow.',
  cancelled: 'You cancelled it.',
  timeout: 'Processing stopped making progress. Try again.',
  storage_full: 'The server has no space left. Try again later.',
  unexpected: 'Processing failed on our side. Try again.',
}
const pt: Words = {
  unreadable: 'O ficheiro está danificado ou não é o que o nome diz. Exporta-o de novo como MP4 (H.264 e AAC) e volta a carregá-lo.',
  no_video: 'O ficheiro não tem imagem. Se só tem som, carrega-o num produto do tipo podcast.',
  no_audio: 'O ficheiro não tem som.',
  too_many_streams: 'O ficheiro tem demasiadas faixas. Exporta-o com uma de imagem e uma de som.',
  picture_too_large: 'A imagem é maior do que 8K. Exporta-a com menos resolução.',
  too_long: 'O ficheiro dura mais de 12 horas. Divide-o em partes.',
  frame_rate_too_high: 'O vídeo tem demasiadas imagens por segundo para o tamanho que têm. Exporta-o com 60 ou menos, no máximo em 4K.',
  too_expensive:
    'Processar o ficheiro levou muito mais tempo do que ele dura. Exporta-o em 1080p como MP4 (H.264 e AAC) e volta a carregá-lo.',
  minutes_used_up: 'Dura mais do que os minutos de vídeo que te restam hoje. Tenta amanhã.',
  cancelled: 'Cancelaste-o.',
  timeout: 'O processamento parou sem avançar. Tenta outra vez.',
  storage_full: 'Já não há espaço no servidor. Tenta mais tarde.',
  unexpected: 'O processamento falhou nos nossos servidores. Tenta outra vez.',
}
const texts: Record<Language, Words> = { es, en, pt }

/** Why a file did not become something to play, and what can be done about it. */
export function mediaFailureText(failure: MediaFailure, language: Language): string {
  return texts[language][failure]
}

const titles: Record<Language, (product: string) => string> = {
  es: (product) => `No se ha podido procesar el archivo de «${product}»`,
  en: (product) => `The file of “${product}” could not be processed`,
  pt: (product) => `Não foi possível processar o ficheiro de «${product}»`,
}

/** Subject of the notification to its owner. */
export function mediaFailedTitle(product: string, language: Language): string {
  return titles[language](product.length > 120 ? `${product.slice(0, 119)}…` : product)
}
