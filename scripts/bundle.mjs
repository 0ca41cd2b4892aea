#!/usr/bin/env node
// Bundles a service: `node scripts/bundle.mjs api --outDir api/dist`. buildApp in lib/builds.mjs runs it.
import path from 'node:path'
import { build } from 'vite'
import { SERVICE_MODULES } from './lib/builds.mjs'
import { root } from './lib/paths.mjs'

/**
 * Packages that stay in node_modules: native ones, and those that look for files of their own or choose what they
 * require while they run.
 */
const EXTERNAL =
  '@node-rs/argon2 bull ffmpeg-static fluent-ffmpeg ioredis knex mediasoup msgpackr pdfkit pg pino sharp swagger-ui-dist'.split(' ')

const [service, ...rest] = process.argv.slice(2)
const outDir = path.resolve(rest[rest.indexOf('--outDir') + 1])
await build({
  configFile: false,
  root: path.join(root, service),
  logLevel: 'error',
  ssr: { noExternal: true, external: EXTERNAL, target: 'node' },
  build: {
    ssr: true,
    target: 'node24',
    outDir,
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: {
      // main: the program; the other one starts nothing, so that an image can compile it while it is built.
      input: {
        main: path.join(root, service, 'src/main.ts'),
        [SERVICE_MODULES[service]]: path.join(root, service, `src/${SERVICE_MODULES[service]}.ts`),
      },
      onwarn: () => undefined,
      output: {
        format: 'esm',
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
        // Names stay as they are, for the stacks in a log.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
})
