import type account from '../features/account/locales/en.json'
import type auth from '../features/auth/locales/en.json'
import type categories from '../features/categories/locales/en.json'
import type channels from '../features/channels/locales/en.json'
import type cookieConsent from '../features/cookie-consent/locales/en.json'
import type firstSteps from '../features/first-steps/locales/en.json'
import type help from '../features/help/locales/en.json'
import type home from '../features/home/locales/en.json'
import type landing from '../features/landing/locales/en.json'
import type legal from '../features/legal/locales/en.json'
import type manage from '../features/manage/locales/en.json'
import type media from '../features/media/locales/en.json'
import type notifications from '../features/notifications/locales/en.json'
import type overview from '../features/overview/locales/en.json'
import type people from '../features/people/locales/en.json'
import type places from '../features/places/locales/en.json'
import type player from '../features/player/locales/en.json'
import type podcasts from '../features/podcasts/locales/en.json'
import type posts from '../features/posts/locales/en.json'
import type productEditor from '../features/product-editor/locales/en.json'
import type productList from '../features/product-list/locales/en.json'
import type products from '../features/products/locales/en.json'
import type recordings from '../features/recordings/locales/en.json'
import type schedule from '../features/schedule/locales/en.json'
import type search from '../features/search/locales/en.json'
import type shop from '../features/shop/locales/en.json'
import type sectionEditor from '../features/section-editor/locales/en.json'
import type siteConfig from '../features/site-config/locales/en.json'
import type speakers from '../features/speakers/locales/en.json'
import type tickets from '../features/tickets/locales/en.json'
import type tours from '../features/tours/locales/en.json'
import type tutorials from '../features/tutorials/locales/en.json'
import type trailer from '../features/trailer/locales/en.json'
import type common from './locales/en.json'

// The English files are the type of every key: a key that does not exist does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      common: typeof common
      account: typeof account
      auth: typeof auth
      categories: typeof categories
      channels: typeof channels
      'cookie-consent': typeof cookieConsent
      'first-steps': typeof firstSteps
      help: typeof help
      home: typeof home
      landing: typeof landing
      legal: typeof legal
      manage: typeof manage
      media: typeof media
      notifications: typeof notifications
      overview: typeof overview
      people: typeof people
      places: typeof places
      player: typeof player
      podcasts: typeof podcasts
      posts: typeof posts
      'product-editor': typeof productEditor
      'product-list': typeof productList
      products: typeof products
      recordings: typeof recordings
      schedule: typeof schedule
      search: typeof search
      shop: typeof shop
      'section-editor': typeof sectionEditor
      'site-config': typeof siteConfig
      speakers: typeof speakers
      tickets: typeof tickets
      tours: typeof tours
      trailer: typeof trailer
      tutorials: typeof tutorials
    }
    returnNull: false
  }
}
