import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunks } from './build/chunks.ts'
import { firstFrame } from './build/first-frame.ts'
import { preload } from './build/preload.ts'
import { sizeBudget } from './build/size-budget.ts'

/** In development the gateway's paths are forwarded to a running platform; `npm start` prints its address. */
const gateway = process.env['E_EVENTS_GATEWAY'] ?? 'http://127.0.0.1:8080'
const forwarded = ['/api', '/media', '/uploads', '/sfu', '/studio']

export default defineConfig({
  plugins: [
    react(),
    chunks({
      roots: { shell: '/src/main.tsx', boot: '/src/app/boot.tsx' },
      apart: {
        art: /\/shared\/ui\/art\/(?:glyphs|lettering|motifs|scenes|figures|poster|portrait|drawn)\.|\/identity\/components\/auth-frame\.tsx$|\/layout\/auth-page\.tsx$/,
        pickers: /\/@mui\/x-date-pickers\/|\/node_modules\/luxon\//,
        editor: /\/(?:@tiptap|prosemirror-[a-z]+|linkifyjs)\//,
        hls: /\/node_modules\/hls\.js\//,
        dragging: /\/@dnd-kit\//,
      },
      pages: {
        home: /\/src\/app\/routes\/home\/home\.tsx$/,
        // Comes after the first paint of the home page, and must not bring half of the store along.
        foot: /\/(?:features\/catalogue\/search\/components\/category-shelf|components\/feedback\/snackbar)\.tsx$/,
        // Opened from every page.
        menus: /\/src\/app\/layout\/(?:preference-lists|account-list|mobile-menu)\.tsx$/,
        product: /\/src\/app\/routes\/product\/product\.tsx$/,
        player: /\/src\/app\/routes\/player\/player\.tsx$/,
        meet: /\/src\/app\/routes\/meets\/meet\.tsx$/,
        help: /\/src\/app\/routes\/(?:help|legal|producers)\/[a-z-]+\.tsx$/,
        auth: /\/src\/app\/routes\/(?:login|logup|recovery|reset|activate|confirm-email)\/[a-z-]+\.tsx$/,
        store: /\/src\/app\/routes\/(?!manage\/|account\/|my-data\/|meets\/)[a-z-]+\/[a-z-]+\.tsx$/,
        office: /\/src\/app\/(?:routes\/(?:manage|account|my-data)\/(?:[a-z]+\/)?(?!product-slots)[a-z-]+|layout\/[a-z-]+-layout)\.tsx$/,
      },
    }),
    preload({
      font: 'inter-latin-opsz-normal',
      modules: ['src/app/boot.tsx'],
      words: 'src/app/locales/{language}.json',
      pages: [
        {
          path: '^/$',
          module: 'src/app/routes/home/home.tsx',
          words: 'src/features/storefront/home/locales/{language}.json',
          data: '/api/home?language={language}',
        },
        {
          path: '^/products/([a-z0-9-]+)$',
          module: 'src/app/routes/product/product.tsx',
          words: 'src/features/catalogue/products/locales/{language}.json',
          data: '/api/products/{slug}?language={language}',
        },
      ],
    }),
    firstFrame({
      entry: 'src/app/first-frame/main.ts',
      art: 'shared/ui/art/drawn.ts',
      early: ['theme-boot.js', 'early.js'],
      words: [
        'common:nav.home',
        'common:price.free',
        'common:live.badge',
        ...['enterLive', 'seeEvent', 'recording', 'watch', 'see', 'languages'].map((key) => `home:hero.${key}`),
        ...['coming', 'moved', 'room_open', 'interrupted', 'ended_with_recording', 'ended', 'never_aired', 'cancelled'].map(
          (state) => `common:eventState.${state}`,
        ),
        'common:eventState.comingMeeting',
        ...['unscheduled', 'on_demand'].map((moment) => `products:kind.${moment}`),
      ],
    }),
    sizeBudget([
      { name: 'app shell', entries: ['index.html'], maxBrotliKiB: 134 },
      { name: 'home page, everything', entries: ['index.html', 'src/app/boot.tsx', 'src/app/routes/home/home.tsx'], maxBrotliKiB: 280 },
      { name: 'log-in page, everything', entries: ['index.html', 'src/app/boot.tsx', 'src/app/routes/login/login.tsx'], maxBrotliKiB: 500 },
    ]),
  ],
  // The gateway and nginx put a fresh value in its place in every page they send.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: { dedupe: ['react', 'react-dom', '@emotion/react', '@emotion/styled'] },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(forwarded.map((path) => [path, { target: gateway, changeOrigin: false, ws: true }])),
  },
  build: {
    target: 'baseline-widely-available',
    // For whoever reads a stack trace; no page names them, and the image leaves them out.
    sourcemap: 'hidden',
    manifest: true,
    // The budget below is the judge, in brotli and for what a visitor really loads.
    chunkSizeWarningLimit: 1_000,
  },
})
