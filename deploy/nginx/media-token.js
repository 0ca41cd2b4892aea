// The check of a playback token inside nginx (njs): shared/node/tokens.ts signs them. base64url(payload).base64url(hmac-sha256), the payload a list:
// account, product, opened folders, end in epoch ms, and where there are ones the device and its playback lease. MEDIA_TOKEN_SECRET comes from the environment; without it nothing is opened.
import crypto from 'crypto'

// While the secret is changed there are two, separated by a comma.
const secrets = (process.env.MEDIA_TOKEN_SECRET || '').split(',').filter(Boolean)
const name = /^[A-Za-z0-9-]{1,64}$/

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
    if (!(claims[3] > Date.now()) || !name.test(claims[0]) || !name.test(claims[1])) return ''
    const device = claims[4] === undefined ? '-' : claims[4]
    const lease = claims[5] === undefined ? '-' : claims[5]
    if (!name.test(device) || !name.test(lease)) return ''
    const access = [claims[0], claims[1], device, lease].join('.')
    for (let i = 0; i < claims[2].length; i++) if (key.startsWith(claims[2][i] + '/')) return access
  } catch (e) {
    // A payload that is no JSON opens nothing.
  }
  return ''
}

function isSame(given, wanted) {
  if (given.length !== wanted.length) return false
  let difference = 0
  for (let i = 0; i < wanted.length; i++) difference |= given.charCodeAt(i) ^ wanted.charCodeAt(i)
  return difference === 0
}

export default { grant }
