// nginx, for the tests of deploy/nginx and as a baseline of the bench. Nothing else needs it: without one those tests are skipped.
import path from 'node:path'
import { cacheDir, isExecutable, onPath } from './paths.mjs'
import { run } from './processes.mjs'
import { unpackDebian } from './unpack.mjs'

/** @returns {Promise<string | null>} NGINX_BIN, the machine's, or one out of Debian's packages */
export async function findNginx() {
  for (const bin of [process.env.NGINX_BIN, onPath('nginx'), '/usr/sbin/nginx']) if (bin && (await works(bin))) return bin
  const bin = path.join(cacheDir, 'nginx/root/usr/sbin/nginx')
  if (isExecutable(bin) && (await works(bin))) return bin
  const made = await unpackDebian({ name: 'nginx', packages: ['nginx'], needed: 'nginx' })
  return made && (await works(bin)) ? bin : null
}

const works = async (bin) => (await run(bin, ['-v'], { timeoutMs: 10_000 })).code === 0
