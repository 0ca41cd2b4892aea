import { spawn } from 'node:child_process'

export interface ProgramResult {
  stdout: Buffer
  stderr: string
}

/**
 * Runs a program to its end.
 * @throws Error with the end of its messages when it fails or takes longer than `timeoutMs`
 */
export function runProgram(bin: string, argv: readonly string[], options: { timeoutMs?: number } = {}): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(bin, argv, { stdio: ['ignore', 'pipe', 'pipe'] })
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    const alarm = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? 90_000)
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(alarm)
      const said = Buffer.concat(stderr).toString('utf8')
      if (code === 0) resolve({ stdout: Buffer.concat(stdout), stderr: said })
      else reject(new Error(`${bin} ${argv.join(' ')}\nended with ${signal ?? code}:\n${said.slice(-3_000)}`))
    })
  })
}

export const ffmpegBin = () => process.env['FFMPEG_BIN'] || 'ffmpeg'
export const ffprobeBin = () => process.env['FFPROBE_BIN'] || 'ffprobe'

/** `-f hls -c copy` → its words; for arguments without blanks inside. */
export const words = (text: string) => text.split(' ')
