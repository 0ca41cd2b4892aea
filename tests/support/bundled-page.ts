import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

/** The code of a test's page with its libraries, as one script. */
export async function bundlePage(entry: URL): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(entry), formats: ['iife'], name: 'labModule', fileName: 'page' },
    },
  })) as Rolldown.RolldownOutput[]
  const chunk = output.flatMap((result) => result.output).find((part) => part.type === 'chunk')
  if (!chunk || chunk.type !== 'chunk') throw new Error('the page did not build')
  return chunk.code
}
