import type { Storage } from '@e-events/shared/node/storage.ts'
import {
  applyLines,
  emptyState,
  journalFolder,
  newestVolume,
  pieceName,
  snapshotLines,
  toText,
  type JournalLine,
  type JournalState,
  type Volume,
} from '../hls/journal.ts'

const contentType = 'application/x-ndjson'
/** A piece that is longer gets no further line: this is what an edition writes at most. */
const pieceChars = 16 * 1024

export interface FeedJournal {
  /** Begins a volume that says everything, and removes the volumes before it. */
  begin(state: JournalState): Promise<void>
  /** Adds lines to the newest piece; after a write that failed they are not in it. */
  append(lines: readonly JournalLine[]): Promise<void>
  /** The lists say everything now, for good. */
  remove(): Promise<void>
}

/** Writes the journal of a feed below `prefix`. Only the worker whose turn (`epoch`) it is may write. */
export function createFeedJournal(storage: Storage, prefix: string, epoch: number): FeedJournal {
  const folder = `${prefix}/${journalFolder}`
  let volume: Volume = { epoch, generation: 0 }
  let piece = 0
  let text = ''

  return {
    async begin(state) {
      volume = { epoch, generation: volume.generation + 1 }
      await storage.put(`${folder}/${pieceName(volume, 0)}`, toText(snapshotLines(state)), contentType)
      piece = 1
      text = ''
      const own = pieceName(volume, 0)
      for (const { key } of await storage.list(folder)) if (!key.endsWith(`/${own}`)) await storage.removeAll(key)
    },
    async append(lines) {
      const isFull = text.length > pieceChars
      const next = { piece: isFull ? piece + 1 : piece, text: (isFull ? '' : text) + toText(lines) }
      await storage.put(`${folder}/${pieceName(volume, next.piece)}`, next.text, contentType)
      ;({ piece, text } = next)
    },
    remove: () => storage.removeAll(folder),
  }
}

export interface FollowedJournal {
  /** Reads the state of the journal; undefined where there is none. The same object as long as nothing was added. */
  read(): Promise<JournalState | undefined>
}

/** Reads a journal that another process writes: each `read` looks at its newest piece alone. */
export function followJournal(storage: Storage, prefix: string): FollowedJournal {
  const folder = `${prefix}/${journalFolder}`
  let volume: Volume | undefined
  let state = emptyState()
  let piece = 0
  /** Characters of that piece that are in `state`. */
  let readChars = 0

  async function find(): Promise<boolean> {
    const names = (await storage.list(folder)).map(({ key }) => key.slice(folder.length + 1))
    volume = newestVolume(names)
    state = emptyState()
    piece = 0
    readChars = 0
    return volume !== undefined
  }

  async function take(): Promise<'nothing' | 'added' | 'gone'> {
    if (!volume) return 'gone'
    const text = await storage.getText(`${folder}/${pieceName(volume, piece)}`)
    const added = text?.slice(readChars) ?? ''
    if (text !== undefined && added === '') return 'nothing'
    // Lines in a volume whose beginning is gone come from a worker that has lost its lease.
    if (!(await storage.head(`${folder}/${pieceName(volume, 0)}`))) return 'gone'
    if (text === undefined) return readChars === 0 ? 'nothing' : 'gone'
    readChars = text.length
    state = { ...state, runs: [...state.runs] }
    applyLines(state, added)
    return 'added'
  }

  return {
    async read() {
      if (!volume && !(await find())) return undefined
      for (let lookedAgain = false; ;) {
        const found = await take()
        if (found === 'gone') {
          // Its writer began another volume, or the show is over and the journal with it.
          if (lookedAgain || !(await find())) {
            volume = undefined
            return undefined
          }
          lookedAgain = true
          continue
        }
        const isFull = piece === 0 || readChars > pieceChars
        if (readChars === 0 || !isFull) return state
        piece++
        readChars = 0
      }
    },
  }
}
