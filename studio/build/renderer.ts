import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'

/**
 * Both builds replace it when they serve the page: the gateway and nginx in the browser, our app:// protocol in
 * Electron.
 */
const nonce = '__CSP_NONCE__'

/** The one renderer, built twice: for Electron (served at app://studio/) and for a browser tab (served at /studio/). */
export function rendererConfig({ base, outDir }: { base: string; outDir: string }): UserConfig {
  const root = fileURLToPath(new URL('../src/renderer', import.meta.url))
  return {
    root,
    base,
    publicDir: `${root}/public`,
    plugins: [react()],
    html: { cspNonce: nonce },
    build: {
      outDir: fileURLToPath(new URL(`../${outDir}`, import.meta.url)),
      emptyOutDir: true,
      target: 'chrome130',
      // Inlined assets would be data: URIs, which the policy only allows for pictures and fonts.
      assetsInlineLimit: 0,
      minify: true,
      sourcemap: false,
      rolldownOptions: {
        input: `${root}/index.html`,
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
              { name: 'mui', test: /node_modules[\\/](@mui|@emotion|@popperjs)[\\/]/ },
              { name: 'media', test: /node_modules[\\/](mediasoup-client|socket\.io-client|engine\.io-client|h264-profile-level-id)[\\/]/ },
            ],
          },
        },
      },
    },
  }
}
