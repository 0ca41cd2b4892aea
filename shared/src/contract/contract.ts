import { account } from './account.ts'
import { auth, signUp } from './auth.ts'
import { broadcasts } from './broadcasts.ts'
import { categories } from './categories.ts'
import { channels } from './channels.ts'
import { config } from './config.ts'
import { entities } from './entities.ts'
import { exchangeRates } from './exchange-rates.ts'
import type { EndpointGroup } from './endpoint.ts'
import { firstSteps } from './first-steps.ts'
import { home } from './home.ts'
import { images } from './images.ts'
import { loginConfig } from './login-config.ts'
import { notifications } from './notifications.ts'
import { ownProducts } from './own-products.ts'
import { pages } from './pages.ts'
import { playback } from './playback.ts'
import { podcasts, privateFeeds } from './podcasts.ts'
import { posts } from './posts.ts'
import { productAdmin } from './product-admin.ts'
import { productCodes } from './product-codes.ts'
import { products } from './products.ts'
import { schedule } from './schedule.ts'
import { search } from './search.ts'
import { shop } from './shop.ts'
import { sections } from './sections.ts'
import { site } from './site.ts'
import { speakers } from './speakers.ts'
import { tickets } from './tickets.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'

/** Every endpoint there is. The api must bind each group; the OpenAPI document, the privilege matrix and the fuzz are generated from here. */
export const contract = {
  auth,
  signUp,
  account,
  home,
  sections,
  entities,
  pages,
  channels,
  firstSteps,
  speakers,
  products,
  posts,
  podcasts,
  privateFeeds,
  ownProducts,
  productAdmin,
  productCodes,
  tickets,
  broadcasts,
  playback,
  search,
  categories,
  schedule,
  shop,
  site,
  config,
  loginConfig,
  exchangeRates,
  users,
  notifications,
  images,
  uploads,
} as const satisfies Record<string, EndpointGroup>
