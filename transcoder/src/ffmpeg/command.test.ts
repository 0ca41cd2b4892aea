import { describe, expect, it } from 'vitest'
import { liveCommand, trackNames } from './command.ts'
import { planLadder, type FeedSource } from './plan.ts'
import { writeSdp } from './sdp.ts'

const policy = { allowCopy: true, blackWithoutVideo: true }
const at = { sdpPath: '/w/in.sdp', ip: '127.0.0.1' }
const settings = { segmentDurationSec: 2, preset: 'superfast' } as const
const source = (mimeType: string, layers: [number, number][], hasAudio = true): FeedSource => ({
  hasAudio,
  video: { mimeType, layers: layers.map(([width, height]) => ({ width, height })), frameRate: 30 },
})
const argvOf = (feed: FeedSource, segmentDurationSec: 1 | 2 = 2) =>
  liveCommand(planLadder(feed, policy), at, { ...settings, segmentDurationSec })
const after = (argv: string[], option: string) => argv[argv.indexOf(option) + 1]

describe('live command', () => {
  it('copies every simulcast layer and decodes nothing', () => {
    const argv = argvOf(
      source('video/H264', [
        [640, 360],
        [960, 540],
        [1280, 720],
      ]),
    )
    expect(argv.join(' ')).toMatchInlineSnapshot(
      `"-hide_banner -nostdin -nostats -loglevel warning -threads 1 -protocol_whitelist file,udp,rtp -buffer_size 4194304 -analyzeduration 10000000 -probesize 10000000 -fpsprobesize 0 -localaddr 127.0.0.1 -f sdp -i /w/in.sdp -map 0:v:0 -c:v copy -bsf:v setts=ts=if(eq(PREV_OUTPTS\\,NOPTS)\\,if(eq(PTS\\,NOPTS)\\,0\\,PTS)\\,if(eq(PTS\\,NOPTS)\\,PREV_OUTPTS+450\\,max(PTS\\,PREV_OUTPTS+450))) -f mp4 -movflags frag_keyframe+delay_moov+default_base_moof+skip_trailer -frag_duration 1020000 -flush_packets 1 pipe:3 -map 0:v:1 -c:v copy -bsf:v setts=ts=if(eq(PREV_OUTPTS\\,NOPTS)\\,if(eq(PTS\\,NOPTS)\\,0\\,PTS)\\,if(eq(PTS\\,NOPTS)\\,PREV_OUTPTS+450\\,max(PTS\\,PREV_OUTPTS+450))) -f mp4 -movflags frag_keyframe+delay_moov+default_base_moof+skip_trailer -frag_duration 1020000 -flush_packets 1 pipe:4 -map 0:v:2 -c:v copy -bsf:v setts=ts=if(eq(PREV_OUTPTS\\,NOPTS)\\,if(eq(PTS\\,NOPTS)\\,0\\,PTS)\\,if(eq(PTS\\,NOPTS)\\,PREV_OUTPTS+450\\,max(PTS\\,PREV_OUTPTS+450))) -f mp4 -movflags frag_keyframe+delay_moov+default_base_moof+skip_trailer -frag_duration 1020000 -flush_packets 1 pipe:5 -map 0:a:0 -c:a aac -aac_coder fast -b:a 128000 -ac 2 -ar 48000 -af aresample=async=1 -f mp4 -movflags frag_keyframe+delay_moov+default_base_moof+skip_trailer -frag_duration 200000 -flush_packets 1 pipe:6"`,
    )
  })

  it('copies the top and encodes the rest on the same key frames', () => {
    const argv = argvOf(source('video/H264', [[1280, 720]]))
    expect(after(argv, '-filter_complex')).toBe(
      String.raw`[0:v:0]setpts=if(isnan(PREV_OUTPTS)\,PTS\,max(PTS\,PREV_OUTPTS+450)),split=2[s1][s2];[s1]scale=960:540:flags=bilinear,setsar=1,format=yuv420p[v1];[s2]scale=640:360:flags=bilinear,setsar=1,format=yuv420p,split[v2][p];[p]select=isnan(prev_selected_t)+gte(t-prev_selected_t\,10)[still]`,
    )
    expect(after(argv, '-c:v')).toBe('copy')
    expect(after(argv, '-force_key_frames:v')).toBe('source')
    expect(after(argv, '-x264-params:v')).toBe('fps=30/1')
    expect(after(argv, '-fps_mode')).toBe('passthrough')
    expect(argv.filter((_, index) => argv[index - 1] === '-frag_duration')).toEqual(['1020000', '1020000', '1020000', '200000'])
    expect(argv.filter((arg) => arg.startsWith('pipe:'))).toEqual(['pipe:3', 'pipe:4', 'pipe:5', 'pipe:6', 'pipe:7'])
  })

  it('gives a still now and then of the smallest pictures that it decodes, beside inputs of its own none', () => {
    const stillsOf = (feed: FeedSource) =>
      argvOf(feed)
        .join(' ')
        .match(/-map \[still\].*/)?.[0]
    expect(stillsOf(source('video/H264', [[1280, 720]]))).toBe(
      '-map [still] -fps_mode passthrough -c:v mjpeg -threads:v 1 -q:v 4 -f image2pipe -flush_packets 1 pipe:7',
    )
    expect(stillsOf(source('video/VP8', [[640, 360]]))).toMatch(/ pipe:5$/)
    expect(stillsOf(source('video/H264', [[1280, 720]], false))).toBeUndefined()
    expect(stillsOf(source('video/H264', [[640, 360]]))).toBeUndefined()
    expect(stillsOf({ hasAudio: true, video: null })).toBeUndefined()
    expect(stillsOf({ ...source('video/VP8', [[1280, 720]]), sounds: 2 })).toBeUndefined()
  })

  it('scales by zimg where ffmpeg has it, but for pictures that are fitted into a frame', () => {
    const graphOf = (feed: FeedSource) => {
      const argv = liveCommand(planLadder(feed, policy), at, { ...settings, hasZscale: true })
      return after(argv, '-filter_complex')
    }
    expect(graphOf(source('video/H264', [[1280, 720]]))).toMatch(
      /;\[s1\]zscale=w=960:h=540:filter=bilinear,setsar=1,format=yuv420p\[v1\];\[s2\]zscale=w=640:h=360:/,
    )
    expect(graphOf({ ...source('video/VP8', [[1280, 720]]), sounds: 2 })).toContain(
      '[s0]scale=1280:720:flags=bilinear:force_original_aspect_ratio=decrease',
    )
  })

  it('mixes the sounds of a feed that is put together, and fits its pictures into one rung, whatever their shape', () => {
    const argv = argvOf({ ...source('video/VP8', [[1280, 720]]), sounds: 2 })
    const filters = argv.filter((_, index) => argv[index - 1] === '-filter_complex')
    expect(filters).toEqual([
      '[0:v:0]fps=30,split=1[s0];[s0]scale=1280:720:flags=bilinear:force_original_aspect_ratio=decrease:force_divisible_by=2,pad=1280:720:-1:-1,setsar=1,format=yuv420p[v0]',
      '[0:a:0]aresample=async=1[a0];[0:a:1]aresample=async=1[a1];[a0][a1]amix=inputs=2:normalize=0,alimiter=limit=0.95:level=0[mix]',
    ])
    expect(argv.filter((_, index) => argv[index - 1] === '-map')).toEqual(['[v0]', '[mix]'])
    expect(argv).not.toContain('-af')
  })

  it('encodes all rungs of other codecs at an even rate with key frames on the grid', () => {
    const argv = argvOf(source('video/VP8', [[640, 360]]), 1)
    expect(after(argv, '-filter_complex')).toBe(
      String.raw`[0:v:0]fps=30,split=1[s0];[s0]scale=640:360:flags=bilinear,setsar=1,format=yuv420p,split[v0][p];[p]select=isnan(prev_selected_t)+gte(t-prev_selected_t\,10)[still]`,
    )
    expect(after(argv, '-force_key_frames:v')).toBe('expr:gte(t,n_forced*1)')
    expect(after(argv, '-frag_duration')).toBe('520000')
    expect(argv.filter((arg) => arg === '-fps_mode')).toHaveLength(1)
  })

  it('encodes a missing rung beside copied ones from the stream named in the plan', () => {
    const argv = argvOf(
      source('video/H264', [
        [960, 540],
        [1280, 720],
        [1920, 1080],
      ]),
    )
    expect(after(argv, '-filter_complex')).toContain(',split=1[s3];[s3]scale=640:360')
    expect(argv.filter((arg) => arg === 'copy')).toHaveLength(3)
  })

  it('adds silence, black pictures or nothing, as the plan says', () => {
    const screen = argvOf(source('video/H264', [[1280, 720]], false))
    expect(after(screen, '-af')).toBe(screen[0])
    expect(screen.join(' ')).toContain('-f lavfi -i anullsrc=r=48000:cl=stereo')
    expect(screen.join(' ')).toContain('-map 1:a:0')

    const black = liveCommand(planLadder({ hasAudio: true, video: null }, policy), at, settings)
    expect(after(black, '-filter_complex')).toContain('[1:v:0]fps=10')

    const sound = planLadder({ hasAudio: true, video: null }, { ...policy, blackWithoutVideo: false })
    const argv = liveCommand(sound, at, settings)
    expect(trackNames(sound)).toEqual(['audio'])
    expect(argv.filter((arg) => arg.startsWith('pipe:'))).toEqual(['pipe:3'])
  })
})

describe('session description', () => {
  it('names ports, codecs and their parameters in the order of the streams', () => {
    const sdp = writeSdp('127.0.0.1', [
      {
        kind: 'audio',
        port: 5000,
        rtpParameters: { codecs: [{ mimeType: 'audio/opus', payloadType: 100, clockRate: 48_000, channels: 2 }] },
      },
      {
        kind: 'video',
        port: 5002,
        rtpParameters: {
          codecs: [
            {
              mimeType: 'video/H264',
              payloadType: 101,
              clockRate: 90_000,
              parameters: { 'packetization-mode': 1, 'profile-level-id': '42e01f' },
            },
          ],
        },
      },
    ])
    expect(sdp.split('\r\n').slice(5)).toEqual([
      'm=audio 5000 RTP/AVP 100',
      'a=rtcp:5001',
      'a=rtpmap:100 opus/48000/2',
      'a=recvonly',
      'm=video 5002 RTP/AVP 101',
      'a=rtcp:5003',
      'a=rtpmap:101 H264/90000',
      'a=fmtp:101 packetization-mode=1;profile-level-id=42e01f',
      'a=recvonly',
      '',
    ])
  })
})
