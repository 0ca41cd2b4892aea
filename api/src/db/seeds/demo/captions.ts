import { writeWebVtt } from '@e-events/shared/domain/webvtt.ts'
import { languages, type Language } from '@e-events/shared/domain/language.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import { captionsPrefix } from '../../../domains/media/read/captions.ts'
import { demoProducts } from './catalogue.ts'
import { demoFilms, type DemoFilmName } from './content.ts'

/** A line for each fifth of a film: its pictures change as often. */
const lines: Record<DemoFilmName, Record<Language, readonly string[]>> = {
  tide: {
    es: [
      '♪ Un piano, muy despacio ♪',
      'De noche, la marea trae luz.',
      'Nadie en el faro la ha encendido.',
      '♪ Entran las cuerdas ♪',
      'Y al amanecer, la playa lo recuerda.',
    ],
    en: [
      '♪ A piano, very slowly ♪',
      'At night the tide brings in light.',
      'Nobody at the lighthouse lit it.',
      '♪ Strings come in ♪',
      'And at dawn the beach remembers.',
    ],
    pt: [
      '♪ Um piano, muito devagar ♪',
      'De noite, a maré traz luz.',
      'Ninguém no farol a acendeu.',
      '♪ Entram as cordas ♪',
      'E ao amanhecer, a praia lembra-se.',
    ],
  },
  water: {
    es: [
      '♪ Gotas sobre metal ♪',
      'El agua cuenta mejor que nosotros.',
      'Cada gota, un segundo.',
      'Cuando se vacía, se le da la vuelta.',
      '♪ Las gotas se detienen ♪',
    ],
    en: [
      '♪ Drops on metal ♪',
      'Water counts better than we do.',
      'Each drop is a second.',
      'When it is empty, it is turned over.',
      '♪ The drops stop ♪',
    ],
    pt: [
      '♪ Gotas sobre metal ♪',
      'A água conta melhor do que nós.',
      'Cada gota, um segundo.',
      'Quando fica vazio, vira-se ao contrário.',
      '♪ As gotas param ♪',
    ],
  },
  train: {
    es: [
      '♪ Un tren que se acerca ♪',
      'Próxima parada: Valdeniebla.',
      'Ya no vive nadie allí.',
      'Pero alguien ha pedido la parada.',
      '♪ El tren se aleja ♪',
    ],
    en: [
      '♪ A train comes closer ♪',
      'Next stop: Valdeniebla.',
      'Nobody lives there any more.',
      'But somebody has asked to get off.',
      '♪ The train goes away ♪',
    ],
    pt: [
      '♪ Um comboio aproxima-se ♪',
      'Próxima paragem: Valdeniebla.',
      'Já ninguém vive ali.',
      'Mas alguém pediu a paragem.',
      '♪ O comboio afasta-se ♪',
    ],
  },
}

/** Subtitles in three languages for every film of the demo. */
export async function seedCaptions(knex: Knex, storage: Storage): Promise<void> {
  for (const { slug, film } of demoProducts) {
    if (!film) continue
    const product = await knex('products').where({ slug }).first('id')
    if (!product) continue
    for (const language of languages) {
      const storage_key = `${captionsPrefix(product.id)}/${language}-demo.vtt`
      const text = textOf(film, language)
      await storage.put(storage_key, text, 'text/vtt')
      await knex('captions')
        .insert({ product_id: product.id, language, storage_key, size_bytes: Buffer.byteLength(text), cues: lines[film][language].length })
        .onConflict(['product_id', 'language'])
        .ignore()
    }
  }
}

function textOf(film: DemoFilmName, language: Language): string {
  const part = demoFilms[film].seconds / 5
  return writeWebVtt(
    lines[film][language].map((text, index) => ({ startSec: index * part + 1, endSec: (index + 1) * part - 1, settings: '', text })),
  )
}
