import { describe, expect, it } from 'vitest'
import { audioCommand, createPeaks, measureCommand, peakRate, readMeasured } from './audio-commands.ts'

const words = `[Parsed_loudnorm_1 @ 0x1]
{
	"input_i" : "-29.75",
	"input_tp" : "-26.66",
	"input_lra" : "0.00",
	"input_thresh" : "-39.75",
	"output_i" : "-16.07",
	"target_offset" : "0.07"
}
size=N/A`

describe('loudness', () => {
  it('is measured first, then reached with one gain', () => {
    const measured = readMeasured(words)
    expect(measured).toMatchObject({ input_i: '-29.75', target_offset: '0.07' })
    const command = audioCommand('/in.mp3', '/out', { container: 'mp3', measured, segmentDurationSec: 2 })
    expect(command.inputs[0]?.options).toEqual(expect.arrayContaining(['-protocol_whitelist', 'file,pipe', '-f', 'mp3']))
    expect(command.options).toContain(
      'loudnorm=I=-16:TP=-1.5:LRA=11:measured_I=-29.75:measured_TP=-26.66:measured_LRA=0.00:measured_thresh=-39.75:offset=0.07:linear=true',
    )
    expect(measureCommand('/in.wav', 'wav')).toEqual(
      expect.arrayContaining(['-protocol_whitelist', 'file,pipe', '-f', 'wav', '-i', '/in.wav']),
    )
  })

  it('of silence is left alone', () => {
    expect(readMeasured(words.replace('"-29.75"', '"-inf"'))).toBeUndefined()
    expect(readMeasured('nothing')).toBeUndefined()
    expect(audioCommand('/i', '/o', { container: 'mov', measured: undefined, segmentDurationSec: 2 }).options).toContain('anull')
  })
})

describe('the waveform', () => {
  it('is the loudest sample of each stretch, wherever the bytes are cut', () => {
    const samples = new Int16Array(peakRate)
    samples[10] = -8_000
    samples[peakRate / 2] = 16_000
    samples[peakRate - 1] = 4_000
    const bytes = new Uint8Array(samples.buffer)
    for (const size of [bytes.length, 1, 7]) {
      const peaks = createPeaks(1, 4)
      for (let at = 0; at < bytes.length; at += size) peaks.add(bytes.subarray(at, at + size))
      expect(peaks.finish()).toEqual([0.5, 0, 1, 0.25])
    }
  })
})
