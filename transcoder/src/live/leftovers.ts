import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Ends ffmpeg processes that a killed transcoder left behind and empties its folders. They are known by the work folder
 * in their arguments; a process of another transcoder that is alive (its parent is not init) is left alone.
 */
export async function clearLeftovers(
  workDir: string,
  kill: (pid: number) => void = (pid) => process.kill(pid, 'SIGKILL'),
): Promise<number> {
  let killed = 0
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const pid of pids) {
    const [command, status] = await Promise.all(['cmdline', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')))
    const parent = Number(/\) \S (\d+) /.exec(status ?? '')?.[1] ?? 0)
    if (!command?.includes(`\0${workDir}/live/`) || !command.includes('ffmpeg') || (parent !== 1 && (await isTranscoder(parent)))) continue
    kill(pid)
    killed++
  }
  for (const folder of ['vod', 'mp4', 'live']) await removeOld(join(workDir, folder))
  return killed
}

/**
 * Ends what a killed worker started for a piece of work that is ours now: programs that name a path which begins so.
 */
export async function endStrays(pathStart: string): Promise<void> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!command.includes('ffmpeg') || !command.includes(`\0${pathStart}`)) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

/** Younger folders may belong to a neighbour that uses the same work folder. */
const leftoverMs = 60 * 60_000

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > leftoverMs) await rm(join(folder, name), { recursive: true, force: true })
  }
}

async function isTranscoder(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('transcoder')
}
