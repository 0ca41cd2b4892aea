import { desktopCapturer, systemPreferences, type Session } from 'electron'
import type { DisplaySource, IpcOutput } from '../ipc/contract.ts'
import { isOurPage } from './security.ts'

const thumbnail = { width: 320, height: 180 }

export interface DisplayChoice {
  choose(sourceId: string): void
  list(): Promise<IpcOutput<'display.list'>>
}

/**
 * Screens and windows: our own dialog picks one, and the next getDisplayMedia of our page gets exactly that one, once.
 */
export function setUpDisplayCapture(session: Session): DisplayChoice {
  let chosen: string | null = null
  session.setDisplayMediaRequestHandler(
    (request, answer) => {
      const sourceId = chosen
      chosen = null
      if (sourceId === null || !isOurPage(request.securityOrigin)) return answer(null)
      void desktopCapturer
        .getSources({ types: ['screen', 'window'], thumbnailSize: { width: 0, height: 0 } })
        .then((sources) => sources.find((source) => source.id === sourceId))
        .then((video) => {
          if (!video) return answer(null)
          // A whole screen carries the sound of the system; not every system can separate the sound of a window.
          const wantsAudio = request.audioRequested && sourceId.startsWith('screen:') && process.platform !== 'linux'
          return answer(wantsAudio ? { video, audio: 'loopback' } : { video })
        })
        .catch(() => answer(null))
      return undefined
    },
    { useSystemPicker: false },
  )
  return {
    choose: (sourceId) => (chosen = sourceId),
    async list() {
      const access = process.platform === 'darwin' ? toAccess(systemPreferences.getMediaAccessStatus('screen')) : 'granted'
      const sources = await desktopCapturer.getSources({ types: ['screen', 'window'], thumbnailSize: thumbnail })
      return { access, sources: sources.map(toSource) }
    },
  }
}

function toAccess(status: string): 'granted' | 'denied' | 'unknown' {
  if (status === 'granted') return 'granted'
  return status === 'denied' || status === 'restricted' ? 'denied' : 'unknown'
}

function toSource(source: Electron.DesktopCapturerSource): DisplaySource {
  return {
    id: source.id,
    kind: source.id.startsWith('screen:') ? 'screen' : 'window',
    name: source.name.slice(0, 200),
    thumbnail: source.thumbnail.isEmpty() ? '' : source.thumbnail.toDataURL(),
  }
}
