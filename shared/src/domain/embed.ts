/**
 * Players elsewhere that a page of ours may show in a frame; the pages' policy names these hosts and no other
 * (`frame-src`).
 */
export const embedOrigins = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://open.spotify.com',
  'https://w.soundcloud.com',
] as const

/**
 * The address of the player for what people copy from YouTube, Vimeo, Spotify or SoundCloud; undefined for anything
 * else. It is put together here, so that a frame never shows an address that was only typed.
 */
export function embedUrlOf(address: string): string | undefined {
  const [, host = '', path = '', query = ''] = /^https?:\/\/(?:www\.|m\.)?([\w.-]+)(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/i.exec(address) ?? []
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '')
  switch (host.toLowerCase()) {
    case 'youtube.com':
    case 'youtube-nocookie.com':
      return youtube(first === 'watch' ? parameter(query, 'v') : /^(embed|live|shorts)$/.test(first) ? second : '')
    case 'youtu.be':
      return youtube(first)
    case 'vimeo.com':
      return vimeo(first, second)
    case 'player.vimeo.com':
      return first === 'video' ? vimeo(second, parameter(query, 'h')) : undefined
    case 'open.spotify.com':
      return spotify(path)
    case 'soundcloud.com':
      return first !== '' && second !== ''
        ? `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com/${first}/${second}`)}`
        : undefined
    default:
      return undefined
  }
}

const parameter = (query: string, name: string): string =>
  query
    .split('&')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''

const youtube = (id: string) => (/^[\w-]{11}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : undefined)

/** Videos that are not listed have a second part, without which they do not play. */
function vimeo(id: string, hash: string): string | undefined {
  if (!/^\d{1,12}$/.test(id)) return undefined
  return /^[\da-f]{6,20}$/.test(hash) ? `https://player.vimeo.com/video/${id}?h=${hash}` : `https://player.vimeo.com/video/${id}`
}

/** Spotify puts the language of whoever copied it in front. */
function spotify(path: string): string | undefined {
  const [, kind, id] = /^\/(?:intl-[a-z]{2}\/|embed\/)?(episode|show|track|album|playlist)\/([\dA-Za-z]{22})\/?$/.exec(path) ?? []
  return kind !== undefined && id !== undefined ? `https://open.spotify.com/embed/${kind}/${id}` : undefined
}
