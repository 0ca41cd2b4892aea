import { defineConfig } from 'vite'
import { rendererConfig } from './build/renderer.ts'

export default defineConfig(rendererConfig({ base: '/studio/', outDir: 'dist' }))
