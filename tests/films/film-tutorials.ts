// Films the tutorials of the help centre on the real platform with the demo's data, one film per language: `node
// tests/films/film-tutorials.ts` (`--only account,live`, `--language es`; WEB_DIST and STUDIO_DIST name builds that are
// there already). The results are committed. Texts and scenes of the films stand in
// web/src/features/guidance/tutorials; run it again when a screen that they show has changed.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { languages, type Language } from '@e-events/shared/domain/language.ts'
import { chromium, type Browser } from 'playwright/test'
import { findTutorial, tutorials, type TutorialId } from '../../web/src/features/guidance/tutorials/tutorials.ts'
import { startStack, type Stack } from '../support/stack.ts'
import { renderTutorial } from './tutorial-render.ts'
import { buy } from './tutorial-scenes-buying.ts'
import { channel, live, video, writeCameraPicture } from './tutorial-scenes-organizer.ts'
import { account, watch, withScene, type Scene } from './tutorial-scenes.ts'

const { values: options } = parseArgs({ options: { only: { type: 'string' }, language: { type: 'string' } } })
const home = path.join(import.meta.dirname, '../../web/src/features/guidance/tutorials')
const folder = path.join(import.meta.dirname, '../../web/films/tutorials')
const timesFile = path.join(home, 'film-times.json')
const plays: Record<TutorialId, (scene: Scene) => Promise<void>> = { account, buy, watch, channel, video, live }
const posters: Record<TutorialId, string> = {
  account: 'ticket',
  buy: 'door',
  watch: 'cameras',
  channel: 'published',
  video: 'page',
  live: 'air',
}

const { CHROMIUM_BIN } = process.env
const isWanted = (id: TutorialId) => (options.only ?? id).split(',').includes(id)
/**
 * An audience needs the demo's show; an organizer begins with nothing, and does not wait behind the demo's own videos.
 */
const audience: ReadonlySet<TutorialId> = new Set(['account', 'buy', 'watch'])
await filmAll({ demo: true, ids: tutorials.map(({ id }) => id).filter((id) => audience.has(id) && isWanted(id)) })
await filmAll({ demo: false, ids: tutorials.map(({ id }) => id).filter((id) => !audience.has(id) && isWanted(id)) })

async function filmAll({ demo, ids }: { demo: boolean; ids: readonly TutorialId[] }): Promise<void> {
  if (ids.length === 0) return
  const work = await mkdtemp(path.join(os.tmpdir(), 'e-events-film-'))
  const stack = await startStack({ logDir: work, demo })
  const painter = await chromium.launch({
    ...(CHROMIUM_BIN ? { executablePath: CHROMIUM_BIN } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await mkdir(folder, { recursive: true })
    const picture = await writeCameraPicture(work)
    for (const language of languages)
      for (const id of ids) if ((options.language ?? language) === language) await filmOne({ stack, painter, picture, id, language })
  } finally {
    await painter.close()
    await stack.stop()
    await rm(work, { recursive: true, force: true })
  }
}

interface Shoot {
  stack: Stack
  painter: Browser
  /** Film of the fake camera. */
  picture: string
  id: TutorialId
  language: Language
}

async function filmOne({ stack, painter, picture, id, language }: Shoot): Promise<void> {
  const args = id === 'live' ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${picture}`] : []
  const permissions = id === 'live' ? ['camera', 'microphone'] : []
  const steps = findTutorial(id)?.steps ?? []
  try {
    const camera = await withScene(stack, { language, baseUrl: stack.origin, args, permissions }, plays[id])
    const texts = await stepTexts(id, language)
    const film = await renderTutorial(painter, { id, language, steps, texts, shots: camera.shots, posterStep: posters[id], folder })
    await noteTimes(`${id}-${language}`, film)
    process.stdout.write(`${id} ${language}: ${film.seconds} s\n`)
  } catch (error) {
    // The others are filmed all the same.
    process.exitCode = 1
    process.stderr.write(`${id} ${language}: ${error instanceof Error ? error.stack : String(error)}\n`)
  }
}

async function stepTexts(id: TutorialId, language: string): Promise<Record<string, string>> {
  const words = JSON.parse(await readFile(path.join(home, `locales/${language}.json`), 'utf8')) as Record<
    TutorialId,
    { step: Record<string, string> }
  >
  return words[id].step
}

/** How long each film is and when its steps begin. */
async function noteTimes(name: string, film: { seconds: number; starts: number[] }): Promise<void> {
  const known = JSON.parse(await readFile(timesFile, 'utf8').catch(() => '{}')) as Record<string, unknown>
  const times = Object.entries({ ...known, [name]: film }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  await writeFile(timesFile, `${JSON.stringify(Object.fromEntries(times), null, 2)}\n`)
}
