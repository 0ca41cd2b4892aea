import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Words = { readonly [key: string]: string | Words }
export type TestLanguage = 'es' | 'en' | 'pt'

const files = {
  identity: (language: TestLanguage) => `web/src/features/people/identity/locales/${language}.json`,
  account: (language: TestLanguage) => `web/src/features/people/account/locales/${language}.json`,
  siteConfig: (language: TestLanguage) => `web/src/features/settings/site-config/locales/${language}.json`,
  common: (language: TestLanguage) => `web/src/app/locales/${language}.json`,
  player: (language: TestLanguage) => `web/src/features/live/player/locales/${language}.json`,
  captions: (language: TestLanguage) => `web/src/features/live/captions/locales/${language}.json`,
  captionFiles: (language: TestLanguage) => `web/src/features/media/caption-files/locales/${language}.json`,
  studio: (language: TestLanguage) => `studio/src/renderer/locales/${language}.json`,
  recordings: (language: TestLanguage) => `web/src/features/live/recordings/locales/${language}.json`,
  polls: (language: TestLanguage) => `web/src/features/live/polls/locales/${language}.json`,
  questions: (language: TestLanguage) => `web/src/features/live/questions/locales/${language}.json`,
  chat: (language: TestLanguage) => `web/src/features/live/chat/locales/${language}.json`,
  channels: (language: TestLanguage) => `web/src/features/catalogue/channels/locales/${language}.json`,
  speakers: (language: TestLanguage) => `web/src/features/catalogue/speakers/locales/${language}.json`,
  uploads: (language: TestLanguage) => `web/src/features/media/uploads/locales/${language}.json`,
  productEditor: (language: TestLanguage) => `web/src/features/catalogue/product-editor/locales/${language}.json`,
  trailer: (language: TestLanguage) => `web/src/features/live/trailer/locales/${language}.json`,
  products: (language: TestLanguage) => `web/src/features/catalogue/products/locales/${language}.json`,
  podcasts: (language: TestLanguage) => `web/src/features/catalogue/podcasts/locales/${language}.json`,
  tickets: (language: TestLanguage) => `web/src/features/sales/tickets/locales/${language}.json`,
  checkout: (language: TestLanguage) => `web/src/features/sales/checkout/locales/${language}.json`,
  orders: (language: TestLanguage) => `web/src/features/sales/orders/locales/${language}.json`,
  salesTable: (language: TestLanguage) => `web/src/features/sales/sales-table/locales/${language}.json`,
  gifts: (language: TestLanguage) => `web/src/features/sales/gifts/locales/${language}.json`,
  subscriptions: (language: TestLanguage) => `web/src/features/sales/subscriptions/locales/${language}.json`,
  shipping: (language: TestLanguage) => `web/src/features/sales/shipping/locales/${language}.json`,
  refunds: (language: TestLanguage) => `web/src/features/sales/refunds/locales/${language}.json`,
  testPayments: (language: TestLanguage) => `web/src/features/sales/test-payments/locales/${language}.json`,
  schedule: (language: TestLanguage) => `web/src/features/catalogue/schedule/locales/${language}.json`,
  overview: (language: TestLanguage) => `web/src/features/insight/overview/locales/${language}.json`,
  users: (language: TestLanguage) => `web/src/features/people/users/locales/${language}.json`,
  sectionEditor: (language: TestLanguage) => `web/src/features/storefront/section-editor/locales/${language}.json`,
  home: (language: TestLanguage) => `web/src/features/storefront/home/locales/${language}.json`,
  curriculum: (language: TestLanguage) => `web/src/features/learning/curriculum/locales/${language}.json`,
  room: (language: TestLanguage) => `web/src/features/meetings/room/locales/${language}.json`,
  quizzes: (language: TestLanguage) => `web/src/features/learning/quizzes/locales/${language}.json`,
  discussions: (language: TestLanguage) => `web/src/features/learning/discussions/locales/${language}.json`,
  certificates: (language: TestLanguage) => `web/src/features/learning/certificates/locales/${language}.json`,
  courses: (language: TestLanguage) => `web/src/features/learning/courses/locales/${language}.json`,
} as const

/**
 * The words a person reads on screen, from the application's own catalogue: the tests click what it says, whatever it
 * says.
 */
export function word(area: keyof typeof files, key: string, language: TestLanguage = 'en'): string {
  const file = fileURLToPath(new URL(`../../${files[area](language)}`, import.meta.url))
  const found = key
    .split('.')
    .reduce<string | Words | undefined>(
      (place, part) => (typeof place === 'object' ? place[part] : undefined),
      JSON.parse(readFileSync(file, 'utf8')) as Words,
    )
  if (typeof found !== 'string') throw new Error(`${file} has no word ${key}`)
  return found
}

/** A catalogue text as a pattern: what it fills in may be anything. */
export function pattern(text: string): RegExp {
  const parts = text.split(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/)
  return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*'))
}
