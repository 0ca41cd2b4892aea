import { describe, expect, it } from 'vitest'
import { normalizeCommand, planFile, remuxCommand, vodCommand } from './file-commands.ts'
import { refusalOf, toFacts } from './probe.ts'

const after = (options: readonly string[], name: string) => options[options.indexOf(name) + 1]
const film = { video: { width: 1920, height: 1080, frameRate: 25 }, sounds: [{ index: 0 }] }

describe('what ffprobe says', () => {
  it('is refused when it is not an answer', () => {
    expect(() => toFacts({})).toThrow('streams')
  })

  it('finds pictures as shown, sound and length', () => {
    const video = { codec_type: 'video', codec_name: 'h264', width: 1920, height: 1080, avg_frame_rate: '30000/1001', duration: '10.1' }
    expect(toFacts({ format: { duration: '10.2' }, streams: [video, { codec_type: 'audio', codec_name: 'aac' }] })).toEqual({
      durationSec: 10.2,
      video: {
        width: 1920,
        height: 1080,
        frameRate: 30_000 / 1001,
        pixelsPerSec: (1920 * 1080 * 30_000) / 1001,
        codec: 'h264',
        isHdr: false,
      },
      hasAudio: true,
      sounds: [{ index: 0 }],
      streams: 2,
    })
    expect(toFacts({ format: {}, streams: [{ ...video, rotation: -90 }] }).video).toMatchObject({ width: 1080, height: 1920 })
    expect(toFacts({ format: {}, streams: [{ ...video, avg_frame_rate: '0/0' }] })).toMatchObject({
      durationSec: 10.1,
      video: { frameRate: 30 },
    })
  })

  it('does not take a cover picture for a film', () => {
    const cover = { codec_type: 'video', width: 600, height: 600, disposition: { attached_pic: 1 } }
    expect(toFacts({ format: { duration: 3 }, streams: [cover, { codec_type: 'audio', codec_name: 'mp3' }] })).toMatchObject({
      video: null,
      hasAudio: true,
    })
  })
})

describe('languages of the sound', () => {
  const toSounds = (...sounds: { codec?: string; tags?: Record<string, string>; isDefault?: boolean }[]) =>
    toFacts({
      format: { duration: 3 },
      streams: sounds.map(({ codec = 'aac', tags, isDefault = false }) => ({
        codec_type: 'audio',
        codec_name: codec,
        tags,
        disposition: { default: isDefault ? 1 : 0 },
      })),
    }).sounds

  it('have the tags of the web, and the one that the file plays by itself comes first', () => {
    expect(toSounds({ tags: { language: 'eng' } }, { tags: { language: 'spa' }, isDefault: true }, { tags: { language: 'ger' } })).toEqual([
      { index: 1, language: 'es' },
      { index: 0, language: 'en' },
      { index: 2, language: 'de' },
    ])
  })

  it('leave out what says no language, what would break a playlist, and what cannot be decoded', () => {
    const title = ' "Comentario"\n\u202eEXT-X '
    expect(
      toSounds(
        { tags: { language: 'und' } },
        { codec: 'mpegh_3d_audio' },
        { tags: { language: 'not a tag', title } },
        { tags: { language: 'qaa' } },
      ),
    ).toEqual([{ index: 0 }, { index: 2, title: 'ComentarioEXT-X' }, { index: 3 }])
  })
})

describe('a file that can be read', () => {
  const facts = {
    durationSec: 60,
    hasAudio: true,
    sounds: [{ index: 0 }],
    streams: 2,
    video: { width: 1920, height: 1080, frameRate: 25, pixelsPerSec: 1920 * 1080 * 25, codec: 'h264', isHdr: false },
  }
  it.each([
    [facts, 'video', undefined],
    [{ ...facts, streams: 17 }, 'video', 'too_many_streams'],
    [{ ...facts, durationSec: 43_201 }, 'video', 'too_long'],
    [{ ...facts, durationSec: 43_200 }, 'video', undefined],
    [{ ...facts, video: null }, 'video', 'no_video'],
    [{ ...facts, video: null }, 'audio', undefined],
    [{ ...facts, hasAudio: false }, 'audio', 'no_audio'],
    [{ ...facts, hasAudio: false }, 'video', undefined],
    [{ ...facts, video: null, hasAudio: false }, undefined, 'no_video'],
    [{ ...facts, video: null }, undefined, undefined],
    [{ ...facts, video: { ...facts.video, width: 8_194, height: 10 } }, 'video', 'picture_too_large'],
    [{ ...facts, video: { ...facts.video, width: 8_192, height: 8_192 } }, 'video', 'picture_too_large'],
    [{ ...facts, video: { ...facts.video, pixelsPerSec: 3840 * 2160 * 120 } }, 'video', undefined],
    [{ ...facts, video: { ...facts.video, pixelsPerSec: 3840 * 2160 * 144 } }, 'video', 'frame_rate_too_high'],
    [{ ...facts, video: { ...facts.video, pixelsPerSec: 1920 * 1080 * 1_000 } }, 'video', 'frame_rate_too_high'],
  ] as const)('%j as %s is refused as %s', (given, media, refusal) => expect(refusalOf(given, media)).toBe(refusal))
})

describe('plan and command of a file', () => {
  it('has exactly the fitting rungs, never scaled up [VID-010] [VID-011]', () => {
    const sizes = (width: number, height: number) =>
      planFile({ ...film, video: { width, height, frameRate: 25 } }).rungs.map((rung) => `${rung.width}x${rung.height}`)
    expect(sizes(1920, 1080)).toEqual(['1920x1080', '1280x720', '960x540', '640x360'])
    expect(sizes(3840, 2160)).toEqual(['1920x1080', '1280x720', '960x540', '640x360'])
    expect(sizes(1280, 720)).toEqual(['1280x720', '960x540', '640x360'])
    expect(sizes(640, 360)).toEqual(['640x360'])
    expect(sizes(320, 240)).toEqual(['320x240'])
    expect(sizes(720, 1280)).toEqual(['720x1280', '540x960', '360x640'])
  })

  it('decodes once, with the demuxer forced and nothing else allowed to be opened', () => {
    const command = vodCommand(planFile(film), '/in.mp4', '/out', { preset: 'veryfast', segmentDurationSec: 2, maxSec: 60 })
    expect(command.inputs).toEqual([
      { options: ['-protocol_whitelist', 'file,pipe', '-f', 'mov', '-max_pixels', '35389440', '-t', '60'], path: '/in.mp4' },
    ])
    expect(after(command.options, '-filter_complex')).toContain('[0:v:0]fps=25,split=5[s0][s1][s2][s3][th];[s0]scale=1920:1080')
    expect(after(command.options, '-force_key_frames')).toBe('expr:gte(t,n_forced*2)')
    expect(after(command.options, '-b:v:1')).toBe('2800000')
    expect(after(command.options, '-var_stream_map')).toMatch(/^v:0,agroup:aud,name:1080p .* a:0,agroup:aud,default:yes,name:audio$/)
  })

  it('scales by zimg where ffmpeg has it', () => {
    const { options } = vodCommand(planFile(film), '/in.mp4', '/out', {
      preset: 'veryfast',
      segmentDurationSec: 2,
      maxSec: 60,
      hasZscale: true,
    })
    expect(after(options, '-filter_complex')).toContain(';[s2]zscale=w=960:h=540:filter=bicubic,setsar=1,format=yuv420p[v2];')
  })

  it('keeps all languages of the sound, each once', () => {
    const sounds = [
      { index: 1, language: 'es' },
      { index: 0, language: 'en' },
    ]
    const { options } = vodCommand(planFile({ ...film, sounds }), '/in.mp4', '/out', {
      preset: 'veryfast',
      segmentDurationSec: 2,
      maxSec: 60,
    })
    expect(options.filter((_, index) => options[index - 1] === '-map').filter((one) => one.includes(':a:'))).toEqual(['0:a:1', '0:a:0'])
    expect(after(options, '-var_stream_map')).toMatch(/ a:0,agroup:aud,default:yes,name:audio a:1,agroup:aud,name:audio2$/)
  })

  it('adds silence to a silent film and makes no pictures for sound alone', () => {
    const silent = vodCommand(planFile({ ...film, sounds: [] }), '/in.mp4', '/out', {
      preset: 'veryfast',
      segmentDurationSec: 2,
      maxSec: 60,
    })
    expect(silent.inputs[1]?.path).toBe('anullsrc=r=48000:cl=stereo')
    expect(silent.options).toContain('-shortest')
    const sound = vodCommand(planFile({ video: null, sounds: [{ index: 0 }, { index: 1 }] }), '/in.mp4', '/out', {
      preset: 'veryfast',
      segmentDurationSec: 2,
      maxSec: 60,
    })
    expect(sound.options).not.toContain('-filter_complex')
    expect(after(sound.options, '-var_stream_map')).toBe('a:0,agroup:aud,default:yes,name:audio')
  })

  it('copies what it joins and fits odd stretches in with bars', () => {
    expect(remuxCommand(['/v.mp4', '/a.mp4'], '/o.mp4').options).toEqual(
      '-map 0:0 -map 1:0 -c copy -copyts -avoid_negative_ts make_zero -video_track_timescale 90000'.split(' '),
    )
    const fit = normalizeCommand('/i.mp4', '/o.mp4', { width: 1280, height: 720, frameRate: 30, videoBps: 2_800_000 })
    expect(after(fit.options, '-vf')).toContain('pad=1280:720:(ow-iw)/2:(oh-ih)/2')
    expect(after(fit.options, '-c:a')).toBe('copy')
  })
})
