import { fileURLToPath } from 'node:url'
import { defineConfig } from 'electron-vite'
import { rendererConfig } from './build/renderer.ts'

const entry = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url))

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      // Everything but Electron goes into the bundle: the packaged app carries no node_modules.
      externalizeDeps: false,
      rolldownOptions: { input: { index: entry('main/index.ts') }, output: { format: 'es', entryFileNames: '[name].js' } },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      // A sandboxed preload is loaded by Electron's own small `require`: CommonJS in one file.
      rolldownOptions: { input: { index: entry('preload/index.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: rendererConfig({ base: '/', outDir: 'out/renderer' }),
})
