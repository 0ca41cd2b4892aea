// The check of a playback token inside nginx (njs): shared/node/tokens.ts signs them. base64url(payload).base64url(hmac-sha256), the payload a list:
// account, product, opened folders, end in epoch ms, and where there are ones the device and its playback lease. MEDIA_TOKEN_SECRET comes from the environment; without it nothing is opened.
import crypto from 'crypto'

// While the secret is changed there are two, separated by a comma.
const secrets = (process.env.MEDIA_TOKEN_SECRET || '').split(',').filter(Boolean)
const names = /^[A-Za-z0-9-]{1,64}(?:\.[A-Za-z0-9-]{1,64}){3}$/

// The viewer's permission as `account.product.device.lease`, where the token opens the key now; '' where not. No device and no lease are `-`. Nobody is told why: the answer is that of an absent file.
function grant(r) {
  try {
    const token = r.variables.media_token
    const key = r.variables.media_key
    // An address that was written otherwise (escapes, `..`) is none of ours.
    const path = '/media/' + token + '/' + key
    const asked = r.variables.request_uri
    if (asked !== path && !asked.startsWith(path + '?')) return ''
    const dot = token.indexOf('.')
    if (dot < 1 || token.length > 2000) return ''
    const payload = token.slice(0, dot)
    if (!secrets.some((secret) => isSame(token.slice(dot + 1), crypto.createHmac('sha256', secret).update(payload).digest('base64url'))))
      return ''
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    if (!(claims[3] > Date.now())) return ''
    const device = claims[4] === undefined ? '-' : claims[4]
    const lease = claims[5] === undefined ? '-' : claims[5]
    const access = claims[0] + '.' + claims[1] + '.' + device + '.' + lease
    if (!names.test(access)) return ''
    for (let i = 0; i < claims[2].length; i++) if (key.startsWith(claims[2][i] + '/')) return access
  } catch (e) {
    // A payload that is no JSON opens nothing.
  }
  return ''
}

// Compares digests: how long that takes says nothing of the text that is wanted, and it costs less than a loop over its characters.
function isSame(given, wanted) {
  return given.length === wanted.length && digestOf(given) === digestOf(wanted)
}

function digestOf(text) {
  return crypto.createHash('sha256').update(text).digest('base64')
}

export default { grant }
